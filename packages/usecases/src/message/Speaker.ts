/**
 * The speaker in a channel: a bot over REST, or a user over the control plane, judged by the same rules. Loaded inside
 * a transaction. Source: wire-interactions.md §5.4; the platform's documentation of `Create Message`.
 */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import type { UserObject } from "@backlot/domain/guild/GuildWire"
import { botObject, userObject, webhookUser } from "@backlot/domain/guild/UserWire"
import type { Mentionable } from "@backlot/domain/message/Mention"
import type { LobbyPart } from "@backlot/domain/message/Message"
import * as Permission from "@backlot/domain/permission/Permission"
import * as Standing from "@backlot/domain/permission/Standing"
import type { LobbyRecord } from "@backlot/domain/record/LobbyRecord"
import { type Application, type Channel, isDirect, isThread, type Webhook } from "@backlot/domain/record/World"
import { ChannelType } from "@backlot/domain/record/WorldVocabulary"
import type * as Body from "@backlot/ports/Body"
import { Result } from "effect"
import { rolesOf, usersOf } from "../access/Accounts.ts"
import { type ChannelAddress, inChannel, lacking } from "../access/BotEntry.ts"
import * as UserPlace from "../access/UserPlace.ts"
import { clockTime } from "../store/Transact.ts"
import * as KnownEmojis from "./KnownEmojis.ts"

/** The lobby of a message. */
interface LobbyVoice {
  readonly record: LobbyRecord
  readonly part: LobbyPart
}

export interface Speaker {
  readonly author: UserObject
  readonly channel: Channel
  /** Null in a direct channel. */
  readonly guild_id: Snowflake | null
  /** The lobby of a speaker in a lobby or its linked channel; see LobbyMessages. */
  readonly lobby?: LobbyVoice
  /** Whoever writes into a thread joins it, but a webhook is nobody. */
  readonly joins?: true
  /** Of a webhook: the bot of its application, or whoever made it. */
  readonly behind?: Snowflake | null
  /** The thread is not stored yet: it begins with this message. */
  readonly opening?: true
  /** In a direct channel everyone may do everything. */
  readonly may: (name: Permission.PermissionName) => boolean
  /** A clause about those of the permissions that the speaker lacks. */
  readonly lacking: (names: ReadonlyArray<Permission.PermissionName>) => string
}

/** A bot in a channel: fails with 10003 and 50001 as `BotEntry.inChannel` does. */
export const ofBot = function* (address: ChannelAddress) {
  const place = yield* inChannel(address)
  return {
    author: botObject(address.application),
    joins: true,
    channel: place.channel,
    guild_id: place.kind === "guild" ? place.guild.id : null,
    may: (name) => place.kind === "direct" || Permission.has(place.permissions, Permission.BITS[name]),
    lacking: (names) => (place.kind === "direct" ? NOTHING : lacking(place, names))
  } satisfies Speaker as Speaker
}

/** A user in a channel that they see. */
export const ofUser = function* ({ user_id, channel_id }: UserPlace.UserAddress) {
  const place = yield* UserPlace.load(user_id, channel_id)
  const standing = Standing.standingIn({ user: place.user, place, now_ms: yield* clockTime })
  const hidden = Standing.hiddenBecause(standing)
  if (hidden !== undefined) return yield* new ServiceError.MissingAccess({ because: hidden })
  return {
    author: userObject(place.user),
    joins: true,
    channel: place.channel,
    guild_id: place.kind === "guild" ? place.guild.id : null,
    may: (name) => standing.kind === "direct" || Standing.may(standing, name),
    lacking: (names) =>
      standing.kind === "direct"
        ? NOTHING
        : Standing.lacking(standing, Permission.bitsOf(names) & ~standing.permissions)
  } satisfies Speaker as Speaker
}

/** A webhook, which may do everything in its channel. */
export const ofWebhook = (webhook: Webhook, channel: Channel, owner?: Application): Speaker => ({
  author: webhookUser(webhook),
  behind: owner?.bot.id ?? webhook.user_id,
  channel,
  guild_id: webhook.guild_id,
  may: () => true,
  lacking: () => NOTHING
})

/** Judges the emojis of a body that the speaker sends, and gives what to tell of them. */
export const naming = ({ author, behind = author.id, guild_id, channel }: Speaker, body: unknown) =>
  KnownEmojis.judge({ user_id: behind, guild_id, channel_id: channel.id }, body)

const NOTHING = "everyone may do everything in a direct channel"

/** How a use case loads its speaker, inside the transaction. */
export type Entering<Y extends Body.Step> = () => Iterable<Y, Speaker, unknown>

/** Fails with 50013 when one is missing. */
export const require = (
  speaker: Speaker,
  ...names: ReadonlyArray<Permission.PermissionName>
): Result.Result<void, ServiceError.MissingPermissions> =>
  names.every(speaker.may)
    ? Result.void
    : Result.fail(new ServiceError.MissingPermissions({ because: speaker.lacking(names) }))

/** Fails when the speaker may send nothing here. */
export const requireVoice = function* (speaker: Speaker) {
  const { channel } = speaker
  if (isDirect(channel)) return
  if (!TEXT.has(channel.type)) return yield* new ServiceError.NotTextChannel()
  yield* require(speaker, isThread(channel) ? "SEND_MESSAGES_IN_THREADS" : "SEND_MESSAGES")
  if (isThread(channel) && channel.locked === true && !speaker.may("MANAGE_THREADS")) {
    yield* channel.archived === true ? new ServiceError.ThreadArchived() : new ServiceError.ThreadLocked()
  }
}

/** For what only moderators may do, and nobody in a direct channel. */
export const requireModerator = function* (speaker: Speaker) {
  if (speaker.guild_id === null) return yield* new ServiceError.NotInDirect()
  yield* require(speaker, "MANAGE_MESSAGES")
}

/** An archived thread allows nothing but a new message, which unarchives it. */
export const requireAwake = ({ channel }: Speaker): Result.Result<void, ServiceError.ThreadArchived> =>
  !isDirect(channel) && isThread(channel) && channel.archived === true
    ? Result.fail(new ServiceError.ThreadArchived())
    : Result.void

/** The users and roles that the speaker's text can mention, among these users. */
export const mentionable = function* (speaker: Speaker, ids: ReadonlyArray<Snowflake>) {
  const { guild_id } = speaker
  const roles = guild_id === null ? [] : yield* rolesOf(guild_id)
  const everyone = guild_id !== null && speaker.may("MENTION_EVERYONE")
  return {
    users: yield* usersOf(ids),
    roles: roles.flatMap(({ id, mentionable: open = false }) => (everyone || open ? [id] : [])),
    everyone
  } satisfies Mentionable
}

const TEXT: ReadonlySet<number> = new Set([
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.ANNOUNCEMENT_THREAD,
  ChannelType.PUBLIC_THREAD,
  ChannelType.PRIVATE_THREAD
])
