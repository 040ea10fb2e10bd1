/**
 * Everything that the console knows of each kind of element of a world: one row each. The tree, the forms, the menus and the
 * links of an element are made of it; the compiler names a kind without a row.
 */

import {
  AppWindow,
  CalendarDays,
  Gem,
  Hash,
  MessageCircle,
  Mic,
  Music,
  Package,
  ScanText,
  Server,
  ShieldCheck,
  Smile,
  Sticker,
  Ticket,
  User,
  UserRound,
  UserX,
  Volume2,
  Webhook
} from "lucide-react"
import { type About, installed, named, toUser } from "./About.ts"
import type { Kind } from "./Elements.ts"
import { channel, choice, type Field, flag, number, text } from "./Field.ts"
import {
  ADORNMENTS,
  CHANNEL_TYPES,
  FORUM_FIELDS,
  GROUP_FIELDS,
  NO_THREAD,
  SETTINGS,
  THREAD_FIELDS,
  TRIGGERS,
  VOICE_FIELDS
} from "./NestedFields.ts"

const AVAILABLE: Field = { ...flag("available", "Available"), usual: true }
const IMAGES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]
const PICTURE: Field = { name: "image", label: "Picture", kind: "file", accepts: IMAGES }
const STICKER: Field = { ...PICTURE, accepts: ["image/png", "image/gif", "application/json"] }
const SOUND: Field = { name: "sound", label: "Sound (MP3 or Ogg)", kind: "file", accepts: ["audio/mpeg", "audio/ogg"] }

export const ABOUT: Readonly<Record<Kind, About>> = {
  application: {
    ...{ icon: AppWindow, many: "Applications", one: "Application", blank: { name: "New app" } },
    line: named(),
    fields: [
      text("name", "Name"),
      { name: "owner_id", label: "Owner", kind: "user" },
      { name: "description", label: "Description", kind: "long" },
      text("interactions_endpoint_url", "Interactions endpoint URL"),
      text("event_webhooks_url", "Event webhooks URL"),
      text("terms_of_service_url", "Terms of service URL"),
      text("privacy_policy_url", "Privacy policy URL"),
      { name: "redirect_uris", label: "Redirect URIs, one per line", kind: "list" },
      { name: "flags", label: "Flags, one per line", kind: "list" },
      flag("discoverable", "Discoverable")
    ]
  },
  application_emoji: {
    ...{ icon: Smile, many: "Emojis", one: "Emoji", blank: { name: "new_emoji" } },
    line: named(":", ":"),
    fields: [text("name", "Name"), PICTURE]
  },
  entitlement: {
    ...{ icon: Gem, many: "Entitlements", one: "Entitlement", blank: {} },
    line: ({ user_id, id }, names) => ({ name: `entitlement of ${names.user(user_id)}`, note: id }),
    fields: [
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
    ]
  },
  user: {
    ...{ icon: User, many: "People", one: "Person", blank: { username: "someone" } },
    line: ({ username, global_name }) => ({
      name: global_name ?? username,
      note: global_name == null ? undefined : username
    }),
    fields: [
      text("username", "Username"),
      text("global_name", "Display name"),
      text("avatar", "Avatar (hash)"),
      text("banner", "Banner (hash)"),
      { name: "accent_color", label: "Accent colour", kind: "colour" },
      ...ADORNMENTS,
      number("flags", "Flags (badges), as bits"),
      text("locale", "Locale"),
      flag("adult", "Adult: may use age-restricted commands"),
      flag("nsfw_dms", "Allows age-restricted commands in direct messages"),
      flag("closed_dms", "Closed to direct messages")
    ]
  },
  user_install: {
    ...{ icon: Package, many: "Installed applications", one: "Application", blank: {} },
    line: installed,
    chosen: "application",
    fields: [{ name: "scopes", label: "Scopes, one per line", kind: "list" }]
  },
  guild: {
    ...{ icon: Server, many: "Guilds", one: "Guild", blank: { name: "New guild" } },
    line: named(),
    links: (_, [id = ""]) => [[`permissions/${id}`, "Command permissions"]],
    fields: [
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
    ]
  },
  role: {
    ...{ icon: ShieldCheck, many: "Roles", one: "Role", blank: { name: "New role" }, reversed: true },
    line: named(),
    fields: [
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
    ]
  },
  channel: {
    ...{ icon: Hash, many: "Channels", one: "Channel", blank: { name: "new-channel", type: 0 } },
    line: named("#"),
    fields: [
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
    ]
  },
  member: {
    ...{ icon: UserRound, many: "Members", one: "Member", blank: { roles: [] } },
    line: ({ user_id, nick }, names) => ({ name: nick ?? names.user(user_id), note: user_id }),
    chosen: "user",
    links: toUser,
    fields: [
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
    ]
  },
  ban: {
    ...{ icon: UserX, many: "Bans", one: "Ban", blank: {} },
    line: ({ user_id, reason }, names) => ({ name: names.user(user_id), note: reason ?? user_id }),
    chosen: "user",
    links: toUser,
    fields: [text("reason", "Reason")]
  },
  voice_state: {
    ...{ icon: Volume2, many: "Connected to voice", one: "Voice", blank: {} },
    line: ({ user_id, channel_id }, names) => ({ name: names.user(user_id), note: names.channel(channel_id) }),
    chosen: "user",
    links: toUser,
    fields: [
      channel("channel_id", "Voice or stage channel"),
      flag("self_mute", "Has muted themselves"),
      flag("self_deaf", "Has deafened themselves"),
      flag("mute", "Muted by a moderator"),
      flag("deaf", "Deafened by a moderator"),
      flag("self_stream", "Shares their screen"),
      flag("self_video", "Shows their camera"),
      flag("suppress", "Listens only (stage)")
    ]
  },
  emoji: {
    ...{ icon: Smile, many: "Emojis", one: "Emoji", blank: { name: "new_emoji" } },
    line: named(":", ":"),
    fields: [
      text("name", "Name"),
      { name: "roles", label: "Roles that may use it", kind: "roles" },
      { name: "user_id", label: "Made by", kind: "user" },
      AVAILABLE,
      PICTURE
    ]
  },
  invite: {
    ...{ icon: Ticket, many: "Invites", one: "Invite", blank: {} },
    line: ({ code, channel_id }, names) => ({ name: code, note: names.channel(channel_id) }),
    links: ({ channel_id }, [guild], names) => [[`world/channel/${guild}/${channel_id}`, names.channel(channel_id)]],
    fields: [
      channel("channel_id", "Channel"),
      { name: "inviter_id", label: "Who invites", kind: "user" },
      number("uses", "Uses"),
      number("max_uses", "Most uses; 0 for any number"),
      number("max_age", "Ends after seconds; 0 for never"),
      { name: "created_at", label: "Made", kind: "time" },
      { name: "role_ids", label: "Roles that it gives", kind: "roles" }
    ]
  },
  webhook: {
    ...{ icon: Webhook, many: "Webhooks", one: "Webhook", blank: { name: "New webhook" } },
    line: ({ name, channel_id }, names) => ({ name, note: names.channel(channel_id) }),
    fields: [
      text("name", "Name"),
      channel("channel_id", "Channel"),
      text("token", "Token"),
      text("source_channel_id", "Id of the channel that it follows"),
      text("avatar", "Hash of its picture"),
      text("user_id", "Id of its creator")
    ]
  },
  scheduled_event: {
    ...{ icon: CalendarDays, many: "Scheduled events", one: "Event", blank: { name: "New event", entity_type: 3 } },
    line: ({ name, scheduled_start_time }) => ({ name, note: scheduled_start_time }),
    fields: [
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
    ]
  },
  stage_instance: {
    ...{ icon: Mic, many: "Stages", one: "Stage", blank: { topic: "New stage" } },
    line: ({ topic, channel_id }, names) => ({ name: topic, note: names.channel(channel_id) }),
    fields: [
      text("topic", "Topic"),
      channel("channel_id", "Stage channel"),
      text("guild_scheduled_event_id", "Id of its event")
    ]
  },
  sticker: {
    ...{ icon: Sticker, many: "Stickers", one: "Sticker", blank: { name: "New sticker", tags: "smile" } },
    line: named(),
    fields: [
      text("name", "Name"),
      text("description", "Description"),
      text("tags", "Suggested for"),
      { name: "user_id", label: "Made by", kind: "user" },
      AVAILABLE,
      STICKER
    ]
  },
  auto_moderation_rule: {
    ...{
      icon: ScanText,
      many: "Automatic moderation",
      one: "Rule",
      blank: { name: "New rule", trigger_type: 3, actions: [{ type: 1 }] }
    },
    line: named(),
    fields: [
      text("name", "Name"),
      { name: "trigger_type", label: "Looks for", kind: "choice", choices: TRIGGERS },
      { name: "enabled", label: "On", kind: "flag" },
      { name: "exempt_roles", label: "Roles that it spares", kind: "roles" },
      { name: "exempt_channels", label: "Channels that it spares", kind: "channels" },
      text("creator_id", "Id of its creator")
    ]
  },
  soundboard_sound: {
    ...{ icon: Music, many: "Soundboard", one: "Sound", blank: { name: "New sound" } },
    line: named(),
    fields: [
      text("name", "Name"),
      number("volume", "Volume, 0 to 1"),
      text("emoji_name", "Standard emoji"),
      text("emoji_id", "Id of its custom emoji"),
      { name: "user_id", label: "Made by", kind: "user" },
      AVAILABLE,
      SOUND
    ]
  },
  guild_install: {
    ...{ icon: Package, many: "Installed applications", one: "Application", blank: {} },
    line: installed,
    chosen: "application",
    links: (_, [guild, app]) => [[`permissions/${guild}/${app}`, "Command permissions"]],
    fields: [
      { name: "scopes", label: "Scopes, one per line", kind: "list" },
      { name: "permissions", label: "Permissions of the bot", kind: "permissions" }
    ]
  },
  direct_channel: {
    ...{ icon: MessageCircle, many: "Direct channels", one: "Direct channel", blank: { type: 1, recipients: [] } },
    line: ({ id }, names) => ({ name: names.channel(id) }),
    fields: [
      {
        ...{ name: "type", label: "Kind", kind: "choice", usual: 1 },
        choices: [
          [1, "Of two"],
          [3, "Group"]
        ]
      },
      ...GROUP_FIELDS,
      { name: "recipients", label: "Recipients (ids), one per line", kind: "list" }
    ]
  }
}
