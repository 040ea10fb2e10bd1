/** Faults of what a guild says of itself, and of its sounds. */
import type { Row } from "../fixture/WorldFixture.ts"
import { ALICE, CATEGORY, GENERAL, UNKNOWN } from "../fixture/WorldFixture.ts"

const TEMPLATE = {
  name: "Harbours",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  serialized_source_guild: {}
}

export const SETTING_CASES: ReadonlyArray<Row> = [
  [
    "a link is written as messages write it",
    "links",
    { "https://e.com/x.": { title: "y" } },
    ".https://e.com/x. BAD_LINK"
  ],
  ...(
    [
      ["a guild names the hash of its icon", "icon", "data:", "BAD_AVATAR"],
      ["a description has at most 300 characters", "description", "x".repeat(301), "BASE_TYPE_BAD_LENGTH"],
      ["a region is known", "region", "moon", "BASE_TYPE_CHOICES"],
      ["a level of verification is at most 4", "verification_level", 5, "NUMBER_TYPE_MAX"],
      ["a filter of content is at most 2", "explicit_content_filter", 3, "NUMBER_TYPE_MAX"],
      ["who is away is moved after a known time", "afk_timeout", 61, "BASE_TYPE_CHOICES"],
      ["who is away is moved to a voice channel", "afk_channel_id", GENERAL, "UNKNOWN_REFERENCE"],
      ["messages of the service are written in a text channel", "system_channel_id", CATEGORY, "UNKNOWN_REFERENCE"],
      ["rules stand in a channel of the guild", "rules_channel_id", UNKNOWN, "UNKNOWN_REFERENCE"]
    ] as const
  ).map(([name, field, value, fault]): Row => [name, `guilds[0].${field}`, value, fault]),
  [
    "a welcome screen shows channels of its guild, with a description",
    "guilds[0].welcome_screen",
    { welcome_channels: [{ channel_id: UNKNOWN }] },
    ".welcome_channels[0].channel_id UNKNOWN_REFERENCE",
    ".welcome_channels[0].description BASE_TYPE_REQUIRED"
  ],
  [
    "a guide for new members leads to channels of its guild, by known actions, under titles",
    "guilds[0].new_member_welcome",
    {
      welcome_message: { message: "" },
      new_member_actions: [{ channel_id: UNKNOWN, action_type: 2 }],
      resource_channels: [{ channel_id: GENERAL, title: "x".repeat(61) }]
    },
    ".welcome_message.message BASE_TYPE_BAD_LENGTH",
    ".new_member_actions[0].channel_id UNKNOWN_REFERENCE",
    ".new_member_actions[0].title BASE_TYPE_REQUIRED",
    ".new_member_actions[0].action_type BASE_TYPE_CHOICES",
    ".resource_channels[0].title BASE_TYPE_BAD_LENGTH"
  ],
  [
    "a template has a code and a creator who exists",
    "guilds[0].template",
    { ...TEMPLATE, code: "no code", creator_id: UNKNOWN },
    ".code BAD_CODE",
    ".creator_id UNKNOWN_REFERENCE"
  ],
  [
    "a template keeps a guild of a bounded size",
    "guilds[0].template",
    { ...TEMPLATE, code: "abc", creator_id: ALICE, serialized_source_guild: { name: "x".repeat(262_144) } },
    ".serialized_source_guild BASE_TYPE_MAX_LENGTH"
  ],
  [
    "a template keeps a guild",
    "guilds[0].template",
    { ...TEMPLATE, code: "abc", creator_id: ALICE, serialized_source_guild: [] },
    ".serialized_source_guild BAD_SNAPSHOT"
  ],
  [
    "an onboarding names channels and roles of its guild",
    "guilds[0].onboarding",
    {
      default_channel_ids: [UNKNOWN],
      prompts: [
        { id: "1", title: "", options: [{ id: "2", title: "Yes", role_ids: [UNKNOWN] }] },
        { id: "3", title: "Which?", options: [] }
      ]
    },
    ".default_channel_ids[0] UNKNOWN_REFERENCE",
    ".prompts[0].title BASE_TYPE_BAD_LENGTH",
    ".prompts[1].options BASE_TYPE_BAD_LENGTH",
    ".prompts[0].options[0].role_ids[0] UNKNOWN_REFERENCE"
  ],
  [
    "each request to join is of another user, of a known status, with a short reason",
    "guilds[0].join_requests",
    [
      { id: "1", user_id: ALICE, created_at: "2026-01-01T00:00:00Z", application_status: "WAITING" },
      { id: "1", user_id: ALICE, created_at: "soon", rejection_reason: "x".repeat(161) },
      { id: "2", user_id: UNKNOWN, created_at: "2026-01-01T00:00:00Z", reviewer_id: UNKNOWN }
    ],
    "[0].application_status BASE_TYPE_CHOICES",
    "[1].created_at BAD_TIME",
    "[1].rejection_reason BASE_TYPE_BAD_LENGTH",
    "[2].user_id UNKNOWN_REFERENCE",
    "[2].reviewer_id UNKNOWN_REFERENCE",
    "[1].id DUPLICATE_ENTRY",
    "[1].user_id DUPLICATE_ENTRY"
  ],
  ["invites are stopped until a time", "guilds[0].invites_disabled_until", "soon", "BAD_TIME"],
  ["a widget leads to no category", "guilds[0].widget_channel_id", CATEGORY, "UNKNOWN_REFERENCE"],
  ...(
    [
      ["the name of a sound has two letters", { name: "a" }, ".name BASE_TYPE_BAD_LENGTH"],
      ["a sound has a volume", { volume: 1.5 }, ".volume NUMBER_TYPE_MAX"],
      ["a sound has an emoji", { emoji_name: "" }, ".emoji_name BASE_TYPE_BAD_LENGTH"],
      ["a sound is MP3 or Ogg", { sound: "data:audio/mpeg;base64,AAAA" }, ".sound SOUND_INVALID"],
      [
        "the file of a sound has at most 512 KiB",
        { sound: `data:audio/mpeg;base64,${"AAAA".repeat(180_000)}` },
        ".sound BINARY_TYPE_MAX_SIZE"
      ],
      ["whoever made a sound exists", { user_id: UNKNOWN }, ".user_id UNKNOWN_REFERENCE"]
    ] as const
  ).map(
    ([rule, fields, fault]) =>
      [rule, "guilds[0].soundboard_sounds", [{ id: UNKNOWN, name: "horn", ...fields }], `[0]${fault}`] as const
  ),
  [
    "sound ids are unique",
    "guilds[0].soundboard_sounds",
    [
      { id: UNKNOWN, name: "horn" },
      { id: UNKNOWN, name: "bell" }
    ],
    "[1].id DUPLICATE_ID"
  ]
]
