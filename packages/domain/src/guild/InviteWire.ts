/** Invites as answers and dispatches carry them. Source: official OpenAPI document, `GuildInviteResponse`. */
import { Struct } from "effect"
import { formatTimestamp, toTimestamp } from "../base/IsoTime.ts"
import type { Guild, GuildChannel, Invite, Role } from "../record/World.ts"
import { guildDetails } from "./GuildObject.ts"
import { roleObject, type UserObject } from "./GuildWire.ts"
import { expiryOf } from "./Invite.ts"

/** What an invite names. */
export interface Invited {
  readonly invite: Invite
  readonly guild: Guild
  readonly channel: GuildChannel
  readonly inviter: UserObject | undefined
  readonly target_user: UserObject | undefined
  readonly target_application: object | undefined
  /** Those that it gives. */
  readonly roles: ReadonlyArray<Role>
}

type Shown = Pick<Invited, "invite" | "inviter" | "target_user" | "target_application">

const GUILD_FIELDS = [
  ...(["id", "name", "splash", "banner", "description", "icon", "features", "verification_level"] as const),
  ...(["vanity_url_code", "nsfw_level", "nsfw", "premium_subscription_count"] as const)
]

const ROLE_FIELDS = ["id", "name", "position", "color", "colors", "icon", "unicode_emoji"] as const

/** What everybody may see of a guild who has an invite. */
export const invitingGuild = (guild: Guild) =>
  Struct.pick(guildDetails(guild, { emojis: [], stickers: [] }), GUILD_FIELDS)

export const invitingChannel = ({ id, type, name }: GuildChannel) => ({ id, type, name })

const expiresAt = (invite: Invite): string | null => {
  const ms = expiryOf(invite)
  return ms === null ? null : formatTimestamp(ms)
}

const createdAt = ({ created_at }: Invite) => toTimestamp(created_at) ?? created_at

const targetOf = ({ invite: { target_type }, target_user, target_application }: Shown) => ({
  ...(target_type === undefined ? {} : { target_type }),
  ...(target_user === undefined ? {} : { target_user }),
  ...(target_application === undefined ? {} : { target_application })
})

/** An invite without its uses. */
export const inviteObject = (invited: Invited) => {
  const { invite, guild, channel, inviter, roles } = invited
  return {
    type: 0,
    code: invite.code,
    expires_at: expiresAt(invite),
    flags: 0,
    guild: invitingGuild(guild),
    guild_id: guild.id,
    channel: invitingChannel(channel),
    ...(inviter === undefined ? {} : { inviter }),
    ...targetOf(invited),
    ...(roles.length === 0 ? {} : { roles: roles.map((role) => Struct.pick(roleObject(role), ROLE_FIELDS)) })
  }
}

/** What only those see who manage invites. */
export const inviteMetadata = (invite: Invite) => ({
  uses: invite.uses,
  max_uses: invite.max_uses,
  max_age: invite.max_age,
  temporary: invite.temporary,
  created_at: createdAt(invite)
})

/** The data of INVITE_CREATE. */
export const inviteCreateData = (invited: Shown) => {
  const { invite, inviter } = invited
  return {
    ...inviteMetadata(invite),
    ...targetOf(invited),
    type: 0,
    code: invite.code,
    channel_id: invite.channel_id,
    guild_id: invite.guild_id,
    expires_at: expiresAt(invite),
    ...(inviter === undefined ? {} : { inviter }),
    ...(invite.role_ids === undefined ? {} : { role_ids: invite.role_ids })
  }
}
