/** Valid requests for guilds, roles, members, bans and users. */
import * as Play from "../Harbour.ts"
import { bot, FileForm, type Sample, sample } from "./Sample.ts"

const inGuild = { guild_id: Play.GUILD }
const ofRole = { ...inGuild, role_id: Play.MODERATOR }
const ofMember = { ...inGuild, user_id: Play.BOB }
const ofBan = { ...inGuild, user_id: Play.LODGER }
const ofEmoji = { ...inGuild, emoji_id: "800000000000000001" }
const ofApp = { application_id: Play.APP }
const ofOwnEmoji = { ...ofApp, emoji_id: "800000000000000002" }

/** A PNG of one pixel. */
export const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** What the application of the scene sells, and what alice has bought of it. */
export const PREMIUM = {
  sku: "810000000000000001",
  entitlement: "820000000000000001",
  test: "820000000000000002",
  subscription: "830000000000000001"
}
const ofEntitlement = { ...ofApp, entitlement_id: PREMIUM.entitlement }

export const STICKER = { ...inGuild, sticker_id: "830000000000000001" }

/** The emojis of the scene: one of the guild, one of the application. */
export const EMOJIS = { guild: ofEmoji, application: ofOwnEmoji }

/** A rule of automatic moderation that the scene has, and its body. */
export const RULE = { ...inGuild, rule_id: "600000000000000077" }
export const RULE_BODY = {
  name: "Manners",
  event_type: 1,
  trigger_type: 1,
  trigger_metadata: { keyword_filter: ["damn*"], regex_patterns: ["h[a4]ck"], allow_list: ["damnation"] },
  actions: [
    { type: 1, metadata: { custom_message: "No." } },
    { type: 2, metadata: { channel_id: Play.GENERAL } },
    { type: 3, metadata: { duration_seconds: 60 } }
  ],
  enabled: true,
  exempt_roles: [Play.MODERATOR],
  exempt_channels: [Play.GENERAL]
}

const roleBody = {
  name: "Pilot",
  permissions: "1024",
  color: 255,
  colors: { primary_color: 255 },
  hoist: true,
  mentionable: false
}

/** The code of an invite that the scene has. */
export const INVITE = "Harbour1"
const ofInvite = { code: INVITE }

const targets = () => new URLSearchParams({ target_users_file: `user_id\n${Play.BOB}` })

/** Guilds, roles, members and users: the reads and changes of a bot. */
export const GUILD_SAMPLES: Readonly<Record<string, () => Sample>> = {
  ...Object.fromEntries(
    [
      "get_guild_preview",
      "list_guild_channels",
      "get_active_guild_threads",
      "list_guild_voice_regions",
      "get_guild_vanity_url",
      "list_guild_invites",
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
        type: 15,
        topic: "Cats",
        available_tags: [{ name: "cat", moderated: false, emoji_name: "🐈" }],
        default_reaction_emoji: { emoji_name: "🐈" },
        default_sort_order: 1,
        default_forum_layout: 2,
        default_thread_rate_limit_per_user: 5,
        flags: 16,
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
  get_self_voice_state: () => bot({ params: inGuild }),
  update_self_voice_state: () =>
    bot({
      params: inGuild,
      body: { channel_id: Play.STAGE, suppress: false, request_to_speak_timestamp: "2026-01-01T00:00:00Z" }
    }),
  get_voice_state: () => bot({ params: ofMember }),
  update_voice_state: () => bot({ params: ofMember, body: { channel_id: Play.STAGE, suppress: true } }),
  list_guild_audit_log_entries: () =>
    bot({
      params: inGuild,
      query: { user_id: Play.BOB, target_id: Play.ALICE, action_type: "24", limit: "5", before: "9", after: "1" }
    }),
  list_guild_bans: () => bot({ params: inGuild, query: { limit: "5", after: Play.ALICE } }),
  get_guild_ban: () => bot({ params: ofBan }),
  ban_user_from_guild: () => bot({ params: ofMember, body: { delete_message_seconds: 60, delete_message_days: 1 } }),
  unban_user_from_guild: () => bot({ params: ofBan }),
  bulk_ban_users_from_guild: () =>
    bot({ params: inGuild, body: { user_ids: [Play.BOB, Play.ZOE], delete_message_seconds: 60 } }),
  list_channel_invites: () => bot({ params: { channel_id: Play.GENERAL } }),
  create_channel_invite: () =>
    bot({
      params: { channel_id: Play.GENERAL },
      body: {
        max_age: 60,
        max_uses: 5,
        temporary: false,
        unique: true,
        target_type: 1,
        target_user_id: Play.BOB,
        role_ids: [Play.MODERATOR]
      }
    }),
  invite_resolve: () => bot({ params: ofInvite, query: { with_counts: "true", guild_scheduled_event_id: "1" } }),
  invite_revoke: () => bot({ params: ofInvite }),
  get_invite_target_users: () => bot({ params: ofInvite }),
  update_invite_target_users: () => bot({ params: ofInvite, body: targets() }),
  get_invite_target_users_job_status: () => bot({ params: ofInvite }),
  add_guild_member_role: () => bot({ params: { ...ofMember, role_id: Play.MODERATOR } }),
  delete_guild_member_role: () => bot({ params: { ...ofMember, role_id: Play.MODERATOR } }),
  get_user: () => bot({ params: { user_id: Play.ALICE } }),
  update_my_user: () => bot({ body: { username: "Shop" } }),
  list_my_guilds: () => bot({ query: { limit: "5", with_counts: "true" } }),
  get_my_guild_member: () => sample({ credential: "user", params: inGuild }),
  get_application: () => bot({ params: ofApp }),
  list_guild_stickers: () => bot({ params: inGuild }),
  create_guild_sticker: () =>
    bot({
      params: inGuild,
      body: new FileForm({ name: "tide", description: "A tide", tags: "tide" }, PIXEL.slice(PIXEL.indexOf(",") + 1))
    }),
  get_guild_sticker: () => bot({ params: STICKER }),
  update_guild_sticker: () => bot({ params: STICKER, body: { name: "ebb", description: null, tags: "ebb" } }),
  delete_guild_sticker: () => bot({ params: STICKER }),
  get_sticker: () => bot({ params: { sticker_id: STICKER.sticker_id } }),
  list_sticker_packs: () => bot(),
  get_sticker_pack: () => bot({ params: { pack_id: "700000000000000100" } }),
  list_guild_emojis: () => bot({ params: inGuild }),
  create_guild_emoji: () => bot({ params: inGuild, body: { name: "wave", image: PIXEL, roles: [Play.MODERATOR] } }),
  get_guild_emoji: () => bot({ params: ofEmoji }),
  update_guild_emoji: () => bot({ params: ofEmoji, body: { name: "ahoy", roles: [Play.MODERATOR] } }),
  delete_guild_emoji: () => bot({ params: ofEmoji }),
  list_application_emojis: () => bot({ params: ofApp }),
  create_application_emoji: () => bot({ params: ofApp, body: { name: "wink", image: PIXEL } }),
  get_application_emoji: () => bot({ params: ofOwnEmoji }),
  update_application_emoji: () => bot({ params: ofOwnEmoji, body: { name: "tail" } }),
  delete_application_emoji: () => bot({ params: ofOwnEmoji }),
  get_application_role_connections_metadata: () => bot({ params: ofApp }),
  update_application_role_connections_metadata: () =>
    bot({
      params: ofApp,
      body: [{ type: 2, key: "wins", name: "Wins", description: "Games won", name_localizations: { de: "Siege" } }]
    }),
  get_application_user_role_connection: () => sample({ credential: "user", params: ofApp }),
  update_application_user_role_connection: () =>
    sample({
      credential: "user",
      params: ofApp,
      body: { platform_name: "Chess", platform_username: "al", metadata: { wins: "5" } }
    }),
  delete_application_user_role_connection: () => sample({ credential: "user", params: ofApp }),
  list_skus: () => bot({ params: ofApp }),
  get_entitlements: () =>
    bot({
      params: ofApp,
      query: {
        user_id: Play.ALICE,
        guild_id: "1",
        sku_ids: PREMIUM.sku,
        limit: "5",
        before: "9",
        after: "1",
        exclude_ended: "true",
        exclude_deleted: "false",
        only_active: "true"
      }
    }),
  create_entitlement: () => bot({ params: ofApp, body: { sku_id: PREMIUM.sku, owner_id: Play.ALICE, owner_type: 2 } }),
  get_entitlement: () => bot({ params: ofEntitlement }),
  delete_entitlement: () => bot({ params: { ...ofApp, entitlement_id: PREMIUM.test } }),
  consume_entitlement: () => bot({ params: ofEntitlement }),
  get_sku_subscriptions: () =>
    bot({ params: { sku_id: PREMIUM.sku }, query: { user_id: Play.ALICE, limit: "5", before: "9", after: "1" } }),
  get_sku_subscription: () =>
    bot({ params: { sku_id: PREMIUM.sku, subscription_id: PREMIUM.subscription }, query: { user_id: Play.ALICE } }),
  get_current_user_application_entitlements: () =>
    sample({ credential: "user", params: ofApp, query: { sku_ids: PREMIUM.sku, exclude_consumed: "true" } }),
  list_auto_moderation_rules: () => bot({ params: inGuild }),
  create_auto_moderation_rule: () => bot({ params: inGuild, body: RULE_BODY }),
  get_auto_moderation_rule: () => bot({ params: RULE }),
  update_auto_moderation_rule: () => bot({ params: RULE, body: RULE_BODY }),
  delete_auto_moderation_rule: () => bot({ params: RULE })
}
