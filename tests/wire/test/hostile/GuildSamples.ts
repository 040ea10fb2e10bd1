/** Valid requests for guilds, roles, members, bans and users. */
import { integrationId } from "@backlot/domain/record/ManagedRole"
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

/** A sound of the scene, and an MP3 of one frame. */
export const SOUND = { ...inGuild, sound_id: "840000000000000001" }
export const HORN = `data:audio/mpeg;base64,${btoa(`\xff\xfb\x90\0${"\0".repeat(413)}`)}`

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

/** The template of the scene's guild. */
export const TEMPLATE = {
  code: "hgM48av5Q69A",
  name: "Harbours",
  creator_id: Play.ALICE,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  serialized_source_guild: { name: "Port" }
}
/** Another guild of the bot, without a template. */
export const QUAY = "200000000000000099"
const ofTemplate = { ...inGuild, code: TEMPLATE.code }

const roleBody = {
  name: "Pilot",
  permissions: "1024",
  color: 255,
  colors: { primary_color: 255, secondary_color: null, tertiary_color: null },
  hoist: true,
  mentionable: false,
  icon: null,
  unicode_emoji: null
}

/** A group with the bot, where a scene has one. */
export const GROUP = "400000000000000009"

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
      "get_guild_welcome_screen",
      "get_guild_new_member_welcome",
      "get_guild_widget_settings",
      "get_guilds_onboarding",
      "list_guild_invites",
      "list_guild_roles",
      "guild_role_member_counts",
      "leave_guild"
    ].map((name) => [name, () => bot({ params: inGuild })])
  ),
  guild_search: () =>
    bot({
      params: inGuild,
      query: {
        content: "hello",
        author_id: Play.ALICE,
        has: "-link",
        pinned: "false",
        limit: "5",
        offset: "0",
        slop: "1"
      }
    }),
  get_guild: () => bot({ params: inGuild, query: { with_counts: "true" } }),
  update_guild: () =>
    bot({
      params: inGuild,
      body: {
        name: "Port",
        preferred_locale: "de",
        description: "All boats",
        icon: PIXEL,
        region: "rotterdam",
        verification_level: 1,
        default_message_notifications: 1,
        explicit_content_filter: 2,
        premium_progress_bar_enabled: true,
        afk_timeout: 60,
        system_channel_id: Play.GENERAL,
        system_channel_flags: 2,
        rules_channel_id: Play.GENERAL,
        public_updates_channel_id: Play.GENERAL,
        safety_alerts_channel_id: Play.GENERAL,
        features: ["COMMUNITY", "INVITES_DISABLED"]
      }
    }),
  update_guild_welcome_screen: () =>
    bot({
      params: inGuild,
      body: {
        enabled: true,
        description: "Ahoy",
        welcome_channels: [{ channel_id: Play.GENERAL, description: "Talk", emoji_id: null, emoji_name: "⚓" }]
      }
    }),
  update_guild_widget_settings: () => bot({ params: inGuild, body: { enabled: true, channel_id: Play.GENERAL } }),
  get_guild_widget: () => sample({ credential: "none", params: inGuild }),
  get_guild_widget_png: () => sample({ credential: "none", params: inGuild, query: { style: "banner1" } }),
  list_guild_templates: () => bot({ params: inGuild }),
  get_guild_template: () => sample({ credential: "none", params: { code: TEMPLATE.code } }),
  create_guild_template: () => bot({ params: { guild_id: QUAY }, body: { name: "Ports", description: null } }),
  sync_guild_template: () => bot({ params: ofTemplate }),
  update_guild_template: () => bot({ params: ofTemplate, body: { name: "Ports", description: "For ports" } }),
  delete_guild_template: () => bot({ params: ofTemplate }),
  put_guilds_onboarding: () =>
    bot({
      params: inGuild,
      body: {
        enabled: false,
        mode: 1,
        default_channel_ids: [Play.GENERAL],
        prompts: [
          {
            ...{ id: "1", type: 0, title: "Boats?", single_select: true, required: false, in_onboarding: true },
            options: [{ title: "Yes", description: "", emoji_name: "⚓", role_ids: [Play.MODERATOR], channel_ids: [] }]
          }
        ]
      }
    }),
  get_guild_join_requests: () =>
    bot({ params: inGuild, query: { status: "SUBMITTED", limit: "10", before: "9", after: "1" } }),
  action_guild_join_request: () =>
    bot({ params: { ...inGuild, request_id: "5" }, body: { action: "REJECTED", rejection_reason: "no boat" } }),
  update_guild_incident_actions: () =>
    bot({ params: inGuild, body: { invites_disabled_until: null, dms_disabled_until: null } }),
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
        default_tag_setting: "match_some",
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
  update_my_guild_member: () =>
    bot({ params: inGuild, body: { nick: "Shop", avatar: null, banner: null, bio: "Pets" } }),
  update_guild_member: () =>
    bot({
      params: ofMember,
      body: { nick: "Bobby", roles: [Play.MODERATOR], communication_disabled_until: "2026-01-01T00:00:00Z", flags: 0 }
    }),
  add_guild_member: () =>
    bot({
      params: { ...inGuild, user_id: Play.ALICE },
      body: { access_token: Play.PERMISSIONS_TOKEN, nick: "Ali", roles: [Play.MODERATOR], mute: false, deaf: false }
    }),
  preview_prune_guild: () => bot({ params: inGuild, query: { days: "7", include_roles: Play.MODERATOR } }),
  prune_guild: () =>
    bot({ params: inGuild, body: { days: 7, compute_prune_count: true, include_roles: [Play.MODERATOR] } }),
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
  update_my_user: () => bot({ body: { username: "Shop", avatar: null, banner: null } }),
  list_my_guilds: () => bot({ query: { limit: "5", with_counts: "true" } }),
  list_my_connections: () => sample({ credential: "user" }),
  get_my_guild_member: () => sample({ credential: "user", params: inGuild }),
  get_application: () => bot({ params: ofApp }),
  update_application: () => bot({ params: ofApp, body: { description: "Pets", tags: ["pets"], flags: 0 } }),
  upload_application_attachment: () =>
    bot({ params: ofApp, body: new FileForm({}, PIXEL.slice(PIXEL.indexOf(",") + 1)) }),
  add_group_dm_user: () =>
    bot({ params: { channel_id: GROUP, user_id: Play.BOB }, body: { access_token: Play.IDENTIFY_TOKEN, nick: "Al" } }),
  delete_group_dm_user: () => bot({ params: { channel_id: GROUP, user_id: Play.BOB } }),
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
  list_guild_soundboard_sounds: () => bot({ params: inGuild }),
  create_guild_soundboard_sound: () =>
    bot({
      params: inGuild,
      body: { name: "horn", sound: HORN, volume: 0.5, emoji_id: ofEmoji.emoji_id, emoji_name: null }
    }),
  get_guild_soundboard_sound: () => bot({ params: SOUND }),
  update_guild_soundboard_sound: () => bot({ params: SOUND, body: { name: "bell", volume: 1, emoji_name: "\u2693" } }),
  delete_guild_soundboard_sound: () => bot({ params: SOUND }),
  send_soundboard_sound: () =>
    bot({ params: { channel_id: Play.STAGE }, body: { sound_id: SOUND.sound_id, source_guild_id: Play.GUILD } }),
  list_guild_integrations: () => bot({ params: inGuild }),
  delete_guild_integration: () =>
    bot({ params: { ...inGuild, integration_id: integrationId({ ...inGuild, ...ofApp }) } }),
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
