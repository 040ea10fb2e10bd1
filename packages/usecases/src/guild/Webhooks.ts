/**
 * Webhooks of channels: bots that may manage them, and whoever has a token. Source: official OpenAPI document,
 * `create_webhook`, `update_webhook`, `update_webhook_by_token`; the platform's documentation of webhooks.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm, TooManyWebhooks, UnknownWebhook, WrongChannelType } from "@backlot/domain/error/ServiceError"
import { decodeFollow, webhookBody } from "@backlot/domain/guild/WebhookBody"
import { webhookObject } from "@backlot/domain/guild/WebhookWire"
import { limits } from "@backlot/domain/record/WebhookLimits"
import { type Application, isDirect, type Webhook } from "@backlot/domain/record/World"
import { ChannelType, WEBHOOK_CHANNELS } from "@backlot/domain/record/WorldVocabulary"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { accounts, applicationsOfBots } from "../access/Accounts.ts"
import { type BotOfGuild, type ChannelAddress, inGuild, requireHere } from "../access/BotEntry.ts"
import * as WebhookDoor from "../access/WebhookDoor.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, transacting } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { inGuildOnly } from "./Channels.ts"

/** A webhook, as a bot names it. */
export interface WebhookOfBot {
  readonly application: Application
  readonly webhook_id: Snowflake
}

export const listOfChannel = operation(
  "Webhooks.listOfChannel",
  transacting(function* (address: ChannelAddress) {
    yield* managed(address)
    return yield* objects(yield* Collections.webhooks.by("channel", address.channel_id), address.application)
  })
)

export const listOfGuild = operation(
  "Webhooks.listOfGuild",
  transacting(function* (bot: BotOfGuild) {
    yield* inGuild(bot, "MANAGE_WEBHOOKS")
    return yield* objects(yield* Collections.webhooks.by("guild", bot.guild_id), bot.application)
  })
)

export const get = operation(
  "Webhooks.get",
  transacting(function* ({ application, webhook_id }: WebhookOfBot) {
    return yield* shown(yield* managedWebhook(application, webhook_id), application)
  })
)

/** Judges whether the channel may get a webhook, before the body is read; `create` judges it again. */
export const admit = operation("Webhooks.admit", (address: ChannelAddress) => inTransaction(() => parentOf(address)))

export const create = operation(
  "Webhooks.create",
  Effect.fnUntraced(function* (address: ChannelAddress, sent: unknown) {
    const { alphanumeric, sha256 } = yield* Secrets
    const webhook_id = yield* (yield* Ids).next
    const token = yield* alphanumeric(limits.tokenLength)
    const { application, channel_id } = address
    const wish = function* () {
      const { channel } = yield* parentOf(address)
      yield* requireRoom(channel_id)
      const { body, faults, ...read } = webhookBody(sent, sha256)
      const unnamed = body["name"] === undefined && faults.length === 0
      return [
        {
          method: "put" as const,
          target: { kind: "webhook" as const, guild_id: channel.guild_id, webhook_id },
          body: { ...body, channel_id, token, user_id: application.bot.id },
          faults: unnamed ? [fault(["name"], FormError.required)] : faults,
          ...read
        }
      ]
    }
    return yield* WorldEdits.carryOut(wish, () => Body.flatMap(stored(webhook_id), (made) => shown(made, application)))
  })
)

/** Judges whether the channel can be followed, before the body is read; `follow` judges it again. */
export const admitFollow = operation("Webhooks.admitFollow", (address: ChannelAddress) =>
  inTransaction(() => sourceOf(address))
)

/** A channel in which the bot may manage webhooks follows an announcement channel that it sees. */
export const follow = operation(
  "Webhooks.follow",
  Effect.fnUntraced(function* (address: ChannelAddress, sent: unknown) {
    const webhook_id = yield* (yield* Ids).next
    const { application } = address
    const wish = function* () {
      const { channel, guild } = yield* sourceOf(address)
      const { value, faults } = decodeFollow(sent)
      const channel_id = value.webhook_channel_id
      if (faults.length > 0) return yield* new InvalidForm({ faults })
      if (channel_id == null) return yield* new InvalidForm({ faults: [fault([FOLLOWER], FormError.required)] })
      const { channel: follower } = yield* managed({ application, channel_id })
      if (!FOLLOWERS.includes(follower.type)) return yield* new WrongChannelType()
      yield* requireRoom(channel_id)
      const others = yield* Collections.webhooks.by("source", channel.id)
      if (others.length >= limits.followers) return yield* new TooManyWebhooks({ max: limits.followers })
      const name = [...`${guild.name} #${channel.name}`].slice(0, limits.nameMax).join("")
      return [
        {
          method: "put" as const,
          target: { kind: "webhook" as const, guild_id: follower.guild_id, webhook_id },
          body: { name, channel_id, source_channel_id: channel.id, user_id: application.bot.id }
        }
      ]
    }
    yield* WorldEdits.carryOut(wish, () => Body.void)
    return { channel_id: address.channel_id, webhook_id }
  })
)

const FOLLOWER = "webhook_channel_id"

const FOLLOWERS: ReadonlyArray<number> = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]

const sourceOf = function* (address: ChannelAddress) {
  const place = yield* inGuildOnly(address)
  return place.channel.type === ChannelType.GUILD_ANNOUNCEMENT ? place : yield* new WrongChannelType()
}

/** Judges whether the bot may edit the webhook, before the body is read; `edit` judges it again. */
export const admitEdit = operation("Webhooks.admitEdit", ({ application, webhook_id }: WebhookOfBot) =>
  inTransaction(() => managedWebhook(application, webhook_id))
)

/** Renames it, or moves it to a channel in which the bot may manage webhooks too. */
export const edit = operation(
  "Webhooks.edit",
  Effect.fnUntraced(function* ({ application, webhook_id }: WebhookOfBot, sent: unknown) {
    const { sha256 } = yield* Secrets
    const wish = function* () {
      const webhook = yield* managedWebhook(application, webhook_id)
      const read = webhookBody(sent, sha256)
      const channel_id = read.body["channel_id"]
      const isMoved = typeof channel_id === "string" && channel_id !== webhook.channel_id && read.faults.length === 0
      if (isMoved) {
        yield* managed({ application, channel_id })
        yield* requireRoom(channel_id)
      }
      return [wishOf(webhook, read)]
    }
    return yield* WorldEdits.carryOut(wish, () => Body.flatMap(stored(webhook_id), (made) => shown(made, application)))
  })
)

export const remove = operation("Webhooks.remove", ({ application, webhook_id }: WebhookOfBot) =>
  removing(() => managedWebhook(application, webhook_id))
)

// With the token alone.

export const getByToken = operation(
  "Webhooks.getByToken",
  transacting(function* (address: WebhookDoor.WebhookAddress) {
    return yield* shownByToken(yield* WebhookDoor.open(address))
  })
)

export const editByToken = operation(
  "Webhooks.editByToken",
  Effect.fnUntraced(function* (address: WebhookDoor.WebhookAddress, sent: unknown) {
    const { sha256 } = yield* Secrets
    const wish = function* () {
      const { body, ...read } = webhookBody(sent, sha256)
      const { channel_id: _, ...kept } = body
      return [wishOf(yield* WebhookDoor.open(address), { ...read, body: kept })]
    }
    return yield* WorldEdits.carryOut(wish, () => Body.flatMap(stored(address.webhook_id), shownByToken))
  })
)

export const removeByToken = operation("Webhooks.removeByToken", (address: WebhookDoor.WebhookAddress) =>
  removing(() => WebhookDoor.open(address))
)

const removing = Effect.fnUntraced(function* <Y extends Body.Step>(enter: () => Iterable<Y, Webhook, unknown>) {
  // Which guild it is in is known only inside a transaction.
  const webhook = yield* inTransaction(enter)
  yield* WorldEdits.remove(targetOf(webhook), enter)
})

const targetOf = ({ guild_id, id }: Webhook) => ({ kind: "webhook" as const, guild_id, webhook_id: id })

const wishOf = (webhook: Webhook, read: ElementBody): WorldEdits.Wish => ({
  method: "patch",
  target: targetOf(webhook),
  ...read
})

const stored = (id: Snowflake) => existing(Collections.webhooks.get(id), UnknownWebhook)

/** The bot in a channel in which it may manage webhooks. */
const managed = function* (address: ChannelAddress) {
  const place = yield* inGuildOnly(address)
  yield* requireHere(place, "MANAGE_WEBHOOKS")
  return place
}

const parentOf = function* (address: ChannelAddress) {
  const place = yield* managed(address)
  return WEBHOOK_CHANNELS.includes(place.channel.type) ? place : yield* new WrongChannelType()
}

const managedWebhook = function* (application: Application, id: Snowflake) {
  const webhook = yield* stored(id)
  yield* managed({ application, channel_id: webhook.channel_id })
  return webhook
}

const requireRoom = function* (channelId: Snowflake) {
  const max = limits.perChannel
  const { length } = yield* Collections.webhooks.by("channel", channelId)
  if (length >= max) return yield* new TooManyWebhooks({ max })
}

/** Webhooks for a bot, which does not see the tokens of other applications. Our choice: docs/choices.md "Webhooks". */
const objects = function* (webhooks: ReadonlyArray<Webhook>, reader: Application) {
  const creators = webhooks.flatMap(({ user_id }) => user_id ?? [])
  const users = yield* accounts(creators)
  const owners = new Map((yield* applicationsOfBots(creators)).map(({ id, bot }) => [bot.id, id]))
  const sources = yield* sourcesOf(webhooks)
  return webhooks.map((webhook) => {
    const { user_id, source_channel_id } = webhook
    const application_id = (user_id === null ? undefined : owners.get(user_id)) ?? null
    const showsToken = application_id === null || application_id === reader.id
    const source = sources.get(source_channel_id ?? "")
    return webhookObject(webhook, { application_id, user: users.get(user_id ?? ""), source, showsToken })
  })
}

/** The followed channels with their guilds, by the ids of the channels. */
const sourcesOf = function* (webhooks: ReadonlyArray<Webhook>) {
  const ids = webhooks.flatMap(({ source_channel_id: id }) => (id === null ? [] : [[id]]))
  const found = yield* Collections.channels.existing(ids)
  const channels = found.flatMap((channel) => (isDirect(channel) ? [] : [channel]))
  const guilds = yield* Collections.guilds.existing([...new Set(channels.map((c) => c.guild_id))].map((id) => [id]))
  return new Map(
    channels.flatMap((channel) => {
      const guild = guilds.find(({ id }) => id === channel.guild_id)
      return guild === undefined ? [] : [[channel.id, { channel, guild }] as const]
    })
  )
}

const shown = (webhook: Webhook, reader: Application) =>
  Body.map(objects([webhook], reader), ([object]) => {
    if (object === undefined) throw new Error("a view of nothing")
    return object
  })

const shownByToken = function* (webhook: Webhook) {
  const owner = yield* WebhookDoor.ownerOf(webhook)
  return webhookObject(webhook, { application_id: owner?.id ?? null, showsToken: true })
}
