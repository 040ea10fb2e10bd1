/** Endpoints that answer interactions; the token is in the path. Source: wire-interactions.md §4. */
import { Schema } from "effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { query, Record } from "../openapi/Endpoint.ts"
import { bot, nobody, restGroup } from "../openapi/RestDocument.ts"
import * as Payload from "./MessagePayload.ts"

const HOOK = "/webhooks/:webhook_id/:webhook_token"
const MESSAGE = `${HOOK}/messages/:message_id` as const

const security = [nobody, bot] as const
// `@original` is one value of message_id.
const params = { message_id: Schema.String }

export const Interactions = restGroup("interactions", {
  create_interaction_response: {
    method: "POST",
    path: "/interactions/:interaction_id/:interaction_token/callback",
    security,
    query: { with_response: query() },
    body: Payload.Callback,
    form: "InteractionResponseForm",
    answer: [HttpApiSchema.NoContent, Record],
    text: "The first answer to an interaction, within 3 seconds and once."
  },
  execute_webhook: {
    method: "POST",
    path: HOOK,
    security,
    body: Payload.Message,
    form: "MessageForm",
    answer: Record,
    text: "A follow-up; the first one after a deferral completes it."
  },
  get_webhook_by_token: { method: "GET", path: HOOK, security, answer: Record },
  get_webhook_message: {
    method: "GET",
    path: MESSAGE,
    security,
    params,
    answer: Record,
    text: "`@original` as message_id is the original response."
  },
  update_webhook_message: {
    method: "PATCH",
    path: MESSAGE,
    security,
    params,
    body: Payload.Message,
    form: "MessageForm",
    answer: Record,
    text: "`@original` as message_id is the original response; an edit completes a deferral."
  },
  delete_webhook_message: {
    method: "DELETE",
    path: MESSAGE,
    security,
    params,
    text: "`@original` as message_id is the original response."
  }
})
