/** Starts, reads and stops the recording. Source: product.md "Scenario files" (recording). */
import { notInt } from "@backlot/domain/error/FormError"
import { toInt } from "@backlot/domain/validation/Shape"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import type { Call } from "../http/Route.ts"
import { invalid, oneOf } from "./Asked.ts"
import { Recording } from "./Recording.ts"
import { appendSettled } from "./RecordingViews.ts"

export const startRecording = Effect.fnUntraced(function* () {
  const recorder = yield* Recording
  recorder.start()
  return Answer.json(200, recorder.read(0))
})

export const getRecording = Effect.fnUntraced(function* (call: Call) {
  const asked = call.query("after") ?? "0"
  const after = toInt(asked)
  if (after === undefined || after < 0) return yield* invalid("after", notInt(asked))
  const wait = yield* oneOf(call, "wait", ["true", "false"])
  const recorder = yield* Recording
  yield* appendSettled(recorder)
  if (wait === "true") yield* recorder.more(after)
  return Answer.json(200, recorder.read(after))
})

/** The entries stay readable until another recording starts. */
export const stopRecording = Effect.fnUntraced(function* () {
  const recorder = yield* Recording
  yield* appendSettled(recorder)
  recorder.stop()
  return Answer.json(200, recorder.read(0))
})
