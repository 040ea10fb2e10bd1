/** A place as plain records, and permissions there. Source: wire-interactions.md §1.1 (context matrix), §5.4. */
import { parseTime } from "../base/IsoTime.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { ContextType } from "../record/ApplicationCommand.ts"
import { QUARANTINED } from "../record/AutoModeration.ts"
import type { ManagedBits } from "../record/ManagedRole.ts"
import { MemberFlag } from "../record/MemberFlag.ts"
import { type DirectChannel, type Guild, type GuildChannel, isThread, type Member, type Role } from "../record/World.ts"
import { ChannelType } from "../record/WorldVocabulary.ts"
import * as Permission from "./Permission.ts"

/** A channel with the records that decide its permissions. */
export interface ChannelSnapshot {
  readonly channel: GuildChannel
  /** The parent channel of a thread. */
  readonly parent?: GuildChannel | undefined
}

export interface GuildPlace extends ChannelSnapshot {
  readonly kind: "guild"
  readonly guild: Guild
  /** Every role of the guild. */
  readonly roles: ReadonlyArray<Role>
  readonly member: Member
}

export interface DirectPlace {
  readonly kind: "direct"
  readonly channel: DirectChannel
}

export type Place = GuildPlace | DirectPlace

/** GUILD; BOT_DM for a direct channel of two with the application's bot; else PRIVATE_CHANNEL. */
export const contextOf = (place: Place, botId: Snowflake): ContextType => {
  if (place.kind === "guild") return ContextType.GUILD
  const withBot = place.channel.type === 1 && place.channel.recipients.includes(botId)
  return withBot ? ContextType.BOT_DM : ContextType.PRIVATE_CHANNEL
}

export const isTimedOut = (member: Pick<Member, "timed_out_until">, nowMs: number): boolean =>
  member.timed_out_until !== null && (parseTime(member.timed_out_until) ?? 0) > nowMs

/** Whether a member may only look on: they are timed out, their profile breaks a rule, or they have rules to accept. */
export const isSilenced = (member: Pick<Member, "timed_out_until" | "flags" | "pending">, nowMs: number): boolean =>
  isTimedOut(member, nowMs) || ((member.flags ?? 0) & QUARANTINED) !== 0 || isPending(member)

/** Whether a member has yet to accept the rules of the guild, and nobody has let them off. */
export const isPending = ({ pending, flags = 0 }: Pick<Member, "pending" | "flags">): boolean =>
  pending === true && (flags & MemberFlag.BYPASSES_VERIFICATION) === 0

/** A member whose permissions are computed; `managed` is the role of an installed bot. */
export interface Holder {
  readonly member: Pick<Member, "user_id" | "roles" | "timed_out_until" | "flags" | "pending">
  readonly managed?: ManagedBits | undefined
}

/** As payloads show them: for a thread those of its parent, also of who may not enter it. */
export const shownPermissions = (
  place: InGuild,
  holder: Holder,
  { channel, parent }: ChannelSnapshot,
  nowMs: number
): bigint => {
  const view = viewOf(place, holder, nowMs)
  return isThread(channel)
    ? Permission.inChannel(view, parent ?? channel, Permission.BITS.SEND_MESSAGES_IN_THREADS)
    : Permission.inChannel(view, channel)
}

/** What somebody may do in a channel of the guild: in a private thread only its members anything, and who has MANAGE_THREADS. */
export const permissionsIn = (place: InGuild, holder: Holder, where: ChannelSnapshot, nowMs: number): bigint => {
  const { channel } = where
  const all = shownPermissions(place, holder, where, nowMs)
  if (!isThread(channel)) return all
  const isOut = isPrivate(channel) && !isThreadMember(channel, holder.member.user_id)
  return isOut && !Permission.has(all, Permission.BITS.MANAGE_THREADS) ? 0n : all
}

export const isThreadMember = ({ members = [] }: GuildChannel, userId: Snowflake): boolean =>
  members.some(({ user_id }) => user_id === userId)

export const isPrivate = ({ type }: GuildChannel): boolean => type === ChannelType.PRIVATE_THREAD

/** Permissions in the guild as a whole: without channel overwrites, with a time-out. */
export const permissionsInGuild = (place: InGuild, holder: Holder, nowMs: number): bigint => {
  const view = viewOf(place, holder, nowMs)
  const all = Permission.inGuild(view)
  return view.timedOut && all !== Permission.ALL ? all & Permission.TIMEOUT_KEEPS : all
}

type InGuild = Pick<GuildPlace, "guild" | "roles">

const viewOf = ({ guild, roles }: InGuild, { member, managed }: Holder, nowMs: number): Permission.MemberView => ({
  owner_id: guild.owner_id,
  guild_id: guild.id,
  roles,
  member,
  timedOut: isSilenced(member, nowMs),
  managed
})
