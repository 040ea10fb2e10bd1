/**
 * Endpoints of webhooks of channels, but for those that they share with interactions (`Interactions`). Source: official OpenAPI
 * document.
 */
import { Follow, NewWebhook, WebhookEdit, WebhookEditByToken } from "@backlot/domain/guild/WebhookBody"
import { GithubShape } from "@backlot/domain/message/GithubMessage"
import { SlackShape } from "@backlot/domain/message/SlackMessage"
import { Schema } from "effect"
import { query, Record, Records } from "../openapi/Endpoint.ts"
import { bot, bots, by, nobody, restGroup } from "../openapi/RestDocument.ts"

const IN_CHANNEL = "/channels/:channel_id/webhooks"
const WEBHOOK = "/webhooks/:webhook_id"
const BY_TOKEN = `${WEBHOOK}/:webhook_token` as const

const callers = by(nobody, bot)

const thread_id = query("The thread of the message.")

export const Webhooks = restGroup("webhooks", {
  create_webhook: bots.post(IN_CHANNEL, { body: NewWebhook, answer: Record }),
  list_channel_webhooks: bots.get(IN_CHANNEL, { answer: Records }),
  follow_channel: bots.post("/channels/:channel_id/followers", { body: Follow, answer: Record }),
  get_guild_webhooks: bots.get("/guilds/:guild_id/webhooks", { answer: Records }),
  get_webhook: bots.get(WEBHOOK, { answer: Record }),
  update_webhook: bots.patch(WEBHOOK, { body: WebhookEdit, answer: Record }),
  delete_webhook: bots.delete(WEBHOOK),
  update_webhook_by_token: callers.patch(BY_TOKEN, { body: WebhookEditByToken, answer: Record }),
  delete_webhook_by_token: callers.delete(BY_TOKEN),
  execute_slack_compatible_webhook: callers.post(`${BY_TOKEN}/slack`, {
    query: { wait: query("Waits for the message; the answer is the same."), thread_id },
    body: SlackShape,
    answer: Schema.Literal("ok"),
    text: "A message in the form of another service. A form may have it as JSON in `payload`."
  }),
  execute_github_compatible_webhook: callers.post(`${BY_TOKEN}/github`, {
    query: { wait: query("Without effect."), thread_id },
    body: GithubShape,
    text: "What a code forge tells; X-GitHub-Event names the event."
  })
})
