/** The callback endpoint: an application sends its first answer. Source: wire-interactions.md §4.1. */
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { UnknownInteraction } from "@backlot/domain/error/ServiceError"
import type { CallbackResponse } from "@backlot/domain/interaction/CallbackResponse"
import { acknowledge, admitCallback, judgeCallback, namedBy } from "@backlot/domain/interaction/InteractionAnswer"
import type { Decision } from "@backlot/domain/interaction/InteractionDecision"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { commit } from "../event/EventLog.ts"
import * as MessageFiles from "../message/MessageFiles.ts"
import * as Collections from "../store/Collections.ts"
import { transact } from "../store/Transact.ts"
import { accepted, type CallbackAddress } from "./InteractionCalls.ts"
import { answerContext, keep, sourceOf } from "./InteractionStore.ts"

/** Judges whether an answer is allowed at all, before its body is read (decision 24); `respond` judges it again. */
export const admit = Effect.fn("InteractionCallbacks.admit")(function* (address: CallbackAddress) {
  yield* transact(function* (now) {
    yield* Effect.fromResult(admitCallback(yield* find(address), now))
  })
})

/** Applies the answer; the reply is for `with_response=true`. */
export const respond = Effect.fn("InteractionCallbacks.respond")(function* (
  address: CallbackAddress,
  body: unknown,
  files: ReadonlyArray<FormFile> = []
) {
  const drawn = yield* MessageFiles.drawMessage(files)
  return yield* commit(function* () {
    const found = yield* find(address)
    const placed = yield* MessageFiles.place(found?.channel_id, drawn.files)
    const given = { source: yield* sourceOf(found), files: placed.map(({ sent }) => sent) }
    const answer = yield* Effect.fromResult(judgeCallback(found, body, drawn.now_ms, given))
    const { record } = answer
    const context = yield* answerContext(record, namedBy(answer), drawn).pipe(
      // An interaction ends with the channel or user it belongs to. Our choice: docs/choices.md "Interactions".
      Effect.catchTag("ContextGone", () => Effect.fail(new UnknownInteraction()))
    )
    const decision: Decision<CallbackResponse> = acknowledge(answer, context)
    yield* MessageFiles.keepShown(decision.puts, placed)
    return yield* keep(decision, [accepted({ channel: "callback", method: "POST", body, files }, drawn.now_ms)])
  })
})

/** Undefined when id and token fit no interaction. */
const find = Effect.fnUntraced(function* ({ interaction_id, token }: CallbackAddress) {
  if (!isSnowflake(interaction_id)) return undefined
  const record = yield* Collections.interactions.get(interaction_id)
  const { equal } = yield* Secrets
  return record !== undefined && equal(record.token, token) ? record : undefined
})
