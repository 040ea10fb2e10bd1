/** Playing the users: use a command, ask for choices, read messages and traces. Source: product.md "Control plane". */
import { showChoices } from "@backlot/client/Choices"
import { fault } from "@backlot/domain/Fault"
import * as FormError from "@backlot/domain/FormError"
import type { InteractionRecord } from "@backlot/domain/Interaction"
import { control } from "@backlot/domain/Limits"
import { judgeRange } from "@backlot/domain/NumberRules"
import { InvalidForm } from "@backlot/domain/ServiceError"
import * as Shape from "@backlot/domain/Shape"
import { isSnowflake } from "@backlot/domain/Snowflake"
import * as Interactions from "@backlot/usecases/Interactions"
import * as InteractionWait from "@backlot/usecases/InteractionWait"
import * as Messages from "@backlot/usecases/Messages"
import * as Time from "@backlot/usecases/Time"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import * as OptionParser from "./OptionParser.ts"
import { keepUploads } from "./Uploaded.ts"
import { decodeUse } from "./UseBody.ts"

export const useCommand = Effect.fnUntraced(function* (call: Call) {
  const user_id = yield* idParam(call, "user_id")
  const channel_id = yield* idParam(call, "channel_id")
  const until = yield* oneOf(call, "until", ["acknowledged", "responded"] as const)
  const wait = yield* oneOf(call, "wait", ["true", "false"] as const)
  const asked = yield* decodeUse(yield* Body.json(call, control.useBytes))
  const uploads = yield* keepUploads(channel_id, asked.attachments)
  const record = yield* Interactions.use({
    user_id,
    channel_id,
    command_id: asked.command_id,
    version: asked.version,
    autocomplete: asked.autocomplete,
    locale: asked.locale,
    wanted: asked.wanted,
    uploads: uploads.map(({ upload }) => upload),
    reader: (locale) =>
      OptionParser.reader({
        input: asked.input,
        autocomplete: asked.autocomplete,
        locale,
        attachments: uploads.map(({ upload: { id, filename, size }, option }) => ({ id, filename, size, option }))
      })
  })
  if (wait === "false") return Answer.json(200, answerOf(yield* Interactions.look(record.id)))
  const settled = yield* Effect.interruptible(InteractionWait.until(record.id, until ?? "acknowledged"))
  if (!settled.expired) return Answer.json(200, answerOf(settled))
  const { mode } = yield* Time.read
  return Answer.json(200, { ...answerOf(settled, mode === "frozen" ? [FROZEN] : []), wait_expired: true })
})

const FROZEN = "the service clock is frozen, so no deadline passes by itself: advance it by POST /control/v1/clock"

export const getInteraction = Effect.fnUntraced(function* (call: Call) {
  const found = yield* Interactions.read(yield* idParam(call, "interaction_id"))
  return Answer.json(200, { ...answerOf(found), trace: found.trace })
})

export const getMessages = Effect.fnUntraced(function* (call: Call) {
  const user = yield* idParam(call, "user_id")
  const channel = yield* idParam(call, "channel_id")
  const asked = call.query("limit")
  const limit = asked === undefined ? control.messagesDefault : Shape.toInt(asked)
  if (limit === undefined) return yield* invalid("limit", FormError.notInt(asked))
  const error = judgeRange(limit, 1, control.messagesMax)
  if (error !== undefined) return yield* invalid("limit", error)
  return Answer.json(200, { messages: yield* Messages.list(user, channel, limit) })
})

/** The answer object of product.md; `remarks` are told beside its own error. */
const answerOf = (
  { record, message }: { readonly record: InteractionRecord; readonly message: unknown },
  remarks: ReadonlyArray<string> = []
) => {
  const errors = [...errorOf(record), ...remarks]
  return {
    interaction_id: record.id,
    state: record.state,
    ...(record.callback_type === null ? {} : { response: { type: record.callback_type, ephemeral: record.ephemeral } }),
    ...(message === undefined ? {} : { message }),
    ...(record.choices === null ? {} : { choices: showChoices(record.choices, record.locale) }),
    ...(errors.length === 0 ? {} : { error: errors.join("; ") })
  }
}

/** While an interaction is pending, an error is only to be expected: its user sees nothing of it yet. */
const errorOf = ({ state, error }: InteractionRecord): ReadonlyArray<string> => {
  if (error === null) return []
  return [state === "pending" ? error.because : `${error.message}: ${error.because}`]
}

const idParam = (call: Call, name: string) => {
  const value = param(call, name)
  return isSnowflake(value) ? Effect.succeed(value) : invalid(name, FormError.notSnowflake(value))
}

const oneOf = <const V extends string>(
  call: Call,
  name: string,
  values: ReadonlyArray<V>
): Effect.Effect<V | undefined, InvalidForm> => {
  const value = call.query(name)
  if (value === undefined) return Effect.succeed(undefined)
  const known = values.find((candidate) => candidate === value)
  return known === undefined ? invalid(name, FormError.choices(values)) : Effect.succeed(known)
}

const invalid = (name: string, error: { readonly code: string; readonly message: string }) =>
  Effect.fail(new InvalidForm({ faults: [fault([name], error)] }))
