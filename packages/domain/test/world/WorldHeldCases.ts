/** Faults of what guilds hold beside roles, channels and members. */
import type { Row } from "../fixture/WorldFixture.ts"
import { ALICE, APP, BOB, CATEGORY, GENERAL, UNKNOWN } from "../fixture/WorldFixture.ts"

const HOOK = { id: "600000000000000001", channel_id: GENERAL, name: "Tides", token: "tides" }

export const HELD_CASES: ReadonlyArray<Row> = [
  ["a member is not banned", "guilds[0].bans", [{ user_id: BOB }], "[0].user_id BANNED"],
  ["the owner is not banned", "guilds[0].bans", [{ user_id: ALICE }], "[0].user_id BANNED"],
  ["the bot of an installation is not banned", "guilds[0].bans", [{ user_id: APP }], "[0].user_id BANNED"],
  ["only somebody who exists is banned", "guilds[0].bans", [{ user_id: UNKNOWN }], "[0].user_id UNKNOWN_REFERENCE"],
  [
    "only members are connected to voice",
    "guilds[0].voice_states",
    [{ user_id: UNKNOWN, channel_id: GENERAL }],
    "[0].user_id UNKNOWN_REFERENCE",
    "[0].channel_id UNKNOWN_REFERENCE"
  ],
  [
    "nobody speaks in a text channel",
    "guilds[0].voice_states",
    [{ user_id: BOB, channel_id: GENERAL }],
    "[0].channel_id UNKNOWN_REFERENCE"
  ],
  ["a custom emoji has a name", "guilds[0].emojis", [{ id: UNKNOWN }], "[0].name BASE_TYPE_REQUIRED"],
  [
    "the name of a custom emoji has letters, digits and underscores",
    "guilds[0].emojis",
    [{ id: UNKNOWN, name: "a b" }],
    "[0].name STRING_TYPE_REGEX"
  ],
  [
    "the name of a custom emoji has two characters",
    "guilds[0].emojis",
    [{ id: UNKNOWN, name: "a" }],
    "[0].name BASE_TYPE_BAD_LENGTH"
  ],
  [
    "the roles of a custom emoji exist in the guild",
    "guilds[0].emojis",
    [{ id: UNKNOWN, name: "wave", roles: [UNKNOWN] }],
    "[0].roles[0] UNKNOWN_REFERENCE"
  ],
  [
    "whoever made a custom emoji exists",
    "guilds[0].emojis",
    [{ id: UNKNOWN, name: "wave", user_id: UNKNOWN }],
    "[0].user_id UNKNOWN_REFERENCE"
  ],
  [
    "the picture of a custom emoji is a data URI",
    "guilds[0].emojis",
    [{ id: UNKNOWN, name: "wave", image: "https://example.com/wave.png" }],
    "[0].image BINARY_TYPE_INVALID_DATA_URI"
  ],
  [
    "the picture of a custom emoji is a picture",
    "guilds[0].emojis",
    [{ id: UNKNOWN, name: "wave", image: "data:image/png;base64,AAAA" }],
    "[0].image IMAGE_INVALID"
  ],
  [
    "the picture of a custom emoji has at most 256 KiB",
    "guilds[0].emojis",
    [{ id: UNKNOWN, name: "wave", image: `data:image/png;base64,${"AAAA".repeat(90_000)}` }],
    "[0].image BINARY_TYPE_MAX_SIZE"
  ],
  [
    "codes of invites are unique",
    "guilds[0].invites",
    [
      { code: "Harbour1", channel_id: GENERAL },
      { code: "Harbour1", channel_id: GENERAL }
    ],
    "[1].code DUPLICATE_ID"
  ],
  [
    "a webhook is in a channel of its guild",
    "guilds[0].webhooks",
    [{ ...HOOK, channel_id: UNKNOWN }],
    "[0].channel_id UNKNOWN_REFERENCE"
  ],
  [
    "a category has no webhooks",
    "guilds[0].webhooks",
    [{ ...HOOK, channel_id: CATEGORY }],
    "[0].channel_id WRONG_CHANNEL_TYPE"
  ],
  [
    "a webhook is not named like the platform",
    "guilds[0].webhooks",
    [{ ...HOOK, name: "My DISCORD" }],
    "[0].name USERNAME_INVALID_CONTAINS"
  ],
  [
    "the token of a webhook fits into an address",
    "guilds[0].webhooks",
    [{ ...HOOK, token: "a/b" }],
    "[0].token BAD_WEBHOOK_TOKEN"
  ],
  [
    "the picture of a webhook is a hash",
    "guilds[0].webhooks",
    [{ ...HOOK, avatar: "cat.png" }],
    "[0].avatar BAD_AVATAR"
  ],
  [
    "a webhook has a token, or a channel that it follows",
    "guilds[0].webhooks",
    [{ ...HOOK, source_channel_id: GENERAL }],
    "[0].token NOT_BOTH"
  ],
  [
    "ids of rules are unique in a guild",
    "guilds[0].auto_moderation_rules",
    [
      { id: "1", name: "One", trigger_type: 1 },
      { id: "1", name: "Two", trigger_type: 1 }
    ],
    "[1].id DUPLICATE_ENTRY"
  ],
  ["ids of webhooks are unique", "guilds[0].webhooks", [HOOK, HOOK], "[1].id DUPLICATE_ID"],
  [
    "a stage is live in a stage channel",
    "guilds[0].stage_instances",
    [{ id: UNKNOWN, channel_id: GENERAL, topic: "Tides" }],
    "[0].channel_id UNKNOWN_REFERENCE"
  ]
]
