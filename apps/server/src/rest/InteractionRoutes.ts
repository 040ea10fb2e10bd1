/**
 * The callback endpoint and the webhook endpoints of an interaction's token. No authentication: the token is the key,
 * and a bot token in `Authorization` is tolerated. Source: wire-interactions.md §4.1, §4.7.
 */
import * as Query from "@backlot/protocol/Query"
import * as Contract from "@backlot/protocol/Rest"
import * as InteractionCallbacks from "@backlot/usecases/InteractionCallbacks"
import * as InteractionWebhooks from "@backlot/usecases/InteractionWebhooks"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import { type Call, param, routesOf } from "../http/Route.ts"

const callback = Effect.fnUntraced(function* (call: Call) {
  const wanted = Query.parseBoolean(call.query("with_response")) === true
  const address = { interaction_id: param(call, "interaction_id"), token: param(call, "interaction_token") }
  const response = yield* InteractionCallbacks.respond(address, yield* Body.json(call))
  return wanted ? Answer.json(200, response) : Answer.noContent
})

const hook = (call: Call) => ({ application_id: param(call, "webhook_id"), token: param(call, "webhook_token") })

const webhook = Effect.fnUntraced(function* (call: Call) {
  return Answer.json(200, yield* InteractionWebhooks.webhook(hook(call)))
})

const followUp = Effect.fnUntraced(function* (call: Call) {
  return Answer.json(200, yield* InteractionWebhooks.followUp(hook(call), yield* Body.json(call)))
})

const getMessage = Effect.fnUntraced(function* (call: Call) {
  return Answer.json(200, yield* InteractionWebhooks.getMessage(hook(call), param(call, "message_id")))
})

const editMessage = Effect.fnUntraced(function* (call: Call) {
  const body = yield* Body.json(call)
  return Answer.json(200, yield* InteractionWebhooks.editMessage(hook(call), param(call, "message_id"), body))
})

const deleteMessage = Effect.fnUntraced(function* (call: Call) {
  yield* InteractionWebhooks.deleteMessage(hook(call), param(call, "message_id"))
  return Answer.noContent
})

export const interactionRoutes = routesOf(Contract.Interactions, {
  create_interaction_response: callback,
  execute_webhook: followUp,
  get_webhook_by_token: webhook,
  get_webhook_message: getMessage,
  update_webhook_message: editMessage,
  delete_webhook_message: deleteMessage
})
