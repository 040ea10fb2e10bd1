/** Fields and operations that the test of kept fields leaves out, each with the reason. */

import * as Play from "../Harbour.ts"
import { VOICE } from "./EventSamples.ts"
import { GROUP, PIXEL, STICKER } from "./GuildSamples.ts"
import type { Sample } from "./Sample.ts"
import { FORUM, FORUM_BODY, THREAD } from "./ThreadSamples.ts"
import { BY_TOKEN, HOOK } from "./WebhookSamples.ts"

const COMMAND = {
  name: "fish",
  description: "Fishes",
  description_localizations: { de: "Fischt" },
  contexts: [0, 1],
  integration_types: [0],
  nsfw: false,
  options: [
    {
      type: 3,
      name: "fish",
      description: "Which",
      description_localizations: { de: "Welcher" },
      min_length: 1,
      max_length: 5,
      autocomplete: false
    }
  ]
}
const APPLICATION = {
  cover_image: PIXEL,
  icon: PIXEL,
  custom_install_url: "https://example.com/install",
  event_webhooks_types: ["APPLICATION_AUTHORIZED"],
  max_participants: 5,
  role_connections_verification_url: "https://example.com/verify"
}
const THEME = { colors: ["000000"], gradient_angle: 10, base_mix: 20, base_theme: 1 }
const MEDIA = { url: "https://example.com/a.png", description: "A boat" }
const EMBED = {
  title: "a",
  description: "b",
  url: "https://example.com",
  timestamp: "2026-01-01T00:00:00.000Z",
  color: 1,
  footer: { text: "f", icon_url: "https://example.com/f.png" },
  image: MEDIA,
  thumbnail: MEDIA,
  author: { name: "g", url: "https://example.com/g", icon_url: "https://example.com/g.png" },
  fields: [{ name: "h", value: "i", inline: false }]
}
const ROW = {
  type: 1,
  components: [
    {
      type: 3,
      custom_id: "c",
      placeholder: "p",
      min_values: 1,
      max_values: 1,
      disabled: false,
      options: [{ label: "l", value: "v", description: "d", emoji: { name: "🐈" }, default: false }]
    }
  ]
}
const WORDS = {
  content: "@everyone",
  tts: false,
  embeds: [EMBED],
  components: [ROW],
  flags: 0,
  allowed_mentions: { parse: ["everyone"] }
}
const POLL = {
  question: { text: "Which?" },
  answers: [{ poll_media: { text: "Cats", emoji: { name: "🐈" } } }],
  duration: 1,
  allow_multiselect: false
}

/** Operations whose bodies are not kept. */
export const UNCHANGED: Readonly<Record<string, string>> = {
  create_interaction_response: "an interaction is answered once, and a new world has none",
  update_webhook_message: "as for the answers of interactions; update_message has the same body",
  update_user_message_external_moderation_metadata: "refused here: 50001",
  partner_sdk_token: "refused here: 530000",
  bot_partner_sdk_token: "refused here: 530000",
  partner_sdk_unmerge_provisional_account: "refused here: 530000",
  bot_partner_sdk_unmerge_provisional_account: "refused here: 530000"
}

/** Further bodies, with the fields that the samples lack. */
export const MORE: Readonly<Record<string, ReadonlyArray<Partial<Sample>>>> = {
  create_application_command: [{ body: COMMAND }, { body: { name: "Greet", type: 2, nsfw: false } }],
  bulk_set_application_commands: [{ body: [COMMAND] }],
  update_application_command: [{ body: COMMAND }],
  create_guild_application_command: [{ body: COMMAND }],
  bulk_set_guild_application_commands: [{ body: [COMMAND] }],
  update_guild_application_command: [{ body: COMMAND }],
  update_my_application: [{ body: APPLICATION }],
  update_application: [{ body: APPLICATION }],
  execute_webhook: [
    { body: WORDS },
    { params: { ...BY_TOKEN, webhook_id: HOOK.id }, body: { content: "a", poll: POLL, flags: 4 } }
  ],
  update_guild: [{ body: { afk_channel_id: VOICE } }],
  create_guild_channel: [
    {
      body: {
        name: "deck",
        type: 2,
        bitrate: 64000,
        user_limit: 5,
        rtc_region: "rotterdam",
        video_quality_mode: 1,
        position: 3
      }
    },
    { body: { name: "deck", type: 0, default_auto_archive_duration: 60, parent_id: null } }
  ],
  update_guild_member: [{ body: { mute: true, deaf: true, channel_id: Play.STAGE } }],
  update_channel: [
    {
      params: { channel_id: VOICE },
      body: { bitrate: 64000, user_limit: 5, rtc_region: "rotterdam", video_quality_mode: 1, position: 3, nsfw: false }
    },
    { params: { channel_id: FORUM }, body: { ...FORUM_BODY, default_thread_rate_limit_per_user: 5 } },
    { params: { channel_id: Play.GENERAL }, body: { type: 0, default_auto_archive_duration: 60, parent_id: null } },
    {
      params: { channel_id: THREAD },
      body: { name: "t", auto_archive_duration: 60, locked: false, rate_limit_per_user: 1, archived: false }
    },
    { params: { channel_id: GROUP }, body: { name: "Sailors", icon: PIXEL } }
  ],
  create_thread: [
    { params: { channel_id: Play.GENERAL }, body: { name: "t", type: 12, auto_archive_duration: 60, invitable: true } }
  ],
  create_message: [
    { body: WORDS },
    { body: { content: "", sticker_ids: [STICKER.sticker_id], shared_client_theme: THEME } }
  ],
  update_message: [{ body: { content: "a", embeds: [EMBED], components: [ROW], flags: 0 } }],
  create_thread_from_message: [{ body: { name: "t", auto_archive_duration: 60, rate_limit_per_user: 5 } }]
}

const THERE = "who is there already is not added again; the tests of new members and of groups add others"
const NO_MESSAGES = "deletes messages, and they have written none"
const BESIDE = "a field beside it says the same and counts"
const IN_FORUMS = "of forums; the tests of messages of webhooks have them"

/** By `operation field`: what changes nothing in the scene. */
export const DROPPED: Readonly<Record<string, string>> = {
  "add_group_dm_user .*": THERE,
  "add_guild_member .*": THERE,
  "(bulk_)?ban_users?_from_guild delete_message_.*": NO_MESSAGES,
  "bulk_delete_messages .*": NO_MESSAGES,
  ".*guild_application_commands? .*(contexts|integration_types).*": "ignored by decision 6",
  "bulk_update_guild_channels .*lock_permissions": "the channel has the overwrites of its category already",
  "(create|update)_guild_role color": BESIDE,
  "create_guild_soundboard_sound emoji_name": BESIDE,
  "create_lobby_message allowed_mentions.*": "the message names nobody",
  "create_message enforce_nonce": "no message with this nonce was sent before",
  "create_message message_reference.fail_if_not_exists": "the message that it replies to exists",
  "create_channel_invite unique":
    "whether an invite that was there is given instead; which one it is differs by chance",
  "create_stage_instance send_start_notification": "a notification, which people alone see",
  "execute_github_compatible_webhook .*": "in the form of another service, of which the message shows a part",
  "execute_webhook (applied_tags|thread_name)": IN_FORUMS,
  "prune_guild days": "nobody of the scene is that old",
  "send_soundboard_sound source_guild_id": "without it the sound is of the guild, as in the sample",
  "update_(self_)?voice_state channel_id": "the channel that they are connected to, named or not",
  "put_guilds_onboarding .*id": "a prompt with an unknown id is new"
}

const HIDDEN = "the platform's object has no field for it"

/** What is kept, and what the answer of a write does not show. */
export const UNANSWERED: Readonly<Record<string, string>> = {
  ".*lobby idle_timeout_seconds": HIDDEN,
  "create_lobby_message nonce": HIDDEN,
  "create_or_join_lobby secret": HIDDEN,
  "update_my_guild_member bio": HIDDEN,
  "update_guild_welcome_screen enabled": "a feature of the guild says it",
  "create_channel_invite unique": "an invite that was there is given instead of another",
  "follow_channel webhook_channel_id": "the answer names the webhook there",
  "execute_slack_compatible_webhook .*": "answers `ok`"
}

/** What no other value of the test is valid for: it is refused in words. */
export const REFUSED: ReadonlyArray<string> = [
  "action_guild_join_request action",
  "add_guild_member access_token",
  ".*_commands? .*options\\[\\].type",
  "bulk_update_guild_(channels|roles) .*(parent_id|\\.id)",
  "create_.*emoji (image|roles.*)",
  "update_guild_emoji roles.*",
  ".*auto_moderation_rule (event_type|trigger_type|exempt_roles.*)",
  "create_channel_invite (role_ids.*|target_type)",
  "create_entitlement (owner_type|sku_id)",
  "(create_guild|update)_channel (parent_id|type|permission_overwrites.*type)",
  "(create|update)_guild_role (colors.*|icon|unicode_emoji)",
  "(create|update)_guild_scheduled_event (channel_id|entity_type|privacy_level|scheduled_end_time|recurrence_rule.*)",
  "(create|update)_guild_scheduled_event_exception .*",
  "create_guild_soundboard_sound (emoji_id|sound)",
  "(create|edit)_lobby override_event_webhooks_url",
  ".* components.*(\\.type|max_values)",
  "create_message (shared_client_theme.colors.*|sticker_ids.*)",
  "create_oauth2_authorization user_id",
  "create_stage_instance (channel_id|guild_scheduled_event_id)",
  "create_thread applied_tags.*",
  "prune_guild include_roles.*",
  "put_guilds_onboarding (enabled|.*role_ids.*)",
  "send_soundboard_sound sound_id",
  "set_channel_permission_overwrite type",
  "update_guild_incident_actions .*",
  "update_guild_member (channel_id|roles.*)"
]
