/**
 * Routes of webhooks of channels, and their part of the routes that they share with interactions. Source: official OpenAPI
 * document.
 */

import type { ServiceError } from "@backlot/domain/error/ServiceError"
import { messageOfGithub } from "@backlot/domain/message/GithubMessage"
import { messageOfSlack } from "@backlot/domain/message/SlackMessage"
import * as Contract from "@backlot/protocol/rest/Webhooks"
import * as WebhookDoor from "@backlot/usecases/access/WebhookDoor"
import * as WebhookMessages from "@backlot/usecases/guild/WebhookMessages"
import * as Webhooks from "@backlot/usecases/guild/Webhooks"
import * as FileLimits from "@backlot/usecases/message/FileLimits"
import { Effect, type Result } from "effect"
import { Addresses } from "../boot/ServerContext.ts"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import { type Call, param } from "../http/Route.ts"
import { type Answering, admittedRoutes, forToken } from "./Admission.ts"
import { after, asBot, inChannel, inGuild, withBody } from "./BotCall.ts"

/** A route of a bot about one webhook. */
const ofWebhook = <R>(step: (webhook: Webhooks.WebhookOfBot, call: Call) => Answering<R>) =>
  asBot((application, call) => step({ application, webhook_id: param(call, "webhook_id") }, call))

const addressOf = (call: Call): WebhookDoor.WebhookAddress => ({
  webhook_id: param(call, "webhook_id"),
  token: param(call, "webhook_token")
})

/** A route of an address with a token: `channel` for a webhook of a channel, `interaction` for any other. */
export const byToken = <R1, R2>(
  channel: (address: WebhookDoor.WebhookAddress, call: Call) => Answering<R1>,
  interaction: (call: Call) => Answering<R2>
) =>
  forToken("webhook_token", (call) => {
    const address = addressOf(call)
    return Effect.flatMapEager(
      WebhookDoor.leadsToChannel(address),
      (leads): Answering<R1 | R2> => (leads ? channel(address, call) : interaction(call))
    )
  })

/** An address of a webhook alone. */
const ofChannel = <R>(step: (address: WebhookDoor.WebhookAddress, call: Call) => Answering<R>) =>
  forToken("webhook_token", (call) => step(addressOf(call), call))

/** With the address at which it is used, where the answer has its token. */
const withUrl = Effect.fnUntraced(function* <W extends { readonly id: string; readonly token?: string }>(webhook: W) {
  const { rest_url } = yield* Addresses
  const { id, token } = webhook
  return token === undefined ? webhook : { ...webhook, url: `${rest_url}/webhooks/${id}/${token}` }
})

const one = <W extends { readonly id: string; readonly token?: string }, E, R>(found: Effect.Effect<W, E, R>) =>
  Effect.flatMap(found, withUrl)

const all = <W extends { readonly id: string; readonly token?: string }, E, R>(
  found: Effect.Effect<ReadonlyArray<W>, E, R>
) => Effect.flatMap(found, Effect.forEach(withUrl))

type Address = WebhookDoor.WebhookAddress

const inThread = (address: Address, call: Call) =>
  Effect.map(Query.id(call, "thread_id"), (thread_id) => ({ ...address, thread_id }))

/** Sends what another service says, as a message; nothing where its form has none for it. */
const foreign = Effect.fnUntraced(function* (
  address: Address,
  call: Call,
  messageOf: (body: unknown) => Result.Result<object | undefined, ServiceError>
) {
  yield* Query.flag(call, "wait")
  const place = yield* inThread(address, call)
  yield* WebhookMessages.admitService(place)
  const { body } = yield* Body.message(call)
  const message = yield* Effect.fromResult(messageOf(body))
  if (message === undefined) yield* WebhookMessages.admit(place)
  else yield* WebhookMessages.send(place, { body: message, files: [], withComponents: false })
  return Answer.noContent
})

export const webhookRoutes = admittedRoutes(Contract.Webhooks, {
  create_webhook: inChannel(
    after(
      Webhooks.admit,
      withBody((address, body) => one(Webhooks.create(address, body)))
    )
  ),
  list_channel_webhooks: inChannel((address) => all(Webhooks.listOfChannel(address))),
  follow_channel: inChannel(after(Webhooks.admitFollow, withBody(Webhooks.follow))),
  get_guild_webhooks: inGuild((bot) => all(Webhooks.listOfGuild(bot))),
  get_webhook: ofWebhook((webhook) => one(Webhooks.get(webhook))),
  update_webhook: ofWebhook(
    after(
      Webhooks.admitEdit,
      withBody((webhook, body) => one(Webhooks.edit(webhook, body)))
    )
  ),
  delete_webhook: ofWebhook(Webhooks.remove),
  update_webhook_by_token: ofChannel(
    after(
      Webhooks.getByToken,
      withBody((address, body) => one(Webhooks.editByToken(address, body)))
    )
  ),
  delete_webhook_by_token: ofChannel(Webhooks.removeByToken),
  execute_slack_compatible_webhook: ofChannel(
    Effect.fnUntraced(function* (address, call) {
      yield* foreign(address, call, messageOfSlack)
      return Answer.json(200, "ok")
    })
  ),
  execute_github_compatible_webhook: ofChannel((address, call) => {
    const event = call.request.headers["x-github-event"]
    return foreign(address, call, (body) => messageOfGithub(String(event ?? ""), body))
  })
})

const ofMessage = (address: Address, call: Call) =>
  Effect.map(inThread(address, call), (place) => ({ ...place, message_id: param(call, "message_id") }))

const sent = Effect.fnUntraced(function* <R>(call: Call, admit: Answering<R>) {
  const withComponents = yield* Query.flag(call, "with_components")
  const limit = FileLimits.ofWebhook(param(call, "webhook_id"))
  return { ...(yield* Body.messageIf(call, admit, limit)), withComponents }
})

/** The part of webhooks of channels in the routes of `Interactions`. */
export const ofChannels = {
  get: (address: Address) => one(Webhooks.getByToken(address)),
  send: Effect.fnUntraced(function* (address: Address, call: Call) {
    const wait = yield* Query.flag(call, "wait")
    const place = yield* inThread(address, call)
    const message = yield* WebhookMessages.send(place, yield* sent(call, WebhookMessages.admit(place)))
    return wait ? message : Answer.noContent
  }),
  getMessage: (address: Address, call: Call) => Effect.flatMap(ofMessage(address, call), WebhookMessages.get),
  editMessage: Effect.fnUntraced(function* (address: Address, call: Call) {
    const place = yield* ofMessage(address, call)
    return yield* WebhookMessages.edit(place, yield* sent(call, WebhookMessages.admitEdit(place)))
  }),
  deleteMessage: (address: Address, call: Call) => Effect.flatMap(ofMessage(address, call), WebhookMessages.remove)
}
