/** Bodies and values with which the test of kept fields tries what the samples lack. */
import * as Play from "../Harbour.ts"
import { EVENT_SAMPLES, VOICE } from "./EventSamples.ts"
import { GROUP, HORN, PIXEL, PREMIUM, RULE_BODY, STICKER } from "./GuildSamples.ts"
import type { Sample } from "./Sample.ts"
import { FORUM, FORUM_BODY, THREAD } from "./ThreadSamples.ts"
import { BY_TOKEN, HOOK } from "./WebhookSamples.ts"

/** A second thing of each kind, beside that of the scene. */
const MATE = "200000000000000012"
const HOLD = "200000000000000071"
const CABIN = "200000000000000072"
const SCENE_TWO = "200000000000000073"
const SECOND = {
  emoji: "800000000000000003",
  event: "900000000000000004",
  sku: "810000000000000002",
  sound: "840000000000000002",
  sticker: "830000000000000002",
  tag: "710000000000000002"
}

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
    },
    { type: 5, name: "sure", description: "Is it" }
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
      options: [
        { label: "l", value: "v", description: "d", emoji: { name: "🐈" }, default: false },
        { label: "m", value: "w" }
      ]
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

const inGuild = `/guilds/${Play.GUILD}`
const ofApp = `/applications/${Play.APP}`
const TIME = "2040-01-01T00:00:00Z"
const COLORS = { primary_color: 1, secondary_color: 2, tertiary_color: null }
const inGuildParams = { guild_id: Play.GUILD }
const event = EVENT_SAMPLES["create_guild_scheduled_event"]?.().body
const eventWith = (more: object) => ({ ...Object(event), ...more })
const BLOCK = { type: 1, metadata: { custom_message: "No." } }
const daily = { start: TIME, frequency: 3, interval: 1 }
const weekly = { start: TIME, frequency: 2, interval: 1, by_weekday: [6] }
const yearly = { start: TIME, frequency: 0, interval: 1, by_month: [1], by_month_day: [1] }

/** What the scene gets beside its own: paths of the control plane and bodies. */
export const THINGS: ReadonlyArray<readonly [path: string, body: object, method: "PUT" | "PATCH"]> = [
  [
    inGuild,
    { features: ["VANITY_URL", "MEMBER_VERIFICATION_GATE_ENABLED", "ROLE_ICONS", "ENHANCED_ROLE_COLORS"] },
    "PATCH"
  ],
  [ofApp, { skus: [PREMIUM.sku, SECOND.sku].map((id) => ({ id, type: 3, name: "A bone" })) }, "PATCH"],
  [`/applications/${Play.STRANGER}`, { flags: ["EMBEDDED"] }, "PATCH"],
  [`${inGuild}/roles/${MATE}`, { name: "Mate" }, "PUT"],
  [`${inGuild}/channels/${HOLD}`, { name: "hold", type: 4 }, "PUT"],
  [`${inGuild}/channels/${CABIN}`, { name: "cabin", type: 2 }, "PUT"],
  [`${inGuild}/channels/${SCENE_TWO}`, { name: "second", type: 13 }, "PUT"],
  [
    `${inGuild}/channels/${FORUM}`,
    { available_tags: [...FORUM_BODY.available_tags, { id: SECOND.tag, name: "answer" }] },
    "PATCH"
  ],
  [`${inGuild}/emojis/${SECOND.emoji}`, { name: "tide" }, "PUT"],
  [`${inGuild}/stickers/${SECOND.sticker}`, { name: "ebb", tags: "ebb" }, "PUT"],
  [`${inGuild}/soundboard_sounds/${SECOND.sound}`, { name: "bell" }, "PUT"],
  [
    `${inGuild}/scheduled_events/${SECOND.event}`,
    { name: "Dance", entity_type: 1, channel_id: Play.STAGE, scheduled_start_time: TIME },
    "PUT"
  ]
]

/** Values that are tried first, by the pattern of a field. */
export const OTHERS: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  "action_guild_join_request action": ["APPROVED"],
  ".* (.*\\.)?(roles|exempt_roles|role_ids|include_roles)\\[\\]": [MATE],
  "bulk_update_guild_roles .*id": [MATE],
  ".* (.*\\.)?parent_id": [HOLD],
  "update_channel type": [5],
  ".*emoji image": ["data:image/png;base64,iVBORw0KGgo="],
  "create_entitlement sku_id": [SECOND.sku],
  ".*guild_role .*_color": [7],
  ".*guild_role icon": [PIXEL],
  ".*guild_role unicode_emoji": ["🐟"],
  ".*scheduled_event scheduled_end_time": ["2040-01-01T03:00:00Z"],
  ".*scheduled_event channel_id": [CABIN, SCENE_TWO],
  ".*scheduled_event .*rule.start": ["2040-01-02T00:00:00Z"],
  ".*exception scheduled_end_time": ["2040-01-03T06:00:00Z"],
  ".*exception scheduled_start_time": ["2040-01-03T02:00:00Z"],
  ".*exception original_scheduled_start_time": ["2040-01-04T00:00:00Z"],
  "create_guild_soundboard_sound emoji_id": [SECOND.emoji],
  "create_guild_soundboard_sound sound": [HORN.replace("AAAA", "AAAB")],
  "create_message .*colors\\[\\]": ["ff0000"],
  "create_message sticker_ids\\[\\]": [SECOND.sticker],
  "create_stage_instance channel_id": [SCENE_TWO],
  "create_stage_instance guild_scheduled_event_id": [SECOND.event],
  "create_thread applied_tags\\[\\]": [SECOND.tag],
  "send_soundboard_sound sound_id": [SECOND.sound],
  "update_guild_incident_actions .*": [new Date(Date.now() + 3_600_000).toISOString()],
  "update_guild_member channel_id": [CABIN]
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
  create_guild_role: [{ body: { name: "Pilot", colors: COLORS } }],
  update_guild_role: [{ body: { colors: COLORS } }],
  create_channel_invite: [{ body: { target_type: 2, target_application_id: Play.STRANGER } }],
  create_stage_instance: [{ body: { channel_id: Play.STAGE, topic: "Tides" } }],
  create_auto_moderation_rule: [
    { body: { ...RULE_BODY, trigger_type: 3, trigger_metadata: {}, actions: [BLOCK] } },
    {
      body: { ...RULE_BODY, trigger_type: 4, actions: [BLOCK], trigger_metadata: { presets: [1], allow_list: ["a"] } }
    },
    {
      body: {
        ...RULE_BODY,
        trigger_type: 5,
        trigger_metadata: { mention_total_limit: 5, mention_raid_protection_enabled: true }
      }
    }
  ],
  create_guild_scheduled_event: [
    {
      body: eventWith({
        entity_type: 2,
        channel_id: VOICE,
        entity_metadata: null,
        recurrence_rule: weekly
      })
    },
    { body: eventWith({ recurrence_rule: yearly }) },
    { body: eventWith({ recurrence_rule: daily }) }
  ],
  update_guild_scheduled_event: [
    { body: { recurrence_rule: daily } },
    {
      params: { ...inGuildParams, guild_scheduled_event_id: SECOND.event },
      body: { channel_id: Play.STAGE, recurrence_rule: weekly }
    }
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
    { body: { name: "deck", type: 0, default_auto_archive_duration: 60, parent_id: null } },
    { body: { name: "deck", type: 0 } }
  ],
  update_guild_member: [{ body: { mute: true, deaf: true, channel_id: Play.STAGE } }],
  update_channel: [
    {
      params: { channel_id: VOICE },
      body: { bitrate: 64000, user_limit: 5, rtc_region: "rotterdam", video_quality_mode: 1, position: 3, nsfw: false }
    },
    { params: { channel_id: Play.STAFF_ROOM }, body: { type: 0 } },
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
