/**
 * Endpoints that answer interactions, some of them shared with webhooks of channels; the token is in the path. Source:
 * wire-interactions.md §4; official OpenAPI document.
 */
import { ChoicesShape } from "@backlot/domain/interaction/AutocompleteResult"
import { DeferralShape } from "@backlot/domain/interaction/Callback"
import { ModalShape } from "@backlot/domain/interaction/Modal"
import { BodyShape } from "@backlot/domain/message/MessageBody"
import { WebhookShape } from "@backlot/domain/message/WebhookMessage"
import { CallbackType } from "@backlot/domain/record/InteractionKind"
import { Any, field, needed, shownAs } from "@backlot/domain/validation/Shape"
import { shownOf } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { query, Record } from "../openapi/Endpoint.ts"
import { bot, by, nobody, restGroup } from "../openapi/RestDocument.ts"

const response = <T extends CallbackType>(identifier: string, type: T, data?: Schema.Top) =>
  Schema.Struct({ type: Schema.Literal(type), ...(data === undefined ? {} : { data: shownOf(data) }) }).annotate({
    identifier
  })

/** The `data` of each type of response. The service refuses other types at `type`. */
export const callback = () =>
  Schema.Union([
    response("PongResponse", CallbackType.PONG),
    response("MessageResponse", CallbackType.CHANNEL_MESSAGE_WITH_SOURCE, needed(BodyShape)),
    response("DeferredMessageResponse", CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE, field(DeferralShape)),
    response("DeferredUpdateResponse", CallbackType.DEFERRED_UPDATE_MESSAGE),
    response("UpdateResponse", CallbackType.UPDATE_MESSAGE, field(BodyShape)),
    response("AutocompleteResponse", CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT, needed(ChoicesShape)),
    response("ModalResponse", CallbackType.MODAL, needed(ModalShape)),
    response("PremiumRequiredResponse", CallbackType.PREMIUM_REQUIRED),
    response("LaunchActivityResponse", CallbackType.LAUNCH_ACTIVITY)
  ]).annotate({ identifier: "InteractionResponseBody" })

const HOOK = "/webhooks/:webhook_id/:webhook_token"
const MESSAGE = `${HOOK}/messages/:message_id` as const

const callers = by(nobody, bot)
// `@original` is one value of message_id.
const params = { message_id: Schema.String }

const thread_id = query("Of channels: the thread of the message.")
const with_components = query("Of channels: reads components of webhooks that belong to no application.")

export const Interactions = restGroup("interactions", {
  create_interaction_response: callers.post("/interactions/:interaction_id/:interaction_token/callback", {
    query: { with_response: query() },
    body: shownAs(Any, callback),
    form: "InteractionResponseForm",
    answer: [HttpApiSchema.NoContent, Record],
    text: "The first answer to an interaction, within 3 seconds and once."
  }),
  execute_webhook: callers.post(HOOK, {
    query: { wait: query("Of channels: answers the message."), thread_id, with_components },
    body: WebhookShape,
    form: "MessageForm",
    answer: [Record, HttpApiSchema.NoContent],
    text: "Of interactions: a follow-up, which is answered; the first one after a deferral completes it."
  }),
  get_webhook_by_token: callers.get(HOOK, { answer: Record }),
  get_webhook_message: callers.get(MESSAGE, {
    params,
    query: { thread_id },
    answer: Record,
    text: "`@original` as message_id is the original response."
  }),
  update_webhook_message: callers.patch(MESSAGE, {
    params,
    query: { thread_id, with_components },
    body: BodyShape,
    form: "MessageForm",
    answer: Record,
    text: "`@original` as message_id is the original response; an edit completes a deferral."
  }),
  delete_webhook_message: callers.delete(MESSAGE, {
    params,
    query: { thread_id },
    text: "`@original` as message_id is the original response."
  })
})
