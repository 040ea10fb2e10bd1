/**
 * A bot reads, edits and deletes a channel, a thread or a direct channel. Edits keep the rules of the world file.
 * Source: official OpenAPI document; the platform's documentation of channels and threads.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ElementBody } from "@backlot/domain/element/ElementBody"
import { fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { CommunityChannel, NotInDirect, ThreadArchived, TwinTags } from "@backlot/domain/error/ServiceError"
import { mostAt } from "@backlot/domain/guild/Boost"
import { channelBody, groupBody } from "@backlot/domain/guild/ChannelBody"
import { hasTwins, newTags, tagged } from "@backlot/domain/guild/ForumBody"
import { threadBody } from "@backlot/domain/guild/ThreadBody"
import { botObject } from "@backlot/domain/guild/UserWire"
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import { renamed } from "@backlot/domain/message/ChannelNotice"
import { BITS, has, type PermissionName } from "@backlot/domain/permission/Permission"
import { isCommunityChannel } from "@backlot/domain/record/GuildSettings"
import { isDirect, isThread } from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import {
  type BotInChannel,
  type BotInDirect,
  type ChannelAddress,
  inChannel,
  lacking,
  requireHere
} from "../access/BotEntry.ts"
import { channelObject, directObject, guildChannel, nextPosition } from "../access/ChannelObjects.ts"
import { requireThreadRoom } from "../access/ThreadRoom.ts"
import type { UserAddress } from "../access/UserPlace.ts"
import { commit } from "../event/EventLog.ts"
import { forumEmojis } from "../message/KnownEmojis.ts"
import * as Speaker from "../message/Speaker.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { clockTime, inTransaction, transact } from "../store/Transact.ts"
import * as WorldEdits from "../world/WorldEdits.ts"
import { requirePin, requireTags } from "./ForumTags.ts"
import { requireOverwrites, target } from "./GuildChannels.ts"

export const get = operation("Channels.get", (address: ChannelAddress) =>
  inTransaction(() => Body.flatMap(inChannel(address), shown))
)

/** Judges whether the channel may be edited at all, before the body is read; `edit` judges it again. */
export const admitEdit = operation("Channels.admitEdit", (address: ChannelAddress) =>
  inTransaction(() => editable(address))
)

/** Judges whether the channel is one of a guild, before the body is read. */
export const admit = operation("Channels.admit", (address: ChannelAddress) => inTransaction(() => inGuildOnly(address)))

/** The bot in a channel of a guild, or in a group of direct messages. */
const editable = function* (address: ChannelAddress) {
  const place = yield* inChannel(address)
  return place.kind === "guild" || place.channel.type === ChannelType.GROUP_DM ? place : yield* new NotInDirect()
}

export const edit = operation(
  "Channels.edit",
  Effect.fnUntraced(function* (address: ChannelAddress, sent: unknown) {
    const ids = yield* Ids
    const notice = yield* ids.next
    const tags = newTags(sent)
    const tagIds = tags === 0 ? [] : yield* ids.many(tags)
    const wish = function* () {
      const place = yield* editable(address)
      if (place.kind === "direct") {
        const { sha256 } = yield* Body.use(Secrets)
        const { id: channel_id } = place.channel
        return [
          {
            method: "patch" as const,
            target: { kind: "direct_channel" as const, channel_id },
            ...groupBody(sent, sha256)
          }
        ]
      }
      const { channel } = place
      const body = isThread(channel) ? yield* threadEdit(place, sent) : yield* channelEdit(place, sent, tagIds)
      const events = isThread(channel)
        ? yield* renaming(place, body.body["name"], notice)
        : yield* forumEmojis(place, channel.id, body)
      return [{ method: "patch" as const, target: target(channel, channel.id), ...body, events }]
    }
    return yield* WorldEdits.carryOut(wish, () => Body.flatMap(inChannel(address), shown))
  })
)

/** Deletes a guild channel; closes a direct channel, which stays unchanged. Gives the channel. */
export const remove = operation(
  "Channels.remove",
  Effect.fnUntraced(function* (address: ChannelAddress) {
    const { channel, last } = yield* transact(function* () {
      const place = yield* inChannel(address)
      yield* requireRemoval(place)
      return { channel: place.channel, last: yield* shown(place) }
    })
    if (isDirect(channel)) return last
    yield* WorldEdits.remove(target(channel, channel.id), () => Body.flatMap(inChannel(address), requireRemoval))
    return last
  })
)

/** Shows that the bot is typing. */
export const type = operation("Channels.type", (address: ChannelAddress) => typing(() => Speaker.ofBot(address)))

/** Shows that a user is typing, with the same rights as for a bot. */
export const typeOfUser = operation("Channels.typeOfUser", (address: UserAddress) =>
  typing(() => Speaker.ofUser(address))
)

const typing = <Y extends Body.Step>(enter: Speaker.Entering<Y>) =>
  commit(function* (now) {
    const speaker = yield* enter()
    yield* Speaker.requireVoice(speaker)
    const { guild_id, author, channel } = speaker
    const data = { channel_id: channel.id, guild_id, user_id: author.id, at: now }
    return { value: undefined, events: [{ type: "typing.started", data }] }
  })

/** The bot in a channel of a guild; in a direct one it fails with 50003. Inside a transaction. */
export const inGuildOnly = function* (address: ChannelAddress) {
  const place = yield* inChannel(address)
  return place.kind === "guild" ? place : yield* new NotInDirect()
}

const channelEdit = function* (place: BotInChannel, sent: unknown, tagIds: ReadonlyArray<Snowflake>) {
  yield* requireHere(place, "MANAGE_CHANNELS")
  const { type, available_tags = [] } = place.channel
  const read = tagged(
    channelBody(sent, { before: type, bitrateMax: mostAt("bitrate", place.guild) }),
    available_tags,
    tagIds
  )
  if (hasTwins(read.body)) return yield* new TwinTags()
  const { type: wanted, ...others } = read.body
  yield* requireOverwrites(place, read, place.channel.permission_overwrites)
  if (wanted === undefined || wanted === null || wanted === type) return { ...read, body: others }
  const isConvertible = CONVERTIBLE.includes(type) && CONVERTIBLE.includes(Number(wanted))
  return isConvertible ? read : { ...read, faults: [...read.faults, fault(["type"], FormError.choices(CONVERTIBLE))] }
}

/** The platform's documentation of `Modify Channel`: text to announcements and back. */
const CONVERTIBLE: ReadonlyArray<number> = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]

/**
 * The owner and MANAGE_THREADS may edit a thread; only the latter locks it or sets slow mode. Anyone who may write there can unarchive it unless it is locked. An
 * archived thread allows no other edit than that.
 */
const threadEdit = function* (place: BotInChannel, sent: unknown) {
  const { channel, application } = place
  const body: ElementBody = threadBody(sent, channel)
  const wakes = body.body["archived"] === false
  if (channel.archived === true && !wakes && body.faults.length === 0) return yield* new ThreadArchived()
  const asked = Object.keys(body.body)
  const onlyWakes = wakes && asked.length === 1 && channel.locked !== true
  const isManaging = asked.some((field) => MANAGED.has(field))
  const own = channel.owner_id === application.bot.id && !isManaging && channel.locked !== true
  yield* requireHere(place, onlyWakes || own ? "SEND_MESSAGES_IN_THREADS" : "MANAGE_THREADS")
  if (wakes && channel.archived === true) yield* requireThreadRoom(channel)
  yield* requirePost(place, body)
  return body
}

/** Tags and pins of a post. */
const requirePost = function* (place: BotInChannel, { body: { applied_tags: wanted, flags } }: ElementBody) {
  const { channel, parent, permissions } = place
  yield* requirePin(channel, flags)
  if (!Array.isArray(wanted) || parent === undefined) return
  const moderator = {
    may: (name: PermissionName) => has(permissions, BITS[name]),
    lacking: (names: ReadonlyArray<PermissionName>) => lacking(place, names)
  }
  yield* requireTags(moderator, parent, wanted, channel.applied_tags)
}

/** A thread says that it has another name. */
const renaming = function* ({ channel, application }: BotInChannel, name: unknown, id: Snowflake) {
  if (typeof name !== "string" || name === channel.name) return []
  const position = yield* nextPosition(channel)
  const done = { id, now_ms: yield* clockTime, author: botObject(application), position }
  const made = renamed(done, channel.id, name)
  yield* Retention.putMessage(made)
  return [messageEvent("message.created", made, channel)]
}

const MANAGED: ReadonlySet<string> = new Set(["locked", "rate_limit_per_user", "flags"])

const requireRemoval = function* (place: BotInChannel | BotInDirect) {
  if (place.kind === "direct") return
  const { channel, guild } = place
  yield* requireHere(place, isThread(channel) ? "MANAGE_THREADS" : "MANAGE_CHANNELS")
  if (isCommunityChannel(guild, channel.id)) return yield* new CommunityChannel()
}

const shown = function* (place: BotInChannel | BotInDirect) {
  if (place.kind === "direct") return yield* directObject(place.channel, place.application.bot.id)
  // The place may have been loaded before an edit.
  return yield* channelObject((yield* guildChannel(place.channel.id)) ?? place.channel)
}
