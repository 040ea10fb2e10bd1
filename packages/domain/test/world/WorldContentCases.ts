/** Faults of direct channels, commands, permissions, lobbies and messages. */
import type { Row } from "../fixture/WorldFixture.ts"
import { ALICE, APP, BOB, COMMAND, GENERAL, OTHER_APP, ROLE, UNKNOWN } from "../fixture/WorldFixture.ts"

const USER_COMMANDS = [
  { id: COMMAND, application_id: APP, name: "adopt", description: "Adopt a pet" },
  ...Array.from({ length: 16 }, (_, i) => ({ application_id: APP, name: `user ${i}`, type: 2 }))
]

export const CONTENT_CASES: ReadonlyArray<Row> = [
  ["a typing error in a command does not pass", "commands[0].desc", "x", "UNKNOWN_FIELD"],
  ["a typing error in a command's option does not pass", "commands[0].options[0].require", true, "UNKNOWN_FIELD"],
  ["a typing error in a choice does not pass", "commands[0].options[0].choices[0].label", "x", "UNKNOWN_FIELD"],
  ["ids are snowflakes", "lobbies[0].id", "lobby", "NUMBER_TYPE_COERCE"],
  ["channel ids are unique, direct ones included", "direct_channels[0].id", GENERAL, "DUPLICATE_ID"],
  ["a direct channel is of type 1 or 3", "direct_channels[0].type", 0, "BASE_TYPE_CHOICES"],
  ["a direct channel has recipients", "direct_channels[0].recipients", undefined, "BASE_TYPE_REQUIRED"],
  ["recipients are users or bots", "direct_channels[0].recipients[1]", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["a direct channel has two recipients", "direct_channels[0].recipients", [ALICE], "WRONG_RECIPIENTS"],
  ["two bots have no direct channel", "direct_channels[0].recipients", [APP, OTHER_APP], "WRONG_RECIPIENTS"],
  [
    "nobody has a direct channel with themselves",
    "direct_channels[0].recipients",
    [ALICE, ALICE],
    "SET_TYPE_CONTAINS_DUPLICATE"
  ],
  ["only a group has a picture", "direct_channels[0].icon", "a".repeat(32), "GROUPS_ONLY"],
  ["the owner of a group is in it", "direct_channels[1].owner_id", UNKNOWN, "NOT_A_RECIPIENT"],
  ["a group has two to ten recipients", "direct_channels[1].recipients", [ALICE], "WRONG_RECIPIENTS"],
  [
    "two accounts share one direct channel",
    "direct_channels[2]",
    { id: "1", recipients: [APP, ALICE] },
    ".recipients DUPLICATE_ENTRY"
  ],
  ["a command obeys the rules of registration", "commands[0].name", "Adopt", "APPLICATION_COMMAND_INVALID_NAME"],
  ["the application of a command exists", "commands[1].application_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["the guild of a command exists", "commands[1].guild_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["command ids are unique", "commands[1].id", COMMAND, "DUPLICATE_ID"],
  [
    "no two commands share a name, type and scope",
    "commands[2]",
    { application_id: APP, name: "adopt", description: "d" },
    ".name DUPLICATE_NAME"
  ],
  [
    "an entry point needs an Activity",
    "commands[2]",
    { application_id: APP, name: "launch", description: "d", type: 4, handler: 1 },
    ".type BASE_TYPE_CHOICES"
  ],
  [
    "a command's installation contexts are supported",
    "commands[2]",
    { application_id: APP, name: "x", description: "d", integration_types: [2] },
    ".integration_types[0] BASE_TYPE_CHOICES"
  ],
  ["an application has at most 15 USER commands in one scope", "commands", USER_COMMANDS, "[16] TOO_MANY_COMMANDS"],
  ["permissions name a command or the application", "command_permissions[0].id", UNKNOWN, "UNKNOWN_REFERENCE"],
  [
    "permissions name a command of their application",
    "command_permissions[0].application_id",
    OTHER_APP,
    "command_permissions[0].id UNKNOWN_REFERENCE"
  ],
  ["permissions belong to a guild", "command_permissions[0].guild_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["a role of permissions exists", "command_permissions[0].permissions[0].id", UNKNOWN, "UNKNOWN_REFERENCE"],
  [
    "a channel of permissions exists",
    "command_permissions[0].permissions[0].type",
    3,
    "command_permissions[0].permissions[0].id UNKNOWN_REFERENCE"
  ],
  ["the type of a target is 1, 2 or 3", "command_permissions[0].permissions[0].type", 4, "BASE_TYPE_CHOICES"],
  [
    "a target stands once",
    "command_permissions[0].permissions[1]",
    { id: ROLE, type: 1, permission: false },
    ".id DUPLICATE_ENTRY"
  ],
  ["a permission says yes or no", "command_permissions[0].permissions[0].permission", undefined, "BASE_TYPE_REQUIRED"],
  ["a command has one list of permissions in a guild", "command_permissions[1].id", COMMAND, "DUPLICATE_ENTRY"],
  [
    "a list of permissions holds at most 100",
    "command_permissions[0].permissions",
    Array.from({ length: 101 }, (_, i) => ({ id: String(1000 + i), type: 2, permission: true })),
    "BASE_TYPE_BAD_LENGTH"
  ],
  ["a list of permissions is not empty", "command_permissions[0].permissions", [], "BASE_TYPE_BAD_LENGTH"],
  ["the application of a lobby exists", "lobbies[0].application_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["a lobby's metadata is at most 1000 long", "lobbies[0].metadata", { k: "x".repeat(1000) }, "BASE_TYPE_MAX_LENGTH"],
  ["a lobby's metadata is text", "lobbies[0].metadata", { k: 1 }, ".k STRING_TYPE_CONVERT"],
  ["a lobby's idle time is at least 5 s", "lobbies[0].idle_timeout_seconds", 4, "NUMBER_TYPE_MIN"],
  ["a lobby member exists", "lobbies[0].members[0].id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["a lobby member has no flag but CanLinkLobby", "lobbies[0].members[0].flags", 2, "BASE_TYPE_CHOICES"],
  ["a user is a member of a lobby once", "lobbies[0].members[1]", { id: BOB }, ".id DUPLICATE_ENTRY"],
  [
    "a member's further name is at most 80 long",
    "lobbies[0].members[0].additional_name",
    "x".repeat(81),
    "BASE_TYPE_BAD_LENGTH"
  ],
  ["a lobby is linked to a text channel of a guild", "lobbies[0].linked_channel_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["a lobby's own address of events is an address", "lobbies[0].override_event_webhooks_url", "x", "BAD_URL"],
  ["the hash of a secret has 64 hex digits", "lobbies[0].secret_hash", "secret", "BAD_HEX"],
  ["the end of a secret is a time", "lobbies[0].secret_expires_at", "soon", "BAD_TIME"],
  [
    "a channel is linked to one lobby",
    "lobbies",
    ["5", "6"].map((id) => ({ id, application_id: APP, linked_channel_id: GENERAL })),
    "[1].linked_channel_id DUPLICATE_ENTRY"
  ],
  [
    "a secret leads to one lobby of an application",
    "lobbies",
    ["5", "6"].map((id) => ({ id, application_id: APP, secret_hash: "ab".repeat(32) })),
    "[1].secret_hash DUPLICATE_ENTRY"
  ],
  ["a token is an access token or a refresh token", "tokens[0].kind", "bot", "BASE_TYPE_CHOICES"],
  ["the family of a token has 64 hex digits", "tokens[0].family", "smith", "BAD_HEX"],
  ["an avatar is a hash", "users[0].avatar", "me.png", "BAD_AVATAR"],
  ["an accent color has 24 bits", "users[0].accent_color", 0x1000000, "NUMBER_TYPE_MAX"],
  ["a decoration is a hash", "users[0].avatar_decoration_data", { asset: "crown", sku_id: "1" }, ".asset BAD_AVATAR"],
  [
    "a tag has at most 4 characters, and its badge is a hash",
    "users[0].primary_guild",
    { tag: "SEASIDE", badge: "b" },
    ".tag BASE_TYPE_BAD_LENGTH",
    ".badge BAD_AVATAR"
  ],
  [
    "a nameplate has a picture and a palette that there is",
    "users[0].collectibles",
    { nameplate: { palette: "grey", sku_id: "1" } },
    ".nameplate.asset BASE_TYPE_REQUIRED",
    ".nameplate.palette BASE_TYPE_CHOICES"
  ],
  ["flags of a user are bits", "users[0].flags", -1, "NUMBER_TYPE_MIN"],
  ["flags of a bot are bits", "applications[0].bot.flags", "VERIFIED_BOT", "NUMBER_TYPE_COERCE"],
  [
    "a team is of users who exist, each once",
    "applications[0].team",
    { id: "8", name: "", owner_user_id: UNKNOWN, members: [{ user_id: BOB, role: "owner" }, { user_id: BOB }] },
    ".name BASE_TYPE_BAD_LENGTH",
    ".owner_user_id UNKNOWN_REFERENCE",
    ".members[0].role BASE_TYPE_CHOICES",
    ".members[1].user_id DUPLICATE_ENTRY"
  ],
  ["the banner of a bot is a hash", "applications[0].bot.banner", "b", "BAD_AVATAR"],
  ["a bio has at most 190 characters", "guilds[0].members[0].bio", "x".repeat(191), "BASE_TYPE_BAD_LENGTH"],
  ["an e-mail address has at least 3 characters", "users[0].email", "@", "BASE_TYPE_BAD_LENGTH"],
  ["webhook events are disabled or enabled", "applications[0].event_webhooks_status", 3, "BASE_TYPE_CHOICES"],
  [
    "an application asks for webhook events that there are",
    "applications[0].event_webhooks_types",
    ["X"],
    "[0] BASE_TYPE_CHOICES"
  ],
  ["lobby ids are unique", "lobbies[1]", { id: "600000000000000001", application_id: APP }, ".id DUPLICATE_ID"],
  ["a message has an id", "messages[0].id", undefined, "BASE_TYPE_REQUIRED"],
  ["the id of a message is a snowflake", "messages[0].id", 5, "NUMBER_TYPE_COERCE"],
  ["the channel of a message exists", "messages[0].channel_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["a message is pinned at a time", "messages[0].pinned_at", "soon", "BAD_TIME"],
  ["message ids are unique", "messages[1]", { id: "700000000000000001", channel_id: GENERAL }, ".id DUPLICATE_ID"]
]
