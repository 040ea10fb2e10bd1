/**
 * What all commands share about a user in a place. Explains which overwrite denies a permission, or that no role grants
 * it. Source: wire-interactions.md §5.1, §5.2, §5.4.
 */
import { Result } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import { MissingPermissions } from "../error/ServiceError.ts"
import { ContextType } from "../record/ApplicationCommand.ts"
import { type Guild, isThread, type Member, type Role, type User } from "../record/World.ts"
import { describeLack, isGrantedByRole } from "./Lack.ts"
import * as Permission from "./Permission.ts"
import {
  type ChannelSnapshot,
  contextOf,
  type DirectPlace,
  isSilenced,
  type Place,
  permissionsIn,
  permissionsInGuild
} from "./Place.ts"

export type Invoker = Pick<User, "id" | "username" | "adult" | "nsfw_dms">

/** A member in a channel of a guild, or in the guild as a whole. */
export interface GuildStanding {
  readonly kind: "guild"
  readonly user: Invoker
  readonly guild: Guild
  /** Every role of the guild. */
  readonly roles: ReadonlyArray<Role>
  readonly member: Member
  /** Undefined in the guild as a whole. */
  readonly where: ChannelSnapshot | undefined
  /** The channel whose settings apply: for a thread its parent (§5.1). */
  readonly ruling: ChannelSnapshot["channel"] | undefined
  /** In the channel, or in the guild as a whole (§5.4). */
  readonly permissions: bigint
  readonly is_timed_out: boolean
  readonly is_owner: boolean
  /** True for the owner too. */
  readonly is_administrator: boolean
  /** Ids of the member's roles, without @everyone. */
  readonly held_roles: ReadonlySet<Snowflake>
  /** The channel's id in command overwrites: for a thread its parent's id. */
  readonly channel_id: Snowflake | undefined
  /** The All Channels constant: the guild's id minus 1. */
  readonly all_channels_id: Snowflake
}

export interface DirectStanding {
  readonly kind: "direct"
  readonly user: Invoker
  readonly place: DirectPlace
}

export type Standing = GuildStanding | DirectStanding

export const standingIn = (there: {
  readonly user: Invoker
  readonly place: Place
  readonly now_ms: number
}): Standing => {
  const { user, place, now_ms } = there
  if (place.kind === "direct") return { kind: "direct", user, place: { kind: "direct", channel: place.channel } }
  const { guild, roles, member, channel, parent } = place
  return inGuild({ user, guild, roles, member, where: { channel, parent } }, now_ms)
}

/** Decision 31: a user who edits the overwrites of a command must be able to run it, in any channel. */
export const standingInGuild = ({
  user,
  guild,
  roles,
  member,
  now_ms
}: Omit<Whereabouts, "where"> & { readonly now_ms: number }): GuildStanding =>
  inGuild({ user, guild, roles, member, where: undefined }, now_ms)

/** The context of a use, as the application sees it (§1.1). */
export const contextOfStanding = (standing: Standing, botId: Snowflake): ContextType =>
  standing.kind === "guild" ? ContextType.GUILD : contextOf(standing.place, botId)

export const may = (standing: GuildStanding, name: Permission.PermissionName): boolean =>
  Permission.has(standing.permissions, Permission.BITS[name])

/** Sending in a thread has its own permission (§5.4). */
export const sendPermission = ({ where }: GuildStanding): "SEND_MESSAGES" | "SEND_MESSAGES_IN_THREADS" =>
  where !== undefined && isThread(where.channel) ? "SEND_MESSAGES_IN_THREADS" : "SEND_MESSAGES"

/** Whether the channel is an archived and locked thread, which only a member with MANAGE_THREADS can reopen. */
export const isLockedOut = (standing: GuildStanding): boolean => {
  const channel = standing.where?.channel
  if (channel === undefined || !isThread(channel)) return false
  return channel.archived === true && channel.locked === true && !may(standing, "MANAGE_THREADS")
}

type Whereabouts = Pick<GuildStanding, "user" | "guild" | "roles" | "member" | "where">

const inGuild = (there: Whereabouts, nowMs: number): GuildStanding => {
  const { user, guild, member, where } = there
  const timedOut = isSilenced(member, nowMs)
  const ruling = where === undefined ? undefined : isThread(where.channel) ? where.parent : where.channel
  const permissions =
    where === undefined ? permissionsInGuild(there, { member }, nowMs) : permissionsIn(there, { member }, where, nowMs)
  const isOwner = guild.owner_id === user.id
  return {
    kind: "guild",
    ...there,
    ruling: ruling ?? where?.channel,
    permissions,
    is_timed_out: timedOut,
    is_owner: isOwner,
    // Overwrites of a channel can allow every bit, but make nobody an administrator.
    is_administrator:
      permissions === Permission.ALL && (isOwner || isGrantedByRole(there, Permission.BITS.ADMINISTRATOR)),
    held_roles: new Set(member.roles),
    channel_id: where === undefined ? undefined : rulingId(where),
    all_channels_id: String(BigInt(guild.id) - 1n)
  }
}

/** A thread names its parent even when the parent was not loaded. */
const rulingId = ({ channel, parent }: ChannelSnapshot): Snowflake =>
  isThread(channel) ? (parent?.id ?? channel.parent_id ?? channel.id) : channel.id

/** A clause about one or more bits that the member lacks, e.g. `the member lacks KICK_MEMBERS in #general (…)`. */
export const lacking = (standing: GuildStanding, bits: bigint): string =>
  describeLack({ ...standing, who: "the member", named: standing.user.username }, bits)

/** Fails with 50013 when the member lacks the permission, in the channel or in the guild as a whole. */
export const require = (
  standing: GuildStanding,
  name: Permission.PermissionName
): Result.Result<void, MissingPermissions> =>
  may(standing, name)
    ? Result.void
    : Result.fail(new MissingPermissions({ because: lacking(standing, Permission.BITS[name]) }))

/** Why the user cannot see the current channel; undefined when they can, as in their direct channels. */
export const hiddenBecause = (standing: Standing): string | undefined =>
  standing.kind === "direct" || may(standing, "VIEW_CHANNEL")
    ? undefined
    : lacking(standing, Permission.BITS.VIEW_CHANNEL)
