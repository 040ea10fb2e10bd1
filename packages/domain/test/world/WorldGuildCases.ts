/** Faults of guilds, their roles, channels, members and installations. */
import type { Row } from "../fixture/WorldFixture.ts"
import { ALICE, APP, BOB, CATEGORY, GENERAL, GUILD, ROLE, UNKNOWN } from "../fixture/WorldFixture.ts"

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
  ["only a voice channel has a status", "guilds[0].channels[0].status", "Singing", "VOICE_ONLY"],
  ["a member's roles never hold @everyone", "guilds[0].members[1].roles", [GUILD], "[0] EVERYONE_ROLE"],
  ["a role is held once", "guilds[0].members[1].roles", [ROLE, ROLE], "SET_TYPE_CONTAINS_DUPLICATE"],
  ["joined_at is a date", "guilds[0].members[1].joined_at", "soon", "BAD_TIME"],
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
