/**
 * Where a user is when they use a command, as snapshots of what surrounds them.
 * Source: wire-interactions.md §1.1 (context matrix), §5.4.
 */

import { parseTime } from "../base/IsoTime.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { ContextType } from "../record/ApplicationCommand.ts"
import { type DirectChannel, type Guild, type GuildChannel, isThread, type Member, type Role } from "../record/World.ts"
import * as Permission from "./Permission.ts"

export interface GuildPlace {
  readonly kind: "guild"
  readonly guild: Guild
  /** Every role of the guild. */
  readonly roles: ReadonlyArray<Role>
  /** The invoking user. */
  readonly member: Member
  readonly channel: GuildChannel
  /** The channel of a thread. */
  readonly parent?: GuildChannel | undefined
}

export interface DirectPlace {
  readonly kind: "direct"
  readonly channel: DirectChannel
}

export type Place = GuildPlace | DirectPlace

/** A channel with what its permissions hang on. */
export interface ChannelSnapshot {
  readonly channel: GuildChannel
  /** The channel of a thread. */
  readonly parent?: GuildChannel | undefined
}

/** GUILD, BOT_DM for a conversation of two with the application's bot, else PRIVATE_CHANNEL. */
export const contextOf = (place: Place, botId: Snowflake): ContextType => {
  if (place.kind === "guild") return ContextType.GUILD
  const withBot = place.channel.type === 1 && place.channel.recipients.includes(botId)
  return withBot ? ContextType.BOT_DM : ContextType.PRIVATE_CHANNEL
}

export const isTimedOut = (member: Pick<Member, "timed_out_until">, nowMs: number): boolean =>
  member.timed_out_until !== null && (parseTime(member.timed_out_until) ?? 0) > nowMs

/** Someone whose permissions are asked for; `extra` holds the bits of an installed bot's managed role. */
export interface Holder {
  readonly member: Pick<Member, "user_id" | "roles" | "timed_out_until">
  readonly extra?: bigint
}

/**
 * Computed permissions in a channel of the place's guild; a thread is judged by its channel. Ours: nobody is added to a
 * private thread here, so whoever sees its channel sees it.
 */
export const permissionsIn = (
  place: Pick<GuildPlace, "guild" | "roles">,
  holder: Holder,
  where: ChannelSnapshot,
  nowMs: number
): bigint => {
  const view: Permission.MemberView = {
    owner_id: place.guild.owner_id,
    guild_id: place.guild.id,
    roles: place.roles,
    member: holder.member,
    timedOut: isTimedOut(holder.member, nowMs),
    extra: holder.extra ?? 0n
  }
  return isThread(where.channel)
    ? Permission.inThread(view, where.parent ?? where.channel)
    : Permission.inChannel(view, where.channel)
}
