/**
 * Where a bot stands in a guild: what its REST calls are judged by, and which messages its sessions are told of. Loaded
 * inside a transaction. Source: wire-interactions.md §5.4; wire-rest.md §3.3 (10004, 50001, 50013).
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { MissingAccess, MissingPermissions, UnknownChannel, UnknownGuild } from "@backlot/domain/error/ServiceError"
import * as Permission from "@backlot/domain/permission/Permission"
import { type ChannelSnapshot, isTimedOut, permissionsIn } from "@backlot/domain/permission/Place"
import {
  type Application,
  type DirectChannel,
  type Guild,
  type GuildChannel,
  type GuildInstall,
  isDirect,
  isThread,
  type Member,
  type Role
} from "@backlot/domain/record/World"
import { Effect } from "effect"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"

/** A bot in a guild as a whole. */
export interface BotInGuild {
  readonly application: Application
  readonly guild: Guild
  readonly roles: ReadonlyArray<Role>
  readonly install: GuildInstall
  readonly member: Member
  readonly now_ms: number
}

/** A bot in a channel of a guild. */
export interface BotInChannel extends BotInGuild {
  readonly kind: "guild"
  readonly channel: GuildChannel
  /** The channel of a thread. */
  readonly parent: GuildChannel | undefined
  /** Computed in the channel. */
  readonly permissions: bigint
}

export interface BotInDirect {
  readonly kind: "direct"
  readonly application: Application
  readonly channel: DirectChannel
}

/** Fails with 10004 for a guild that is not there, and with 50001 where the bot is no member. */
export const inGuild = Effect.fnUntraced(function* (application: Application, guildId: Snowflake, nowMs: number) {
  const guild = yield* Collections.guilds.get(Collection.id(guildId))
  if (guild === undefined) return yield* new UnknownGuild()
  const install = yield* Collections.guildInstalls.get(Collection.id(guildId), Collection.id(application.id))
  const member = yield* Collections.members.get(Collection.id(guildId), Collection.id(application.bot.id))
  if (install === undefined || member === undefined || !install.scopes.includes("bot"))
    return yield* new MissingAccess()
  const roles = yield* Collections.roles.list([Collection.id(guildId)])
  return { application, guild, roles, install, member, now_ms: nowMs } satisfies BotInGuild
})

/** Fails with 10003 for a channel that is not there, and with 50001 where the bot is not or may not view. */
export const inChannel = Effect.fnUntraced(function* (application: Application, channelId: Snowflake, nowMs: number) {
  const channel = yield* Collections.channels.get(Collection.id(channelId))
  if (channel === undefined) return yield* new UnknownChannel()
  if (isDirect(channel)) {
    if (!channel.recipients.includes(application.bot.id)) return yield* new MissingAccess()
    return { kind: "direct", application, channel } satisfies BotInDirect
  }
  const there = yield* inGuild(application, channel.guild_id, nowMs).pipe(
    Effect.catchTag("UnknownGuild", () => Effect.fail(new UnknownChannel()))
  )
  const parent =
    isThread(channel) && channel.parent_id !== null
      ? yield* Collections.channels.get(Collection.id(channel.parent_id))
      : undefined
  const place = { channel, parent: parent === undefined || isDirect(parent) ? undefined : parent }
  const permissions = permissionsOf(there, place)
  if (!Permission.has(permissions, Permission.BITS.VIEW_CHANNEL)) return yield* new MissingAccess()
  return { kind: "guild", ...there, ...place, permissions } satisfies BotInChannel
})

/** Whether the bot may view a channel of the guild. */
export const mayView = (there: BotInGuild, where: ChannelSnapshot): boolean =>
  Permission.has(permissionsOf(there, where), Permission.BITS.VIEW_CHANNEL)

/** The bot's permissions in a channel of the guild. */
export const permissionsOf = (there: BotInGuild, where: ChannelSnapshot): bigint =>
  permissionsIn(there, { member: there.member, extra: BigInt(there.install.permissions) }, where, there.now_ms)

/** The bot's permissions in the guild as a whole. */
export const guildPermissions = ({ guild, roles, member, install, now_ms }: BotInGuild): bigint => {
  const timedOut = isTimedOut(member, now_ms)
  const all = Permission.inGuild({
    owner_id: guild.owner_id,
    guild_id: guild.id,
    roles,
    member,
    timedOut,
    extra: BigInt(install.permissions)
  })
  return timedOut && all !== Permission.ALL ? all & Permission.TIMEOUT_KEEPS : all
}

/** Fails with 50013 when one is missing. */
export const require = (
  permissions: bigint,
  ...names: ReadonlyArray<Permission.PermissionName>
): Effect.Effect<void, MissingPermissions> =>
  names.every((name) => Permission.has(permissions, Permission.BITS[name]))
    ? Effect.void
    : Effect.fail(new MissingPermissions())
