/** Faults of guilds, their roles, channels, members and installations. */
import type { Row } from "../fixture/WorldFixture.ts"
import { ALICE, APP, BOB, CATEGORY, GENERAL, GUILD, ROLE, UNKNOWN } from "../fixture/WorldFixture.ts"

const EVENT = {
  id: UNKNOWN,
  name: "Regatta",
  entity_type: 3,
  location: "The quay",
  scheduled_start_time: "2027-01-01T00:00:00Z",
  scheduled_end_time: "2027-01-02T00:00:00Z"
}

export const GUILD_CASES: ReadonlyArray<Row> = [
  ["a typing error in an element does not pass", "guilds[0].colour", 1, "UNKNOWN_FIELD"],
  ["a typing error deep inside does not pass", "guilds[0].roles[1].nmae", "x", "UNKNOWN_FIELD"],
  ["a guild's owner exists", "guilds[0].owner_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["guild ids are unique", "guilds[1]", { id: GUILD, name: "G", owner_id: BOB }, ".id DUPLICATE_ID"],
  ["a role other than @everyone has a name", "guilds[0].roles[1].name", null, "BASE_TYPE_REQUIRED"],
  [
    "role ids are unique, those of @everyone included",
    "guilds[1]",
    { id: ROLE, name: "G", owner_id: BOB },
    ".id DUPLICATE_ID"
  ],
  ["role ids are unique", "guilds[0].roles[2]", { id: ROLE, name: "X" }, ".id DUPLICATE_ID"],
  ["permission names are known", "guilds[0].roles[1].permissions", ["KICK"], "[0] UNKNOWN_PERMISSION"],
  ["permissions are a bit set or names", "guilds[0].roles[1].permissions", "KICK_MEMBERS", "BAD_PERMISSIONS"],
  ["a bit set is not negative", "guilds[0].roles[1].permissions", -1, "BAD_PERMISSIONS"],
  ["a bit set has no bits beyond the 54th", "guilds[0].roles[1].permissions", "18014398509481984", "BAD_PERMISSIONS"],
  ["@everyone stands at position 0", "guilds[0].roles[0].position", 2, "EVERYONE_ROLE"],
  ["a color has 24 bits", "guilds[0].roles[1].color", 0x1000000, "NUMBER_TYPE_MAX"],
  ["a second color has 24 bits", "guilds[0].roles[1].secondary_color", -1, "NUMBER_TYPE_MIN"],
  ["the emoji of a role is one", "guilds[0].roles[1].unicode_emoji", "dog", "BAD_EMOJI"],
  ["the icon of a role is a hash", "guilds[0].roles[1].icon", "data:", "BAD_AVATAR"],
  ["a role is shown apart or not", "guilds[0].roles[1].hoist", "yes", "BOOLEAN_TYPE_CONVERT"],
  ["a bot's managed role stands above @everyone", "guilds[0].installs[0].role_position", 0, "NUMBER_TYPE_MIN"],
  [
    "the id of a bot's managed role is unique among roles",
    "guilds[0].installs[0]",
    { application_id: APP, permissions: "8", role_id: ROLE },
    ".role_id DUPLICATE_ID"
  ],
  [
    "a person holds no managed role",
    "guilds[1]",
    {
      id: "200000000000000099",
      name: "G",
      owner_id: BOB,
      members: [{ user_id: BOB, roles: [UNKNOWN] }],
      installs: [{ application_id: APP, permissions: "8", role_id: UNKNOWN }]
    },
    ".members[0].roles[0] UNKNOWN_REFERENCE"
  ],
  ["a slow mode is at most six hours", "guilds[0].channels[1].rate_limit_per_user", 21_601, "NUMBER_TYPE_MAX"],
  ["a voice channel has at least 8 kbit/s", "guilds[0].channels[1].bitrate", 7_999, "NUMBER_TYPE_MIN"],
  [
    "a thread is archived after a known time",
    "guilds[0].channels[1].default_auto_archive_duration",
    61,
    "BASE_TYPE_CHOICES"
  ],
  ["positions are not negative", "guilds[0].roles[1].position", -1, "NUMBER_TYPE_MIN"],
  [
    "channel types are known",
    "guilds[0].channels[1].type",
    7,
    "BASE_TYPE_CHOICES",
    "guilds[0].channels[2].parent_id WRONG_PARENT"
  ],
  [
    "a direct channel is not in a guild",
    "guilds[0].channels[3]",
    { id: "1", name: "x", type: 1 },
    ".type BASE_TYPE_CHOICES"
  ],
  ["a parent is a channel of the same guild", "guilds[0].channels[1].parent_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["a channel stands in a category", "guilds[0].channels[1].parent_id", GENERAL, "WRONG_PARENT"],
  ["a category stands nowhere", "guilds[0].channels[0].parent_id", CATEGORY, "WRONG_PARENT"],
  ["a thread has a parent", "guilds[0].channels[2].parent_id", undefined, "WRONG_PARENT"],
  ["the parent of a thread exists", "guilds[0].channels[2].parent_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  [
    "an announcement thread stands in an announcement channel",
    "guilds[0].channels[2].type",
    10,
    "guilds[0].channels[2].parent_id WRONG_PARENT"
  ],
  ["only a thread is archived", "guilds[0].channels[1].archived", true, "THREADS_ONLY"],
  ["only a thread is locked", "guilds[0].channels[1].locked", false, "THREADS_ONLY"],
  ["only a thread has a time to rest after", "guilds[0].channels[1].auto_archive_duration", 60, "THREADS_ONLY"],
  ["a thread rests after a known time", "guilds[0].channels[2].auto_archive_duration", 61, "BASE_TYPE_CHOICES"],
  ["only a thread has an owner", "guilds[0].channels[1].owner_id", BOB, "THREADS_ONLY"],
  ["the owner of a thread exists", "guilds[0].channels[2].owner_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["only a forum has tags", "guilds[0].channels[1].available_tags", [{ id: "1", name: "a" }], "FORUMS_ONLY"],
  ["only a post is at the top", "guilds[0].channels[1].flags", 2, "CHANNEL_FLAGS"],
  ["no post requires tags", "guilds[0].channels[2].flags", 16, "CHANNEL_FLAGS"],
  ["only a thread has tags applied", "guilds[0].channels[1].applied_tags", ["1"], "THREADS_ONLY"],
  ["a thread is age-restricted as its channel is", "guilds[0].channels[2].nsfw", true, "NOT_ON_THREADS"],
  [
    "a thread has its channel's overwrites",
    "guilds[0].channels[2].permission_overwrites",
    [{ id: ROLE, type: 0 }],
    "NOT_ON_THREADS"
  ],
  [
    "an overwrite of type 0 names a role of the guild",
    "guilds[0].channels[1].permission_overwrites[0].id",
    UNKNOWN,
    "UNKNOWN_REFERENCE"
  ],
  [
    "an overwrite of type 1 names a member of the guild",
    "guilds[0].channels[1].permission_overwrites[0].type",
    1,
    "guilds[0].channels[1].permission_overwrites[0].id UNKNOWN_REFERENCE"
  ],
  ["an overwrite says its type", "guilds[0].channels[1].permission_overwrites[0].type", null, "BASE_TYPE_REQUIRED"],
  [
    "a role has one overwrite in a channel",
    "guilds[0].channels[1].permission_overwrites[1]",
    { id: ROLE, type: 0 },
    ".id DUPLICATE_ENTRY"
  ],
  ["a member exists", "guilds[0].members[1].user_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["a user is a member once", "guilds[0].members[1].user_id", ALICE, "DUPLICATE_ENTRY"],
  ["a member's roles exist in the guild", "guilds[0].members[1].roles", [ROLE, UNKNOWN], "[1] UNKNOWN_REFERENCE"],
  [
    "a member's roles are ids",
    "guilds[0].members[1].roles",
    ["Moderator", null],
    "[0] NUMBER_TYPE_COERCE",
    "[1] NUMBER_TYPE_COERCE"
  ],
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
  ),
  ["only a voice channel has a status", "guilds[0].channels[0].status", "Singing", "VOICE_ONLY"],
  ["a member's roles never hold @everyone", "guilds[0].members[1].roles", [GUILD], "[0] EVERYONE_ROLE"],
  ["a role is held once", "guilds[0].members[1].roles", [ROLE, ROLE], "SET_TYPE_CONTAINS_DUPLICATE"],
  ["joined_at is a date", "guilds[0].members[1].joined_at", "soon", "BAD_TIME"],
  ["premium_since is a date", "guilds[0].members[1].premium_since", "soon", "BAD_TIME"],
  [
    "a bot boosts no guild",
    "guilds[0].members",
    [{ user_id: APP, premium_since: "2026-01-01" }],
    "[0].premium_since BOT_MEMBER"
  ],
  ["a bot is never pending", "guilds[0].members", [{ user_id: APP, pending: true }], "[0].pending BOT_MEMBER"],
  [
    "@everyone is not the role of boosters",
    "guilds[0].roles",
    [
      { id: GUILD, premium_subscriber: true },
      { id: ROLE, name: "a" }
    ],
    "[0].premium_subscriber EVERYONE_ROLE"
  ],
  ["a member boosts at least once", "guilds[0].members[1].boosts", 0, "NUMBER_TYPE_MIN"],
  ["a member boosts at most 100 times", "guilds[0].members[1].boosts", 101, "NUMBER_TYPE_MAX"],
  [
    "a guild has one role of boosters",
    "guilds[0].roles",
    [
      { id: ROLE, name: "a", premium_subscriber: true },
      { id: UNKNOWN, name: "b", premium_subscriber: true }
    ],
    "[1].premium_subscriber DUPLICATE_ENTRY"
  ],
  ["timed_out_until is a date", "guilds[0].members[1].timed_out_until", "1", "BAD_TIME"],
  ["an application installed in a guild exists", "guilds[0].installs[0].application_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  [
    "an application is installed in a guild once",
    "guilds[0].installs[1]",
    { application_id: APP },
    ".application_id DUPLICATE_ENTRY"
  ],
  ["the bot's permissions are a bit set or names", "guilds[0].installs[0].permissions", {}, "BAD_PERMISSIONS"]
]
