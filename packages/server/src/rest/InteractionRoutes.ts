/**
 * The callback endpoint and the webhook endpoints of an interaction's token. The token authenticates; a bot token in
 * `Authorization` is tolerated. The address is judged before the body (decision 24). The interaction's trace records every
 * refusal. Source: wire-interactions.md §4.1, §4.7.
 */
import { describeFaults } from "@backlot/domain/error/Fault"
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import type { StorageError } from "@backlot/ports/Storage"
import { bodyOf, codeOf, statusOf } from "@backlot/protocol/error/ErrorTable"
import * as Contract from "@backlot/protocol/rest/Interactions"
import * as Query from "@backlot/protocol/rest/Query"
import * as InteractionCallbacks from "@backlot/usecases/interaction/InteractionCallbacks"
import * as InteractionCalls from "@backlot/usecases/interaction/InteractionCalls"
import * as InteractionWebhooks from "@backlot/usecases/interaction/InteractionWebhooks"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { type Call, param } from "../http/Route.ts"
import { admittedRoutes, forToken } from "./Admission.ts"

const callback = Effect.fnUntraced(function* (call: Call) {
  const wanted = Query.parseBoolean(call.query("with_response")) === true
  const address = { interaction_id: param(call, "interaction_id"), token: param(call, "interaction_token") }
  const traced = tracing(address, { channel: "callback", method: "POST" })
  const { body, files } = yield* traced(Effect.andThen(InteractionCallbacks.admit(address), Body.message(call)))
  const response = yield* traced(InteractionCallbacks.respond(address, body, files), body)
  return wanted ? Answer.json(200, response) : Answer.noContent
})

const webhook = Effect.fnUntraced(function* (call: Call) {
  const { address, traced } = hook(call, "GET")
  return Answer.json(200, yield* traced(InteractionWebhooks.webhook(address)))
})

const followUp = Effect.fnUntraced(function* (call: Call) {
  const { address, traced } = hook(call, "POST")
  const { body, files } = yield* traced(Effect.andThen(InteractionWebhooks.admit(address), Body.message(call)))
  return Answer.json(200, yield* traced(InteractionWebhooks.followUp(address, body, files), body))
})

const getMessage = Effect.fnUntraced(function* (call: Call) {
  const { address, message_id, traced } = hookedMessage(call, "GET")
  return Answer.json(200, yield* traced(InteractionWebhooks.getMessage(address, message_id)))
})

const editMessage = Effect.fnUntraced(function* (call: Call) {
  const { address, message_id, traced } = hookedMessage(call, "PATCH")
  const admitted = InteractionWebhooks.admitMessage(address, message_id)
  const { body, files } = yield* traced(Effect.andThen(admitted, Body.message(call)))
  return Answer.json(200, yield* traced(InteractionWebhooks.editMessage(address, message_id, body, files), body))
})

const deleteMessage = Effect.fnUntraced(function* (call: Call) {
  const { address, message_id, traced } = hookedMessage(call, "DELETE")
  yield* traced(InteractionWebhooks.deleteMessage(address, message_id))
  return Answer.noContent
})

export const interactionRoutes = admittedRoutes(Contract.Interactions, {
  create_interaction_response: forToken("interaction_token", callback),
  execute_webhook: forToken("webhook_token", followUp),
  get_webhook_by_token: forToken("webhook_token", webhook),
  get_webhook_message: forToken("webhook_token", getMessage),
  update_webhook_message: forToken("webhook_token", editMessage),
  delete_webhook_message: forToken("webhook_token", deleteMessage)
})

const addressOf = (call: Call): InteractionCalls.WebhookAddress => ({
  application_id: param(call, "webhook_id"),
  token: param(call, "webhook_token")
})

const hook = (call: Call, method: InteractionCalls.Call["method"]) => {
  const address = addressOf(call)
  return { address, traced: tracing(address, { channel: "webhook", method }) }
}

const hookedMessage = (call: Call, method: InteractionCalls.Call["method"]) => {
  const address = addressOf(call)
  const message_id = param(call, "message_id")
  return { address, message_id, traced: tracing(address, { channel: "webhook", method, message_id }) }
}

/** Notes a refusal of `effect` in the trace of the interaction of the address, with the body once it is read. */
const tracing =
  (address: InteractionCalls.CallbackAddress | InteractionCalls.WebhookAddress, call: InteractionCalls.Call) =>
  <A, E extends ServiceError, R>(effect: Effect.Effect<A, E | StorageError, R>, body?: unknown) =>
    Effect.tapError(effect, (error) =>
      error._tag === "StorageError"
        ? Effect.void
        : InteractionCalls.noteRefused(address, { ...call, body }, refusalOf(error))
    )

const refusalOf = (error: ServiceError): InteractionCalls.Refusal => {
  const faults = error._tag === "InvalidForm" ? { faults: describeFaults(error.faults) } : {}
  return { status: statusOf(error), code: codeOf(error), message: bodyOf(error).message, ...faults }
}
