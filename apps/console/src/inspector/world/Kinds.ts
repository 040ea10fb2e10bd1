/** The kinds of elements of a world: their addresses, their operations and the fields that their forms have. */

import { BITS } from "@backlot/domain/permission/Permission"
import { KINDS, PARAMETERS, type TargetKind } from "@backlot/domain/record/Kind"
import { channel, choice, type Field, flag, number, text } from "./Field.ts"
import { FORUM_FIELDS, SETTINGS, THREAD_FIELDS, VOICE_FIELDS } from "./NestedFields.ts"

export type Kind = TargetKind

export const isKind = (text: string | undefined): text is Kind => text !== undefined && Object.hasOwn(KINDS, text)

export const paramsOf = (kind: Kind, ids: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(PARAMETERS[kind].map((name, at) => [name, ids[at] ?? ""]))

const AVAILABLE: Field = { ...flag("available", "Available"), usual: true }
const IMAGES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]
const PICTURE: Field = { name: "image", label: "Picture", kind: "file", accepts: IMAGES }
const STICKER: Field = { ...PICTURE, accepts: ["image/png", "image/gif", "application/json"] }
const SOUND: Field = { name: "sound", label: "Sound (MP3 or Ogg)", kind: "file", accepts: ["audio/mpeg", "audio/ogg"] }

const TRIGGERS: Field["choices"] = [
  [1, "Words"],
  [3, "Spam"],
  [4, "Lists of words"],
  [5, "Mentions"],
  [6, "Words in profiles"]
]

export const CHANNEL_TYPES = [
  [0, "Text"],
  [2, "Voice"],
  [4, "Category"],
  [5, "Announcement"],
  [10, "Announcement thread"],
  [11, "Public thread"],
  [12, "Private thread"],
  [13, "Stage"],
  [15, "Forum"],
  [16, "Media"]
] as const

/** A thread has the topic, the restriction and the overwrites of its channel. */
const NO_THREAD = [0, 2, 4, 5, 13, 15, 16]

/** The common fields; the rest is in the JSON. */
export const FIELDS: Readonly<Record<Kind, ReadonlyArray<Field>>> = {
  application: [
    text("name", "Name"),
    { name: "owner_id", label: "Owner", kind: "user" },
    { name: "description", label: "Description", kind: "long" },
    text("interactions_endpoint_url", "Interactions endpoint URL"),
    text("event_webhooks_url", "Event webhooks URL"),
    { name: "redirect_uris", label: "Redirect URIs, one per line", kind: "list" },
    { name: "flags", label: "Flags, one per line", kind: "list" },
    flag("discoverable", "Discoverable")
  ],
  user: [
    text("username", "Username"),
    text("global_name", "Display name"),
    text("avatar", "Avatar (hash)"),
    text("banner", "Banner (hash)"),
    { name: "accent_color", label: "Accent colour", kind: "colour" },
    number("flags", "Flags (badges), as bits"),
    text("locale", "Locale"),
    flag("adult", "Adult: may use age-restricted commands"),
    flag("nsfw_dms", "Allows age-restricted commands in direct messages"),
    flag("closed_dms", "Closed to direct messages")
  ],
  guild: [
    text("name", "Name"),
    { name: "owner_id", label: "Owner", kind: "user" },
    text("preferred_locale", "Preferred locale"),
    text("vanity_url_code", "Vanity URL"),
    { name: "description", label: "Description", kind: "long" },
    { name: "features", label: "Features, one per line", kind: "list" },
    channel("system_channel_id", "Channel for messages of the service"),
    channel("rules_channel_id", "Channel of the rules"),
    channel("public_updates_channel_id", "Channel for moderators"),
    channel("afk_channel_id", "Voice channel of who is away"),
    {
      ...choice("verification_level", "Who may write", [
        "Everybody",
        "With a verified email",
        "Registered for 5 minutes",
        "A member for 10 minutes",
        "With a verified phone"
      ]),
      usual: 0
    },
    { ...choice("premium_tier", "Boosts", ["None", "Tier 1", "Tier 2", "Tier 3"]), usual: 0 },
    ...SETTINGS
  ],
  role: [
    text("name", "Name"),
    number("position", "Position"),
    { name: "color", label: "Colour", kind: "colour" },
    { name: "secondary_color", label: "Second colour", kind: "colour" },
    { name: "tertiary_color", label: "Third colour", kind: "colour" },
    text("unicode_emoji", "Emoji"),
    text("icon", "Icon (hash)"),
    flag("hoist", "Shown apart from others"),
    flag("mentionable", "Mentionable"),
    { name: "permissions", label: "Permissions", kind: "permissions" },
    flag("premium_subscriber", "Of those who boost the guild")
  ],
  channel: [
    text("name", "Name"),
    { name: "type", label: "Type", kind: "choice", choices: CHANNEL_TYPES },
    { name: "topic", label: "Topic", kind: "long", types: NO_THREAD },
    channel("parent_id", "Category or channel above it"),
    number("position", "Position"),
    number("rate_limit_per_user", "Slow mode, seconds"),
    { ...flag("nsfw", "Age-restricted"), types: NO_THREAD },
    ...FORUM_FIELDS,
    ...THREAD_FIELDS,
    ...VOICE_FIELDS,
    { name: "permission_overwrites", label: "Overwrites of permissions", kind: "overwrites", types: NO_THREAD }
  ],
  member: [
    text("nick", "Nickname"),
    { name: "roles", label: "Roles", kind: "roles" },
    { name: "timed_out_until", label: "Timed out until", kind: "time" },
    { name: "joined_at", label: "Joined", kind: "time" },
    text("avatar", "Avatar in this guild (hash)"),
    text("banner", "Banner in this guild (hash)"),
    { name: "bio", label: "About them", kind: "long" },
    number("flags", "Flags, as bits"),
    { name: "premium_since", label: "Boosts the guild since", kind: "time" },
    number("boosts", "How often they boost it"),
    flag("pending", "Has yet to accept the rules"),
    flag("mute", "Muted from the start in voice"),
    flag("deaf", "Deafened from the start in voice")
  ],
  ban: [text("reason", "Reason")],
  voice_state: [
    channel("channel_id", "Voice or stage channel"),
    flag("self_mute", "Has muted themselves"),
    flag("self_deaf", "Has deafened themselves"),
    flag("mute", "Muted by a moderator"),
    flag("deaf", "Deafened by a moderator"),
    flag("self_stream", "Shares their screen"),
    flag("self_video", "Shows their camera"),
    flag("suppress", "Listens only (stage)")
  ],
  emoji: [
    text("name", "Name"),
    { name: "roles", label: "Roles that may use it", kind: "roles" },
    { name: "user_id", label: "Made by", kind: "user" },
    AVAILABLE,
    PICTURE
  ],
  application_emoji: [text("name", "Name"), PICTURE],
  entitlement: [
    text("sku_id", "SKU (id)"),
    { name: "user_id", label: "Bought by", kind: "user" },
    text("guild_id", "Guild that has it (id)"),
    flag("consumed", "Consumed"),
    flag("deleted", "Refunded"),
    { name: "ends_at", label: "Ends", kind: "time" },
    { name: "fulfilled_at", label: "Given out", kind: "time" },
    number("fulfillment_status", "How far it is given out (0 to 7)"),
    text("parent_id", "Belongs to the entitlement (id)"),
    text("gifter_user_id", "Given by (id)")
  ],
  invite: [
    channel("channel_id", "Channel"),
    { name: "inviter_id", label: "Who invites", kind: "user" },
    number("uses", "Uses"),
    number("max_uses", "Most uses; 0 for any number"),
    number("max_age", "Ends after seconds; 0 for never"),
    { name: "created_at", label: "Made", kind: "time" },
    { name: "role_ids", label: "Roles that it gives", kind: "roles" }
  ],
  webhook: [
    text("name", "Name"),
    channel("channel_id", "Channel"),
    text("token", "Token"),
    text("source_channel_id", "Id of the channel that it follows"),
    text("avatar", "Hash of its picture"),
    text("user_id", "Id of its creator")
  ],
  scheduled_event: [
    text("name", "Name"),
    text("description", "Description"),
    choice("entity_type", "Takes place in", ["A stage", "A voice channel", "Another place"], 1),
    channel("channel_id", "Channel"),
    text("location", "Place, if it is another one"),
    { name: "scheduled_start_time", label: "Begins", kind: "time" },
    { name: "scheduled_end_time", label: "Ends", kind: "time" },
    { ...choice("status", "Status", ["Scheduled", "Active", "Completed", "Canceled"], 1), usual: 1 },
    { name: "creator_id", label: "Made by", kind: "user" },
    { name: "user_ids", label: "Who is interested (ids), one per line", kind: "list" }
  ],
  stage_instance: [
    text("topic", "Topic"),
    channel("channel_id", "Stage channel"),
    text("guild_scheduled_event_id", "Id of its event")
  ],
  sticker: [
    text("name", "Name"),
    text("description", "Description"),
    text("tags", "Suggested for"),
    { name: "user_id", label: "Made by", kind: "user" },
    AVAILABLE,
    STICKER
  ],
  auto_moderation_rule: [
    text("name", "Name"),
    { name: "trigger_type", label: "Looks for", kind: "choice", choices: TRIGGERS },
    { name: "enabled", label: "On", kind: "flag" },
    { name: "exempt_roles", label: "Roles that it spares", kind: "roles" },
    { name: "exempt_channels", label: "Channels that it spares", kind: "channels" },
    text("creator_id", "Id of its creator")
  ],
  soundboard_sound: [
    text("name", "Name"),
    number("volume", "Volume, 0 to 1"),
    text("emoji_name", "Standard emoji"),
    text("emoji_id", "Id of its custom emoji"),
    { name: "user_id", label: "Made by", kind: "user" },
    AVAILABLE,
    SOUND
  ],
  guild_install: [
    { name: "scopes", label: "Scopes, one per line", kind: "list" },
    { name: "permissions", label: "Permissions of the bot", kind: "permissions" }
  ],
  user_install: [{ name: "scopes", label: "Scopes, one per line", kind: "list" }],
  direct_channel: [
    text("name", "Name (of a group)"),
    text("icon", "Picture (hash, of a group)"),
    text("owner_id", "Owner (id, of a group)"),
    { name: "recipients", label: "Recipients (ids), one per line", kind: "list" }
  ]
}

/** `MANAGE_GUILD` as people read it. */
export const PERMISSIONS = Object.keys(BITS).map((id) => ({
  id,
  name: id
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/^./, (letter) => letter.toUpperCase())
}))

/** The beginning of a new element. */
export const BLANK: Readonly<Record<Kind, Readonly<Record<string, unknown>>>> = {
  application: { name: "New app" },
  user: { username: "someone" },
  guild: { name: "New guild" },
  role: { name: "New role" },
  channel: { name: "new-channel", type: 0 },
  member: { roles: [] },
  ban: {},
  voice_state: {},
  emoji: { name: "new_emoji" },
  application_emoji: { name: "new_emoji" },
  entitlement: {},
  invite: {},
  webhook: { name: "New webhook" },
  scheduled_event: { name: "New event", entity_type: 3 },
  stage_instance: { topic: "New stage" },
  sticker: { name: "New sticker", tags: "smile" },
  auto_moderation_rule: { name: "New rule", trigger_type: 3, actions: [{ type: 1 }] },
  soundboard_sound: { name: "New sound" },
  guild_install: {},
  user_install: {},
  direct_channel: { type: 1, recipients: [] }
}
