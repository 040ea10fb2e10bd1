/** Starts, reads and stops the recording. Source: product.md "Scenario files" (recording). */
import { notInt } from "@backlot/domain/error/FormError"
import { toInt } from "@backlot/domain/validation/Shape"
import { Effect } from "effect"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"
import { Recording } from "./Recording.ts"
import { appendSettled } from "./RecordingViews.ts"

export const recordingRoutes = {
  start_recording: () =>
    Effect.map(Recording, (recorder) => {
      recorder.start()
      return recorder.read(0)
    }),
  get_recording: Effect.fnUntraced(function* (call: Call) {
    const asked = call.query("after") ?? "0"
    const after = toInt(asked)
    if (after === undefined || after < 0) return yield* Query.invalid("after", notInt(asked))
    const wait = yield* Query.oneOf(call, "wait", ["true", "false"])
    const recorder = yield* Recording
    yield* appendSettled(recorder)
    if (wait === "true") yield* recorder.more(after)
    return recorder.read(after)
  }),
  /** The entries stay readable until another recording starts. */
  stop_recording: Effect.fnUntraced(function* () {
    const recorder = yield* Recording
    yield* appendSettled(recorder)
    recorder.stop()
    return recorder.read(0)
  })
}
