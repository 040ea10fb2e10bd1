/** Values of fields, fields that some elements of a kind have, and those that hold records. */
import { channel, choice, type Field, flag, newId, number, text } from "./Field.ts"

export const TRIGGERS: NonNullable<Field["choices"]> = [
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
export const NO_THREAD = [0, 2, 4, 5, 13, 15, 16]

const FORUMS = [15, 16]
const THREADS = [10, 11, 12]

const ARCHIVE: Field["choices"] = [
  [60, "1 hour"],
  [1440, "1 day"],
  [4320, "3 days"],
  [10080, "1 week"]
]

const EMOJI = [text("emoji_name", "Emoji"), text("emoji_id", "Or a custom emoji (id)")]

const idOfNow = () => newId(Date.now(), Math.random())

export const FORUM_FIELDS: ReadonlyArray<Field> = [
  {
    ...{ name: "available_tags", label: "Tags", kind: "records", types: FORUMS, one: "tag" },
    fields: [text("name", "Name"), ...EMOJI, flag("moderated", "Only moderators add and remove it")],
    blank: () => ({ id: idOfNow(), name: "new tag" })
  },
  { name: "flags", label: "A post needs a tag", kind: "bit", bit: 16, types: FORUMS },
  { name: "flags", label: "Hides the downloads of media", kind: "bit", bit: 32_768, types: [16] },
  {
    ...{ name: "default_reaction_emoji", label: "Reaction of posts", kind: "record", types: FORUMS, one: "reaction" },
    fields: EMOJI,
    blank: () => ({ emoji_name: "👍" })
  },
  {
    ...choice("default_sort_order", "Order of posts", ["Latest activity first", "Newest first"]),
    ...{ types: FORUMS, usual: 0 }
  },
  {
    ...choice("default_forum_layout", "Layout of posts", ["Not set", "List", "Gallery"]),
    ...{ types: [15], usual: 0 }
  },
  {
    ...{ name: "default_tag_setting", label: "Posts that are searched for have", kind: "choice", types: FORUMS },
    choices: [
      ["match_all", "All of the tags"],
      ["match_some", "Some of the tags"]
    ]
  },
  { ...number("default_thread_rate_limit_per_user", "Slow mode of new posts, seconds"), types: FORUMS },
  {
    ...{ name: "default_auto_archive_duration", label: "New posts and threads are archived after", kind: "choice" },
    types: [0, 5, ...FORUMS],
    usual: 4320,
    choices: ARCHIVE
  }
]

export const THREAD_FIELDS: ReadonlyArray<Field> = [
  { name: "applied_tags", label: "Tags of the post", kind: "tags", types: THREADS },
  { name: "flags", label: "Pinned at the top of its forum", kind: "bit", bit: 2, types: THREADS },
  { ...flag("archived", "Archived"), types: THREADS },
  { ...flag("locked", "Locked: only moderators write"), types: THREADS },
  { ...flag("invitable", "Everybody in it may add people"), types: [12], usual: true },
  {
    ...{ name: "auto_archive_duration", label: "Archived after", kind: "choice", types: THREADS, usual: 4320 },
    choices: ARCHIVE
  }
]

export const ADORNMENTS: ReadonlyArray<Field> = [
  {
    ...{ name: "primary_guild", label: "Tag of a guild", kind: "record", one: "tag" },
    fields: [
      text("tag", "Tag"),
      text("identity_guild_id", "Guild (id)"),
      { ...flag("identity_enabled", "Shown"), usual: true },
      text("badge", "Badge (hash)")
    ],
    blank: () => ({ tag: "TAG" })
  },
  {
    ...{ name: "avatar_decoration_data", label: "Decoration of the avatar", kind: "record", one: "decoration" },
    fields: [text("asset", "Picture (hash)"), text("sku_id", "SKU (id)")],
    blank: () => ({ asset: "0".repeat(32), sku_id: idOfNow() })
  }
]

const VOICES = [2, 13]

export const VOICE_FIELDS: ReadonlyArray<Field> = [
  { ...number("user_limit", "Most people; 0 for any number"), types: VOICES },
  { ...number("bitrate", "Bits per second"), types: VOICES },
  { ...text("status", "Status"), types: [2] }
]

const GROUPS = [3]

export const GROUP_FIELDS: ReadonlyArray<Field> = [
  { ...text("name", "Name"), types: GROUPS },
  { ...text("icon", "Picture (hash)"), types: GROUPS },
  { ...text("owner_id", "Owner (id)"), types: GROUPS },
  { name: "nicks", label: "Names in the group", kind: "nicks", types: GROUPS }
]

const OPTION: ReadonlyArray<Field> = [
  text("title", "Title"),
  text("description", "Description"),
  ...EMOJI,
  { name: "role_ids", label: "Roles that it gives", kind: "roles" },
  { name: "channel_ids", label: "Channels that it opens", kind: "channels" }
]

const newOption = () => ({ id: idOfNow(), title: "New answer" })

const PROMPT: ReadonlyArray<Field> = [
  text("title", "Question"),
  { ...choice("type", "Shown as", ["Answers side by side", "A list that opens"]), usual: 0 },
  flag("single_select", "One answer alone"),
  flag("required", "Must be answered"),
  flag("in_onboarding", "Asked when somebody joins"),
  { name: "options", label: "Answers", kind: "records", one: "answer", fields: OPTION, blank: newOption }
]

const REQUESTED: Field["choices"] = [
  ["STARTED", "Begun"],
  ["SUBMITTED", "Waits for an answer"],
  ["APPROVED", "Let in"],
  ["REJECTED", "Rejected"]
]

const GUIDED: ReadonlyArray<Field> = [
  channel("channel_id", "Channel"),
  text("title", "Title"),
  text("description", "Description"),
  ...EMOJI
]

/** Of a guild. */
export const SETTINGS: ReadonlyArray<Field> = [
  flag("widget_enabled", "Shows a widget to everybody"),
  channel("widget_channel_id", "Channel that the widget invites to"),
  {
    ...{ name: "welcome_screen", label: "Welcome screen", kind: "record", one: "welcome screen" },
    fields: [
      flag("enabled", "Shown to new members"),
      text("description", "Description"),
      {
        ...{ name: "welcome_channels", label: "Channels to begin with", kind: "records", one: "channel" },
        fields: [channel("channel_id", "Channel"), text("description", "What it is for"), ...EMOJI],
        blank: () => ({ description: "Say hello" })
      }
    ],
    blank: () => ({ enabled: true, welcome_channels: [] })
  },
  {
    ...{ name: "new_member_welcome", label: "Guide for new members", kind: "record", one: "guide" },
    fields: [
      flag("enabled", "Shown to new members"),
      {
        ...{ name: "welcome_message", label: "Greeting", kind: "record", one: "greeting" },
        fields: [text("message", "Text")],
        blank: () => ({ author_ids: [], message: "Ahoy" })
      },
      {
        ...{ name: "new_member_actions", label: "What to do first", kind: "records", one: "thing to do" },
        fields: [...GUIDED, { ...choice("action_type", "To do", ["View the channel", "Talk there"]), usual: 0 }],
        blank: () => ({ title: "Say hello" })
      },
      {
        ...{ name: "resource_channels", label: "Channels to read", kind: "records", one: "channel to read" },
        fields: GUIDED,
        blank: () => ({ title: "Read this" })
      }
    ],
    blank: () => ({ enabled: true, new_member_actions: [], resource_channels: [] })
  },
  {
    ...{ name: "onboarding", label: "Onboarding", kind: "record", one: "onboarding" },
    fields: [
      flag("enabled", "Asked of new members"),
      { ...choice("mode", "Channels that count", ["The default channels", "Those of answers too"]), usual: 0 },
      { name: "default_channel_ids", label: "Default channels", kind: "channels" },
      {
        ...{ name: "prompts", label: "Questions", kind: "records", one: "question", fields: PROMPT },
        blank: () => ({ id: idOfNow(), title: "New question", in_onboarding: true, options: [newOption()] })
      }
    ],
    blank: () => ({ enabled: false, default_channel_ids: [], prompts: [] })
  },
  {
    ...{ name: "template", label: "Template", kind: "record", one: "template" },
    fields: [
      text("name", "Name"),
      text("description", "Description"),
      text("code", "Code of its link"),
      number("usage_count", "Uses")
    ],
    none: "None. A bot makes the template, of the guild as it is then."
  },
  {
    ...{ name: "join_requests", label: "Requests to join", kind: "records", one: "request" },
    fields: [
      { name: "user_id", label: "Who asks", kind: "user" },
      { name: "application_status", label: "Status", kind: "choice", choices: REQUESTED, usual: "SUBMITTED" },
      { name: "created_at", label: "Asked", kind: "time" },
      text("reviewer_id", "Decided by (id)"),
      { name: "reviewed_at", label: "Decided", kind: "time" },
      text("rejection_reason", "Reason of the rejection")
    ],
    blank: () => ({ id: idOfNow(), created_at: new Date().toISOString() })
  }
]
