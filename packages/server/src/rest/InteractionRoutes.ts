/**
 * The callback endpoint and the webhook endpoints of an interaction's token, those of webhooks of channels too (`WebhookRoutes`). The token authenticates; a bot token in
 * `Authorization` is tolerated. The address is judged before the body (decision 24). The interaction's trace records every
 * refusal. Source: wire-interactions.md §4.1, §4.7.
 */
import { wireOf } from "@backlot/domain/error/Failure"
import { describeFaults } from "@backlot/domain/error/Fault"
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import type { StorageError } from "@backlot/ports/Storage"
import * as Contract from "@backlot/protocol/rest/Interactions"
import type { WebhookAddress } from "@backlot/usecases/access/WebhookDoor"
import * as InteractionCalls from "@backlot/usecases/interaction/InteractionCalls"
import * as InteractionWebhooks from "@backlot/usecases/interaction/InteractionWebhooks"
import * as FileLimits from "@backlot/usecases/message/FileLimits"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { type Answering, admittedRoutes, forToken } from "./Admission.ts"
import { byToken, ofChannels } from "./WebhookRoutes.ts"

const filesOf = ({ token }: { readonly token: string }) => FileLimits.ofInteraction(token)

const callback = Effect.fnUntraced(function* (call: Call) {
  const wanted = Query.parseBoolean(call.query("with_response")) === true
  const address = { interaction_id: param(call, "interaction_id"), token: param(call, "interaction_token") }
  const traced = tracing(address, { channel: "callback", method: "POST" })
  const { body, files } = yield* traced(Body.messageIf(call, InteractionCalls.admit(address), filesOf(address)))
  const response = yield* traced(InteractionCalls.respond(address, body, files), body)
  return wanted ? Answer.json(200, response) : Answer.noContent
})

/** A route of the webhook of an interaction, or of a channel; `message_id` is that of the path, if any. */
const hooked = <R1, R2>(
  method: InteractionCalls.Call["method"],
  channel: (address: WebhookAddress, call: Call) => Answering<R1>,
  step: (address: InteractionCalls.WebhookAddress, traced: Traced, call: Call, message_id: string) => Answering<R2>
) =>
  byToken(channel, (call) => {
    const address = { application_id: param(call, "webhook_id"), token: param(call, "webhook_token") }
    const { message_id } = call.params
    const noted = { channel: "webhook", method, ...(message_id === undefined ? {} : { message_id }) } as const
    return step(address, tracing(address, noted), call, message_id ?? "")
  })

const followUp = hooked(
  "POST",
  ofChannels.send,
  Effect.fnUntraced(function* (address, traced, call) {
    const { body, files } = yield* traced(Body.messageIf(call, InteractionWebhooks.admit(address), filesOf(address)))
    return yield* traced(InteractionWebhooks.followUp(address, body, files), body)
  })
)

const editMessage = hooked(
  "PATCH",
  ofChannels.editMessage,
  Effect.fnUntraced(function* (address, traced, call, message_id) {
    const admitted = InteractionWebhooks.admitMessage(address, message_id)
    const { body, files } = yield* traced(Body.messageIf(call, admitted, filesOf(address)))
    return yield* traced(InteractionWebhooks.editMessage(address, message_id, body, files), body)
  })
)

export const interactionRoutes = admittedRoutes(Contract.Interactions, {
  create_interaction_response: forToken("interaction_token", callback),
  execute_webhook: followUp,
  get_webhook_by_token: hooked("GET", ofChannels.get, (address, traced) =>
    traced(InteractionWebhooks.webhook(address))
  ),
  get_webhook_message: hooked("GET", ofChannels.getMessage, (address, traced, _, message_id) =>
    traced(InteractionWebhooks.getMessage(address, message_id))
  ),
  update_webhook_message: editMessage,
  delete_webhook_message: hooked("DELETE", ofChannels.deleteMessage, (address, traced, _, message_id) =>
    traced(InteractionWebhooks.deleteMessage(address, message_id))
  )
})

/** Notes a refusal of `effect` in the trace of the interaction of the address, with the body once it is read. */
const tracing =
  (address: InteractionCalls.CallbackAddress | InteractionCalls.WebhookAddress, call: InteractionCalls.Call) =>
  <A, E extends ServiceError, R>(effect: Effect.Effect<A, E | StorageError, R>, body?: unknown) =>
    Effect.tapError(effect, (error) =>
      error._tag === "StorageError"
        ? Effect.void
        : InteractionCalls.noteRefused(address, { ...call, body }, refusalOf(error))
    )

type Traced = ReturnType<typeof tracing>

const refusalOf = (error: ServiceError): InteractionCalls.Refusal => {
  const faults = error._tag === "InvalidForm" ? { faults: describeFaults(error.faults) } : {}
  return { ...wireOf(error), ...faults }
}
