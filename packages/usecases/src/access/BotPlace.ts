/**
 * A bot in a guild, in one of its channels, or in a direct channel. REST calls are judged by it, and so are the messages
 * that its sessions receive. Loaded inside a transaction. Source: wire-interactions.md §5.4; wire-rest.md §3.3 (10004,
 * 50001, 50013).
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { MissingAccess, MissingPermissions, UnknownChannel, UnknownGuild } from "@backlot/domain/error/ServiceError"
import * as Permission from "@backlot/domain/permission/Permission"
import {
  type ChannelSnapshot,
  type DirectPlace,
  type GuildPlace,
  type Holder,
  permissionsIn,
  permissionsInGuild
} from "@backlot/domain/permission/Place"
import { type Application, type GuildInstall, isDirect } from "@backlot/domain/record/World"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import { existing } from "../store/Transact.ts"
import { parentOf } from "./ThreadParent.ts"

/** A bot in a guild as a whole. */
export interface BotInGuild extends Pick<GuildPlace, "guild" | "roles" | "member"> {
  readonly application: Application
  readonly install: GuildInstall
  readonly now_ms: number
}

/** A bot in a channel of a guild. */
export interface BotInChannel extends BotInGuild, GuildPlace {
  readonly permissions: bigint
}

export interface BotInDirect extends DirectPlace {
  readonly application: Application
}

/** Fails with 10004 for an unknown guild, and with 50001 where the bot is no member. */
export const inGuild = Effect.fnUntraced(function* (application: Application, guildId: Snowflake, nowMs: number) {
  const guild = yield* existing(Collections.guilds.get(guildId), UnknownGuild)
  const install = yield* Collections.guildInstalls.get(guildId, application.id)
  const member = yield* Collections.members.get(guildId, application.bot.id)
  if (install === undefined || member === undefined || !install.scopes.includes("bot"))
    return yield* new MissingAccess()
  const roles = yield* Collections.roles.list([guildId])
  return { application, guild, roles, install, member, now_ms: nowMs } satisfies BotInGuild
})

/** Fails with 10003 for an unknown channel, and with 50001 where the bot is no member or may not view. */
export const inChannel = Effect.fnUntraced(function* (application: Application, channelId: Snowflake, nowMs: number) {
  const channel = yield* existing(Collections.channels.get(channelId), UnknownChannel)
  if (isDirect(channel)) {
    if (!channel.recipients.includes(application.bot.id)) return yield* new MissingAccess()
    return { kind: "direct", application, channel } satisfies BotInDirect
  }
  const there = yield* inGuild(application, channel.guild_id, nowMs).pipe(
    Effect.catchTag("UnknownGuild", () => Effect.fail(new UnknownChannel()))
  )
  const place = { channel, parent: yield* parentOf(channel) }
  const permissions = permissionsOf(there, place)
  if (!Permission.has(permissions, Permission.BITS.VIEW_CHANNEL)) return yield* new MissingAccess()
  return { kind: "guild", ...there, ...place, permissions } satisfies BotInChannel
})

/** Whether the bot may view a channel of the guild. */
export const mayView = (there: BotInGuild, where: ChannelSnapshot): boolean =>
  Permission.has(permissionsOf(there, where), Permission.BITS.VIEW_CHANNEL)

/** The bot's permissions in a channel of the guild. */
const permissionsOf = (there: BotInGuild, where: ChannelSnapshot): bigint =>
  permissionsIn(there, holderOf(there), where, there.now_ms)

/** The bot's permissions in the guild as a whole. */
export const guildPermissions = (there: BotInGuild): bigint => permissionsInGuild(there, holderOf(there), there.now_ms)

const holderOf = ({ member, install }: BotInGuild): Holder => ({ member, extra: BigInt(install.permissions) })

/** Fails with 50013 when one is missing. */
export const require = (
  permissions: bigint,
  ...names: ReadonlyArray<Permission.PermissionName>
): Effect.Effect<void, MissingPermissions> =>
  names.every((name) => Permission.has(permissions, Permission.BITS[name]))
    ? Effect.void
    : Effect.fail(new MissingPermissions())
