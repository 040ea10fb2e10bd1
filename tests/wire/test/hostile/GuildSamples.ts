/** Valid requests for guilds, roles, members, bans and users. */
import * as Play from "../Harbour.ts"
import { bot, type Sample, sample } from "./Sample.ts"

const inGuild = { guild_id: Play.GUILD }
const ofRole = { ...inGuild, role_id: Play.MODERATOR }
const ofMember = { ...inGuild, user_id: Play.BOB }
const ofBan = { ...inGuild, user_id: Play.LODGER }
const roleBody = {
  name: "Pilot",
  permissions: "1024",
  color: 255,
  colors: { primary_color: 255 },
  hoist: true,
  mentionable: false
}

/** Guilds, roles, members and users: the reads and changes of a bot. */
export const GUILD_SAMPLES: Readonly<Record<string, () => Sample>> = {
  ...Object.fromEntries(
    [
      "get_guild_preview",
      "list_guild_channels",
      "get_active_guild_threads",
      "list_guild_voice_regions",
      "list_guild_emojis",
      "list_guild_stickers",
      "list_guild_invites",
      "list_guild_scheduled_events",
      "list_guild_roles",
      "guild_role_member_counts",
      "leave_guild"
    ].map((name) => [name, () => bot({ params: inGuild })])
  ),
  get_guild: () => bot({ params: inGuild, query: { with_counts: "true" } }),
  update_guild: () => bot({ params: inGuild, body: { name: "Port", preferred_locale: "de" } }),
  create_guild_channel: () =>
    bot({
      params: inGuild,
      body: {
        name: "cats",
        type: 0,
        topic: "Cats",
        nsfw: false,
        rate_limit_per_user: 5,
        permission_overwrites: [{ id: Play.GUILD, type: 0, allow: "1024", deny: "0" }]
      }
    }),
  bulk_update_guild_channels: () =>
    bot({ params: inGuild, body: [{ id: Play.GENERAL, position: 2, parent_id: null, lock_permissions: false }] }),
  list_voice_regions: () => bot(),
  get_soundboard_default_sounds: () => bot(),
  create_guild_role: () => bot({ params: inGuild, body: roleBody }),
  bulk_update_guild_roles: () => bot({ params: inGuild, body: [{ id: Play.MODERATOR, position: 1 }] }),
  get_guild_role: () => bot({ params: ofRole }),
  update_guild_role: () => bot({ params: ofRole, body: roleBody }),
  delete_guild_role: () => bot({ params: ofRole }),
  list_guild_members: () => bot({ params: inGuild, query: { limit: "2", after: Play.ALICE } }),
  search_guild_members: () => bot({ params: inGuild, query: { query: "al", limit: "2" } }),
  get_guild_member: () => bot({ params: ofMember }),
  update_my_guild_member: () => bot({ params: inGuild, body: { nick: "Shop" } }),
  update_guild_member: () =>
    bot({
      params: ofMember,
      body: { nick: "Bobby", roles: [Play.MODERATOR], communication_disabled_until: "2026-01-01T00:00:00Z", flags: 0 }
    }),
  delete_guild_member: () => bot({ params: ofMember }),
  list_guild_bans: () => bot({ params: inGuild, query: { limit: "5", after: Play.ALICE } }),
  get_guild_ban: () => bot({ params: ofBan }),
  ban_user_from_guild: () => bot({ params: ofMember, body: { delete_message_seconds: 60, delete_message_days: 1 } }),
  unban_user_from_guild: () => bot({ params: ofBan }),
  bulk_ban_users_from_guild: () =>
    bot({ params: inGuild, body: { user_ids: [Play.BOB, Play.ZOE], delete_message_seconds: 60 } }),
  add_guild_member_role: () => bot({ params: { ...ofMember, role_id: Play.MODERATOR } }),
  delete_guild_member_role: () => bot({ params: { ...ofMember, role_id: Play.MODERATOR } }),
  get_user: () => bot({ params: { user_id: Play.ALICE } }),
  update_my_user: () => bot({ body: { username: "Shop" } }),
  list_my_guilds: () => bot({ query: { limit: "5", with_counts: "true" } }),
  get_my_guild_member: () => sample({ credential: "user", params: inGuild }),
  get_application: () => bot({ params: { application_id: Play.APP } }),
  list_application_emojis: () => bot({ params: { application_id: Play.APP } })
}
