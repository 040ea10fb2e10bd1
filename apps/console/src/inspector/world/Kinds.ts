/** The kinds of elements of a world: their addresses, their operations and the fields that their forms have. */

import { BITS } from "@backlot/domain/permission/Permission"
import { KINDS, PARAMETERS, type TargetKind } from "@backlot/domain/record/Kind"

export type Kind = TargetKind

export const isKind = (text: string | undefined): text is Kind => text !== undefined && Object.hasOwn(KINDS, text)

export const paramsOf = (kind: Kind, ids: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(PARAMETERS[kind].map((name, at) => [name, ids[at] ?? ""]))

export type FieldKind =
  | "text"
  | "long"
  | "number"
  | "flag"
  | "choice"
  | "permissions"
  | "overwrites"
  | "roles"
  | "user"
  | "time"
  | "list"
  | "colour"

export interface Field {
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  readonly choices?: ReadonlyArray<readonly [value: string | number, name: string]>
}

const text = (name: string, label: string): Field => ({ name, label, kind: "text" })
const flag = (name: string, label: string): Field => ({ name, label, kind: "flag" })
const number = (name: string, label: string): Field => ({ name, label, kind: "number" })

const PICTURE: Field = { name: "image", label: "Picture (data URI)", kind: "long" }

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
    text("system_channel_id", "Channel for messages of the service (id)"),
    text("rules_channel_id", "Channel of the rules (id)"),
    text("public_updates_channel_id", "Channel for moderators (id)"),
    text("afk_channel_id", "Voice channel of who is away (id)"),
    number("verification_level", "Level of verification, 0 to 4"),
    number("premium_tier", "Tier of boosts, 0 to 3"),
    number("premium_subscription_count", "Boosts")
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
    { name: "topic", label: "Topic", kind: "long" },
    text("parent_id", "Category or channel above it (id)"),
    number("position", "Position"),
    number("rate_limit_per_user", "Slow mode, seconds"),
    flag("nsfw", "Age-restricted"),
    { name: "permission_overwrites", label: "Overwrites of permissions", kind: "overwrites" }
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
    flag("pending", "Has yet to accept the rules")
  ],
  ban: [text("reason", "Reason")],
  voice_state: [
    text("channel_id", "Voice or stage channel (id)"),
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
    flag("available", "Available"),
    PICTURE
  ],
  application_emoji: [text("name", "Name"), PICTURE],
  entitlement: [
    text("sku_id", "SKU (id)"),
    { name: "user_id", label: "Bought by", kind: "user" },
    text("guild_id", "Guild that has it (id)"),
    flag("consumed", "Consumed"),
    flag("deleted", "Refunded"),
    { name: "ends_at", label: "Ends", kind: "time" }
  ],
  invite: [
    text("channel_id", "Channel (id)"),
    { name: "inviter_id", label: "Who invites", kind: "user" },
    number("uses", "Uses"),
    number("max_uses", "Most uses; 0 for any number"),
    number("max_age", "Ends after seconds; 0 for never"),
    { name: "created_at", label: "Made", kind: "time" },
    { name: "role_ids", label: "Roles that it gives", kind: "roles" }
  ],
  webhook: [
    text("name", "Name"),
    text("channel_id", "Id of its channel"),
    text("token", "Token"),
    text("source_channel_id", "Id of the channel that it follows"),
    text("avatar", "Hash of its picture"),
    text("user_id", "Id of its creator")
  ],
  scheduled_event: [
    text("name", "Name"),
    text("description", "Description"),
    number("entity_type", "Takes place in: 1 a stage, 2 a voice channel, 3 elsewhere"),
    text("channel_id", "Id of its channel"),
    text("location", "Place (elsewhere)"),
    { name: "scheduled_start_time", label: "Begins", kind: "time" },
    { name: "scheduled_end_time", label: "Ends", kind: "time" },
    number("status", "1 scheduled, 2 active, 3 completed, 4 canceled"),
    { name: "creator_id", label: "Made by", kind: "user" },
    { name: "user_ids", label: "Who is interested (ids), one per line", kind: "list" }
  ],
  stage_instance: [
    text("topic", "Topic"),
    text("channel_id", "Id of its stage channel"),
    text("guild_scheduled_event_id", "Id of its event")
  ],
  sticker: [
    text("name", "Name"),
    text("description", "Description"),
    text("tags", "Suggested for"),
    { name: "user_id", label: "Made by", kind: "user" },
    flag("available", "Available"),
    PICTURE
  ],
  auto_moderation_rule: [
    text("name", "Name"),
    number("trigger_type", "1 words, 3 spam, 4 word lists, 5 mentions, 6 profiles"),
    { name: "enabled", label: "On", kind: "flag" },
    { name: "exempt_roles", label: "Roles that it spares", kind: "roles" },
    { name: "exempt_channels", label: "Channels (ids) that it spares, one per line", kind: "list" },
    text("creator_id", "Id of its creator")
  ],
  soundboard_sound: [
    text("name", "Name"),
    number("volume", "Volume, 0 to 1"),
    text("emoji_name", "Standard emoji"),
    text("emoji_id", "Id of its custom emoji"),
    { name: "user_id", label: "Made by", kind: "user" },
    flag("available", "Available")
  ],
  guild_install: [
    { name: "scopes", label: "Scopes, one per line", kind: "list" },
    { name: "permissions", label: "Permissions of the bot", kind: "permissions" }
  ],
  user_install: [{ name: "scopes", label: "Scopes, one per line", kind: "list" }],
  direct_channel: [
    text("name", "Name (of a group)"),
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
  entitlement: { sku_id: "", user_id: "" },
  invite: { channel_id: "" },
  webhook: { name: "New webhook", channel_id: "", token: "" },
  scheduled_event: { name: "New event", entity_type: 3, location: "" },
  stage_instance: { topic: "New stage", channel_id: "" },
  sticker: { name: "New sticker", tags: "smile" },
  auto_moderation_rule: { name: "New rule", trigger_type: 3, actions: [{ type: 1 }] },
  soundboard_sound: { name: "New sound" },
  guild_install: {},
  user_install: {},
  direct_channel: { type: 1, recipients: [] }
}

const EPOCH = 1_420_070_400_000n

/** A new id, of now. */
export const newId = (nowMs: number, chance: number): string =>
  String(((BigInt(Math.floor(nowMs)) - EPOCH) << 22n) | BigInt(Math.floor(chance * 0x3f_ffff)))
