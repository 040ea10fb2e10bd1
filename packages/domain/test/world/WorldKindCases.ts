/** Faults of what guilds and applications hold beside roles, channels and members. */
import type { Row } from "../fixture/WorldFixture.ts"
import { ALICE, BOB, CATEGORY, GENERAL, GUILD, UNKNOWN } from "../fixture/WorldFixture.ts"

const EVENT = {
  id: UNKNOWN,
  name: "Regatta",
  entity_type: 3,
  location: "The quay",
  scheduled_start_time: "2027-01-01T00:00:00Z",
  scheduled_end_time: "2027-01-02T00:00:00Z"
}

const TEMPLATE = {
  name: "Harbours",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  serialized_source_guild: {}
}

export const KIND_CASES: ReadonlyArray<Row> = [
  [
    "emoji ids are unique, those of applications included",
    "applications[0].emojis",
    [
      { id: UNKNOWN, name: "wave" },
      { id: UNKNOWN, name: "wink" }
    ],
    "[1].id DUPLICATE_ID"
  ],
  [
    "the names of an application's emojis are unique",
    "applications[0].emojis",
    [
      { id: UNKNOWN, name: "wave" },
      { id: GUILD, name: "wave" }
    ],
    "[1].name APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
  ],
  [
    "an SKU has a type of its own",
    "applications[0].skus",
    [{ id: UNKNOWN, type: 4, name: "a" }],
    "[0].type BASE_TYPE_CHOICES"
  ],
  [
    "an application sells an SKU once",
    "applications[0].skus",
    [
      { id: UNKNOWN, type: 2, name: "a" },
      { id: UNKNOWN, type: 3, name: "b" }
    ],
    "[1].id DUPLICATE_ENTRY"
  ],
  [
    "an entitlement is of an SKU of its application, and of a user who exists",
    "applications[0].entitlements",
    [{ id: UNKNOWN, sku_id: UNKNOWN, user_id: UNKNOWN }],
    "[0].user_id UNKNOWN_REFERENCE",
    "[0].sku_id UNKNOWN_REFERENCE"
  ],
  ...(
    [
      ["the name of a sticker has two letters", { name: "a" }, ".name BASE_TYPE_BAD_LENGTH"],
      ["a sticker is suggested for something", { tags: "" }, ".tags BASE_TYPE_BAD_LENGTH"],
      ["a description is short", { description: "x".repeat(101) }, ".description BASE_TYPE_BAD_LENGTH"],
      ["a sticker is of a known format", { format_type: 5 }, ".format_type BASE_TYPE_CHOICES"],
      ["a sticker has a picture", { image: "data:image/png;base64,AAAA" }, ".image STICKER_INVALID"],
      [
        "the picture of a sticker has at most 512 KiB",
        { image: `data:image/png;base64,${"AAAA".repeat(180_000)}` },
        ".image BINARY_TYPE_MAX_SIZE"
      ],
      ["whoever made a sticker exists", { user_id: UNKNOWN }, ".user_id UNKNOWN_REFERENCE"]
    ] as const
  ).map(
    ([rule, fields, fault]) =>
      [rule, "guilds[0].stickers", [{ id: UNKNOWN, name: "tide", tags: "tide", ...fields }], `[0]${fault}`] as const
  ),
  [
    "sticker ids are unique",
    "guilds[0].stickers",
    [
      { id: UNKNOWN, name: "tide", tags: "tide" },
      { id: UNKNOWN, name: "ebb", tags: "ebb" }
    ],
    "[1].id DUPLICATE_ID"
  ],
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
  ],
  ...(
    [
      ["the code of an invite has eight characters", { code: "short" }, ".code BAD_CODE"],
      ["an invite leads to a channel of its guild", { channel_id: UNKNOWN }, ".channel_id UNKNOWN_REFERENCE"],
      ["an invite leads to no category", { channel_id: CATEGORY }, ".channel_id WRONG_CHANNEL"],
      ["an invite has uses left", { uses: 3, max_uses: 3 }, ".uses USED_UP"],
      ["an invite has at most 100 uses", { max_uses: 101 }, ".max_uses NUMBER_TYPE_MAX"],
      ["somebody who exists invites", { inviter_id: UNKNOWN }, ".inviter_id UNKNOWN_REFERENCE"],
      ["an invite to a stream names its user", { target_type: 1 }, ".target_type WRONG_TARGET"],
      ["an invite to an Activity names no user", { target_user_id: BOB }, ".target_user_id WRONG_TARGET"],
      ["an invite gives roles of its guild", { role_ids: [UNKNOWN] }, ".role_ids[0] UNKNOWN_REFERENCE"],
      ["an invite gives no @everyone", { role_ids: [GUILD] }, ".role_ids[0] EVERYONE_ROLE"]
    ] as const
  ).map(
    ([name, part, ...faults]): Row => [
      name,
      "guilds[0].invites",
      [{ code: "Harbour1", channel_id: GENERAL, ...part }],
      ...faults.map((fault) => `[0]${fault}`)
    ]
  ),
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
  ["invites are stopped until a time", "guilds[0].invites_disabled_until", "soon", "BAD_TIME"],
  ["a widget leads to no category", "guilds[0].widget_channel_id", CATEGORY, "UNKNOWN_REFERENCE"],
  ["a vanity URL has no spaces", "guilds[0].vanity_url_code", "our harbour", "BAD_CODE"],
  ...(
    [
      ["a rule has a trigger", { trigger_type: null }, ".trigger_type BASE_TYPE_REQUIRED"],
      ["a trigger is known", { trigger_type: 2 }, ".trigger_type BASE_TYPE_CHOICES"],
      ["a rule about words judges messages", { event_type: 2 }, ".event_type WRONG_EVENT_TYPE"],
      [
        "a rule has the metadata of its trigger",
        { trigger_metadata: { mention_total_limit: 3 } },
        ".trigger_metadata.mention_total_limit WRONG_TRIGGER_METADATA"
      ],
      [
        "a pattern has no look-ahead",
        { trigger_metadata: { regex_patterns: ["a(?=b)"] } },
        ".trigger_metadata.regex_patterns[0] AUTO_MODERATION_INVALID_REGEX"
      ],
      [
        "a pattern has a bounded number of steps",
        { trigger_metadata: { regex_patterns: ["((a?){100}){9}"] } },
        ".trigger_metadata.regex_patterns[0] AUTO_MODERATION_INVALID_REGEX"
      ],
      [
        "a keyword has at most 60 characters",
        { trigger_metadata: { keyword_filter: ["x".repeat(61)] } },
        ".trigger_metadata.keyword_filter[0] BASE_TYPE_BAD_LENGTH"
      ],
      [
        "a hundred words are allowed",
        { trigger_metadata: { allow_list: Array.from({ length: 101 }, () => "x") } },
        ".trigger_metadata.allow_list BASE_TYPE_MAX_LENGTH"
      ],
      [
        "an alert goes to a channel of the guild",
        { actions: [{ type: 2, metadata: { channel_id: UNKNOWN } }] },
        ".actions[0].metadata.channel_id UNKNOWN_REFERENCE"
      ],
      [
        "an alert has a channel",
        { actions: [{ type: 2, metadata: {} }] },
        ".actions[0].metadata.channel_id BASE_TYPE_REQUIRED"
      ],
      [
        "a message alone is not timed out",
        { actions: [{ type: 1, metadata: { duration_seconds: 1 } }] },
        ".actions[0].metadata.duration_seconds WRONG_ACTION_METADATA"
      ],
      ["a word quarantines nobody", { actions: [{ type: 4 }] }, ".actions[0].type AUTO_MODERATION_INVALID_ACTION_TYPE"],
      ["a rule spares roles of its guild", { exempt_roles: [UNKNOWN] }, ".exempt_roles[0] UNKNOWN_REFERENCE"],
      ["a rule spares channels of its guild", { exempt_channels: [UNKNOWN] }, ".exempt_channels[0] UNKNOWN_REFERENCE"],
      ["somebody who exists made a rule", { creator_id: UNKNOWN }, ".creator_id UNKNOWN_REFERENCE"]
    ] as const
  ).map(
    ([name, part, fault]): Row => [
      name,
      "guilds[0].auto_moderation_rules",
      [{ id: "1", name: "Manners", trigger_type: 1, ...part }],
      `[0]${fault}`
    ]
  ),
  [
    "a guild has one rule about spam",
    "guilds[0].auto_moderation_rules",
    [
      { id: "1", name: "One", trigger_type: 3 },
      { id: "2", name: "Two", trigger_type: 3 }
    ],
    "AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED"
  ],
  ...(
    [
      ["an event has a type", { entity_type: 9 }, ".entity_type BASE_TYPE_CHOICES", ".location NOT_EXTERNAL"],
      ["an event elsewhere has no channel", { channel_id: GENERAL }, ".channel_id WRONG_CHANNEL"],
      ["an event elsewhere has a place", { location: null }, ".location BASE_TYPE_REQUIRED"],
      ["an event elsewhere ends", { scheduled_end_time: null }, ".scheduled_end_time BASE_TYPE_REQUIRED"],
      [
        "an event ends after it starts",
        { scheduled_end_time: "2026-01-01T00:00:00Z" },
        ".scheduled_end_time GUILD_SCHEDULED_EVENT_END_BEFORE_START"
      ],
      [
        "an event in voice takes place in a voice channel",
        { entity_type: 2, channel_id: GENERAL, location: null },
        ".channel_id WRONG_CHANNEL"
      ],
      ["an event in a stage has a channel", { entity_type: 1, location: null }, ".channel_id BASE_TYPE_REQUIRED"],
      ["whoever made an event exists", { creator_id: UNKNOWN }, ".creator_id UNKNOWN_REFERENCE"],
      [
        "only a recurring event has exceptions",
        { exceptions: [{ event_exception_id: "1" }] },
        ".exceptions NOT_RECURRING"
      ],
      [
        "a weekly event recurs every week or every other one",
        { recurrence_rule: { start: "2027-01-01T00:00:00Z", frequency: 2, interval: 3 } },
        ".recurrence_rule.interval BASE_TYPE_CHOICES"
      ],
      [
        "a monthly event has no days of the week",
        { recurrence_rule: { start: "2027-01-01T00:00:00Z", frequency: 1, by_weekday: [1] } },
        ".recurrence_rule.by_weekday GUILD_SCHEDULED_EVENT_RECURRENCE_RULE_INVALID"
      ],
      [
        "a yearly event has a month and a day",
        { recurrence_rule: { start: "2027-01-01T00:00:00Z", frequency: 0, by_month: [1] } },
        ".recurrence_rule.by_month_day BASE_TYPE_REQUIRED"
      ],
      [
        "a daily event recurs on a known set of days",
        { recurrence_rule: { start: "2027-01-01T00:00:00Z", frequency: 3, by_weekday: [0, 3] } },
        ".recurrence_rule.by_weekday GUILD_SCHEDULED_EVENT_RECURRENCE_RULE_INVALID"
      ],
      [
        "a recurrence has a start and a frequency",
        { recurrence_rule: {} },
        ".recurrence_rule.start BASE_TYPE_REQUIRED",
        ".recurrence_rule.frequency BASE_TYPE_REQUIRED"
      ]
    ] as const
  ).map(
    ([name, part, ...faults]): Row => [
      name,
      "guilds[0].scheduled_events",
      [{ ...EVENT, ...part }],
      ...faults.map((fault) => `[0]${fault}`)
    ]
  )
]
