/**
 * Guilds, roles and members as payloads carry them: every field that captures show, null where the service stores
 * nothing. Source: wire-interactions.md §1.1, §1.6, §1.7, §3.6; decision 37.
 */
import { toTimestamp } from "../base/IsoTime.ts"
import { isTimedOut } from "../permission/Place.ts"
import type { ManagedRole } from "../record/ManagedRole.ts"
import { DEFAULTS } from "../record/RecordDefaults.ts"
import type { Guild, Member, Role } from "../record/World.ts"
import type { botObject, userObject, webhookUser } from "./UserWire.ts"

export type UserObject = ReturnType<typeof userObject> | ReturnType<typeof botObject> | ReturnType<typeof webhookUser>

/** The guild of an interaction. */
export const guildObject = (guild: Guild) => ({
  id: guild.id,
  features: guild.features,
  locale: guild.preferred_locale
})

export const roleObject = (role: Role | ManagedRole) => {
  const { color, secondary_color, tertiary_color, ...extras } = { ...DEFAULTS.role, ...role }
  return {
    id: role.id,
    name: role.name,
    permissions: role.permissions,
    position: role.position,
    color,
    colors: { primary_color: color, secondary_color, tertiary_color },
    hoist: extras.hoist,
    managed: "bot_id" in role || extras.premium_subscriber,
    mentionable: extras.mentionable,
    icon: extras.icon,
    unicode_emoji: extras.unicode_emoji,
    flags: extras.flags,
    ...("bot_id" in role ? { tags: { bot_id: role.bot_id } } : {}),
    // Of a tag that says yes or no the platform carries null for yes.
    ...(extras.premium_subscriber ? { tags: { premium_subscriber: null } } : {})
  }
}

/** A member in `resolved`: without user, deaf and mute, with the permissions computed in the channel. */
export const resolvedMember = (member: Member, permissions: bigint, nowMs: number) => ({
  avatar: member.avatar ?? null,
  banner: member.banner ?? null,
  collectibles: null,
  communication_disabled_until: isTimedOut(member, nowMs) ? (toTimestamp(member.timed_out_until ?? "") ?? null) : null,
  display_name_styles: null,
  flags: member.flags ?? 0,
  is_pending: member.pending ?? false,
  joined_at: toTimestamp(member.joined_at) ?? null,
  nick: member.nick,
  pending: member.pending ?? false,
  permissions: String(permissions),
  premium_since: member.premium_since === undefined ? null : (toTimestamp(member.premium_since) ?? null),
  // Never @everyone, whose id is the guild's.
  roles: member.roles.filter((id) => id !== member.guild_id),
  unusual_dm_activity_until: null
})

export const memberObject = (member: Member, user: UserObject, permissions: bigint, nowMs: number) => ({
  ...resolvedMember(member, permissions, nowMs),
  deaf: member.deaf ?? false,
  mute: member.mute ?? false,
  user
})
