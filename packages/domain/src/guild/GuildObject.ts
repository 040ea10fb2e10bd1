/**
 * Guilds, channels, roles and members in full, as REST answers and gateway dispatches carry them: every field that
 * libraries read, null or empty where the service stores nothing. Source: wire-interactions.md §3.6; official OpenAPI
 * document, `GuildResponse`, `GuildChannelResponse`, `ThreadResponse`, `GuildMemberResponse`.
 */
import type { Snowflake } from "../base/Snowflake.ts"
import { settingsOf } from "../record/GuildSettings.ts"
import { hasManagedRole, type ManagedRole, managedRole, managedRoleId } from "../record/ManagedRole.ts"
import type { Application, Emoji, Guild, GuildChannel, GuildInstall, Member, Role, Sticker } from "../record/World.ts"
import { guildChannelObject } from "./ChannelWire.ts"
import { emojiObjects } from "./EmojiWire.ts"
import { memberObject, roleObject, type UserObject } from "./GuildWire.ts"
import { stickerObjects } from "./StickerWire.ts"

/** What everyone in a guild may express themselves with. */
export interface Expressions {
  readonly emojis: ReadonlyArray<Emoji>
  readonly stickers: ReadonlyArray<Sticker>
}

/** The guild's own fields and its expressions, without its other lists. */
export const guildDetails = (guild: Guild, { emojis, stickers }: Expressions) => {
  const settings = settingsOf(guild)
  return {
    id: guild.id,
    name: guild.name,
    ...settings,
    features: guild.features,
    owner_id: guild.owner_id,
    application_id: null,
    max_presences: null,
    max_members: 500_000,
    max_stage_video_channel_users: 50,
    max_video_channel_users: 25,
    vanity_url_code: guild.vanity_url_code ?? null,
    preferred_locale: guild.preferred_locale,
    nsfw: ADULT.includes(settings.nsfw_level),
    emojis: emojiObjects(emojis),
    stickers: stickerObjects(stickers)
  }
}

/** Explicit, and age-restricted. */
const ADULT: ReadonlyArray<number> = [1, 3]

/** A channel or thread with its overwrites; a thread has none of its own. */
export const channelDetails = (channel: GuildChannel) => {
  const { permissions: _, ...fields } = guildChannelObject(channel, 0n)
  return "thread_metadata" in fields
    ? fields
    : { ...fields, permission_overwrites: channel.permission_overwrites.map((overwrite) => ({ ...overwrite })) }
}

/** An application whose bot is in a guild, with the installation of that bot. */
export interface InstalledBot {
  readonly application: Application
  readonly install: GuildInstall
}

/** The visible roles of a member. `bot` is set when the member is an installed bot; its managed role is added. */
export const memberRoles = (member: Pick<Member, "roles">, bot: InstalledBot | undefined): ReadonlyArray<Snowflake> =>
  bot !== undefined && hasManagedRole(bot.install) ? [...member.roles, managedRoleId(bot.install)] : member.roles

/** A member with their user. `bot` is set when the member is an installed bot. */
export const memberDetails = (member: Member, user: UserObject, nowMs: number, bot?: InstalledBot) => {
  const whole = memberObject({ ...member, roles: memberRoles(member, bot) }, user, 0n, nowMs)
  const { permissions: _, is_pending: __, unusual_dm_activity_until: ___, ...fields } = whole
  return { ...fields, avatar_decoration_data: null }
}

/** Every role of a guild: its own, including @everyone, and the managed roles of its bots. */
export const allRoles = (roles: ReadonlyArray<Role>, bots: ReadonlyArray<InstalledBot>): ReadonlyArray<Role> => [
  ...roles,
  ...managedRoles(bots)
]

export const managedRoles = (bots: ReadonlyArray<InstalledBot>): ReadonlyArray<ManagedRole> =>
  bots.flatMap(({ application, install }) => (hasManagedRole(install) ? [managedRole(application, install)] : []))

export const rolesDetails = (roles: ReadonlyArray<Role>, bots: ReadonlyArray<InstalledBot>) =>
  allRoles(roles, bots).map(roleObject)
