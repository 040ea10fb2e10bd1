/** Faults of the root, applications, users, tokens and rate limits. */
import type { Row } from "../fixture/WorldFixture.ts"
import { ALICE, APP, BOB, UNKNOWN } from "../fixture/WorldFixture.ts"

export const WORLD_CASES: ReadonlyArray<Row> = [
  ["a world is a dictionary", "", [], "MODEL_TYPE_CONVERT"],
  ["a typing error at the top does not pass", "guild", [], "UNKNOWN_FIELD"],
  ["a typing error in a rate limit does not pass", "rate_limits.100000000000000001.x", 1, "UNKNOWN_FIELD"],
  ["now is a date", "now", "yesterday", "BAD_TIME"],
  ["a date that no calendar has is refused", "now", "2026-02-30T00:00:00Z", "BAD_TIME"],
  ["the clock goes no further than 2090", "now", "2090-01-01T00:00:01Z", "LATE_TIME"],
  ["a time needs its offset", "now", "2026-01-01T00:00:00", "BAD_TIME"],
  ["an application has an id", "applications[2]", { name: "X", owner_id: BOB }, ".id BASE_TYPE_REQUIRED"],
  ["an application has a name", "applications[1].name", undefined, "BASE_TYPE_REQUIRED"],
  ["an application has an owner", "applications[1].owner_id", null, "BASE_TYPE_REQUIRED"],
  ["an owner exists", "applications[1].owner_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["names have a length", "applications[1].name", "x".repeat(33), "BASE_TYPE_BAD_LENGTH"],
  ["flags are known", "applications[0].flags", ["EMBEDED"], "[0] BASE_TYPE_CHOICES"],
  ["installation contexts are 0 and 1", "applications[0].integration_types", [0, 2], "[1] BASE_TYPE_CHOICES"],
  ["nothing stands twice in a set", "applications[0].integration_types", [0, 0], "SET_TYPE_CONTAINS_DUPLICATE"],
  ["a redirect URI is absolute", "applications[0].redirect_uris", ["/x"], "[0] BAD_URL"],
  ["an endpoint is an http address", "applications[0].interactions_endpoint_url", "ftp://x", "BAD_URL"],
  ["an installation address is an http address", "applications[0].custom_install_url", "x", "BAD_URL"],
  ["the terms of service are an http address", "applications[0].terms_of_service_url", "x", "BAD_URL"],
  ["the privacy policy is an http address", "applications[0].privacy_policy_url", "x", "BAD_URL"],
  ["a verification address is an http address", "applications[0].role_connections_verification_url", "x", "BAD_URL"],
  [
    "a connection is of a service that is known",
    "users[0].connections",
    [{ type: "x", id: "1", name: "a" }],
    "[0].type BASE_TYPE_CHOICES"
  ],
  ["a connection has an account", "users[0].connections", [{ type: "steam", name: "a" }], "[0].id BASE_TYPE_REQUIRED"],
  ["participants are counted from -1", "applications[0].max_participants", -2, "NUMBER_TYPE_MIN"],
  ["a content filter is 0 or 1", "applications[0].explicit_content_filter", 2, "BASE_TYPE_CHOICES"],
  ["installation parameters are a dictionary", "applications[0].install_params", "x", "MODEL_TYPE_CONVERT"],
  [
    "installation parameters name scopes and permissions",
    "applications[0].install_params",
    { scopes: [5, "harbour"], permissions: ["KICK"] },
    ".scopes[0] BASE_TYPE_CHOICES",
    ".scopes[1] BASE_TYPE_CHOICES",
    ".permissions[0] UNKNOWN_PERMISSION"
  ],
  ["installation contexts have parameters", "applications[0].integration_types_config", { 2: {} }, ".2 UNKNOWN_FIELD"],
  [
    "the parameters of an installation context are those of an installation",
    "applications[0].integration_types_config",
    { 0: { oauth2_install_params: { permissions: "x" } } },
    ".0.oauth2_install_params.permissions BAD_PERMISSIONS"
  ],
  [
    "an installation context with parameters is one that the application supports",
    "applications[0]",
    {
      id: APP,
      name: "Pet Shop",
      owner_id: ALICE,
      client_secret: "secret-1",
      integration_types: [1],
      integration_types_config: { 0: {}, 1: {} }
    },
    ".integration_types_config.0 UNSUPPORTED_INTEGRATION_TYPE"
  ],
  ["a private key is 64 hexadecimal digits", "applications[0].private_key", "ab", "BAD_HEX"],
  ["a bot token has no spaces", "applications[0].bot.token", "a b", "BAD_SECRET"],
  ["application ids are unique", "applications[1].id", APP, "DUPLICATE_ID"],
  ["a bot and a user never share an id", "applications[1].bot.id", ALICE, "DUPLICATE_ID"],
  ["bot tokens are unique", "applications[1].bot.token", "bot-1", "DUPLICATE_SECRET"],
  ["a bot token is no bearer token", "tokens[0].token", "bot-1", "DUPLICATE_SECRET"],
  ["client secrets are unique", "applications[1].client_secret", "secret-1", "DUPLICATE_SECRET"],
  ["usernames are present", "users[1].username", undefined, "BASE_TYPE_REQUIRED"],
  ["usernames are unique", "users[1].username", "alice", "DUPLICATE_NAME"],
  ["user ids are unique", "users[2]", { id: BOB, username: "rob" }, ".id DUPLICATE_ID"],
  ["locales are known", "users[1].locale", "en", "BASE_TYPE_CHOICES"],
  ["true and false are not text", "users[1].adult", "yes", "BOOLEAN_TYPE_CONVERT"],
  ["an installed application exists", "users[0].installs[0].application_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["scopes are known", "users[0].installs[0].scopes", ["bots"], "[0] BASE_TYPE_CHOICES"],
  ["a user installation has no bot", "users[0].installs[0].scopes", ["bot"], "NO_BOT_ON_USER"],
  [
    "an application is installed on a user once",
    "users[0].installs[1]",
    { application_id: APP },
    ".application_id DUPLICATE_ENTRY"
  ],
  ["a token is given in clear or as its hash", "tokens[0].token", undefined, "ONE_OF"],
  ["a token is not given twice over", "tokens[0].token_hash", "a".repeat(64), "tokens[0].token ONE_OF"],
  [
    "a token hash is 64 hexadecimal digits",
    "tokens[0]",
    { token_hash: "x", application_id: APP, scopes: [] },
    ".token_hash BAD_HEX"
  ],
  ["the application of a token exists", "tokens[0].application_id", UNKNOWN, "UNKNOWN_REFERENCE"],
  ["the user of a token exists", "tokens[1].user_id", APP, "UNKNOWN_REFERENCE"],
  ["a token says its scopes", "tokens[1].scopes", undefined, "BASE_TYPE_REQUIRED"],
  ["a token ends at one time only", "tokens[0].expires_at", "2027-01-01", "tokens[0].expires_in NOT_BOTH"],
  ["a lifetime is not negative", "tokens[0].expires_in", -1, "NUMBER_TYPE_MIN"],
  ["tokens are unique", "tokens[1].token", "bearer-1", "DUPLICATE_SECRET"],
  ["a rate limit belongs to an application", "rate_limits", { [UNKNOWN]: {} }, ".999999999999999999 UNKNOWN_REFERENCE"],
  ["a rate limit is at most 1200 per second", "rate_limits.100000000000000001.per_second", 1201, "NUMBER_TYPE_MAX"],
  ["a bucket names a method", "rate_limits.100000000000000001.buckets[0].method", "get", "BASE_TYPE_CHOICES"],
  ["a bucket names a route", "rate_limits.100000000000000001.buckets[0].path", "lobbies", "BAD_URL"],
  ["a bucket has a limit", "rate_limits.100000000000000001.buckets[0].limit", undefined, "BASE_TYPE_REQUIRED"]
]
