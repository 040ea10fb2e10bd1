/** Playing the users: use a command, ask for choices, read messages and traces. Source: product.md "Control plane". */
import { fault } from "@backlot/domain/Fault"
import * as FormError from "@backlot/domain/FormError"
import type { InteractionRecord } from "@backlot/domain/Interaction"
import { control } from "@backlot/domain/Limits"
import { InvalidForm } from "@backlot/domain/ServiceError"
import { isSnowflake } from "@backlot/domain/Snowflake"
import * as Interactions from "@backlot/usecases/Interactions"
import * as InteractionWait from "@backlot/usecases/InteractionWait"
import * as Messages from "@backlot/usecases/Messages"
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
  if (wait === "false") return Answer.json(200, answerOf(yield* Interactions.read(record.id)))
  const settled = yield* Effect.interruptible(InteractionWait.until(record.id, until ?? "acknowledged"))
  return Answer.json(200, { ...answerOf(settled), ...(settled.expired ? { wait_expired: true } : {}) })
})

export const getInteraction = Effect.fnUntraced(function* (call: Call) {
  const found = yield* Interactions.read(yield* idParam(call, "interaction_id"))
  return Answer.json(200, { ...answerOf(found), trace: found.trace })
})

export const getMessages = Effect.fnUntraced(function* (call: Call) {
  const user = yield* idParam(call, "user_id")
  const channel = yield* idParam(call, "channel_id")
  const limit = Number(call.query("limit") ?? control.messagesDefault)
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > control.messagesMax) {
    return yield* invalid("limit", FormError.numberMax(control.messagesMax))
  }
  return Answer.json(200, { messages: yield* Messages.list(user, channel, limit) })
})

/** The answer object of product.md. */
const answerOf = ({ record, message }: { readonly record: InteractionRecord; readonly message: unknown }) => ({
  interaction_id: record.id,
  state: record.state,
  ...(record.callback_type === null ? {} : { response: { type: record.callback_type, ephemeral: record.ephemeral } }),
  ...(message === undefined ? {} : { message }),
  ...(record.choices === null ? {} : { choices: record.choices }),
  ...(record.error === null ? {} : { error: `${record.error.message}: ${record.error.because}` })
})

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
