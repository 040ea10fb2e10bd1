import { Outbound } from "@backlot/ports/Outbound"
import { Secrets } from "@backlot/ports/Secrets"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Applications from "../../src/application/Applications.ts"
import * as Time from "../../src/event/Time.ts"
import * as OAuthTokens from "../../src/oauth/OAuthTokens.ts"
import { type Answer, endpoint, json, PONG, REFUSED, text } from "../fixture/Endpoint.ts"
import * as Entering from "../fixture/Entering.ts"
import {
  ALICE,
  applicationOf,
  BOT_TOKEN,
  IDENTIFY_TOKEN,
  PET_SHOP,
  settle,
  WEATHER,
  WEATHER_BOT
} from "../fixture/Harbour.ts"
import { describeOnEachStore, events, rows, WALL_MS } from "../fixture/Stores.ts"

const petShop = applicationOf(PET_SHOP)
const update = (body: unknown) => Effect.flatMap(petShop, (application) => Applications.update(application, body))
const described = Effect.flatMap(petShop, Applications.describe)

const URL = "https://pets.example/interactions"

/** Sends `body` while an endpoint answers; gives what it saw and how the update ended. */
const updateWith = Effect.fnUntraced(function* (body: unknown, signed: Answer = PONG, unsigned: Answer = REFUSED) {
  const { private_key } = yield* petShop
  const { received, layer } = endpoint((yield* Secrets).publicKey(private_key), { signed, unsigned })
  const result = yield* Effect.result(Effect.provideService(update(body), Outbound, layer))
  return { received, result }
})

/** wire-rest.md §5.6: required keys of PrivateApplicationResponse, and what libraries read at start-up (§0). */
const KEYS = [
  "id",
  "name",
  "icon",
  "description",
  "type",
  "verify_key",
  "flags",
  "flags_new",
  "redirect_uris",
  "interactions_endpoint_url",
  "role_connections_verification_url",
  "owner",
  "approximate_guild_count",
  "approximate_user_install_count",
  "approximate_user_authorization_count",
  "explicit_content_filter",
  "team",
  "eligible_oauth2_scopes",
  "bot_public",
  "bot_require_code_grant",
  // In no newer document; older libraries read it.
  "summary"
]

describeOnEachStore("the application object", (test) => {
  test(
    "has every key that clients require",
    Effect.gen(function* () {
      yield* settle()
      const object = JSON.parse(JSON.stringify(yield* described))
      assert.deepStrictEqual(
        KEYS.filter((key) => object[key] === undefined),
        []
      )
    })
  )

  test(
    "tells of its key, owner, bot and installations, and of no secret",
    Effect.gen(function* () {
      yield* settle()
      const { private_key, client_secret } = yield* petShop
      const object = yield* described
      assert.strictEqual(object.verify_key, (yield* Secrets).publicKey(private_key))
      assert.deepStrictEqual([object.owner.id, object.owner.username], [ALICE, "alice"])
      assert.deepStrictEqual([object.bot.id, object.bot.bot], [PET_SHOP, true])
      assert.deepStrictEqual([object.approximate_guild_count, object.approximate_user_install_count], [1, 1])
      assert.deepStrictEqual(object.integration_types_config, { "0": {}, "1": {} })
      const said = JSON.stringify(object)
      for (const secret of [private_key, client_secret, BOT_TOKEN]) assert.isFalse(said.includes(secret))
    })
  )
})

describeOnEachStore("who asks", (test) => {
  const selfOf = (authorization: string) =>
    Effect.flatMap(Entering.identify(authorization), ({ application, caller }) =>
      Applications.self(application, caller)
    )
  const localeOf = (authorization: string) =>
    Effect.flatMap(Entering.identify(authorization), ({ application, caller }) =>
      Applications.localeOf(application, caller)
    )

  const clientCredentials = (scope: string) =>
    Effect.map(
      OAuthTokens.issue({
        grant_type: "client_credentials",
        scope,
        client_id: PET_SHOP,
        client_secrets: ["pet-shop-secret"]
      }),
      ({ access_token }) => `Bearer ${access_token}`
    )

  test(
    "is the bot user behind a bot token",
    Effect.gen(function* () {
      yield* settle()
      const self = yield* selfOf("Bot weather-bot-token")
      assert.deepStrictEqual([self.id, self.username, "bot" in self && self.bot], [WEATHER_BOT, "Weather", true])
      assert.strictEqual(self.locale, "en-US")
      assert.strictEqual(yield* localeOf("Bot weather-bot-token"), "en-US")
    })
  )

  test(
    "is the user behind a bearer token, and the owner behind client credentials",
    Effect.gen(function* () {
      yield* settle()
      for (const authorization of [`Bearer ${IDENTIFY_TOKEN}`, yield* clientCredentials("identify")]) {
        const self = yield* selfOf(authorization)
        assert.deepStrictEqual([self.id, self.username, self.locale], [ALICE, "alice", "de"])
        assert.strictEqual(yield* localeOf(authorization), "de")
      }
    })
  )

  test(
    "has an email and is verified for a bot, and for a bearer token with the email scope",
    Effect.gen(function* () {
      yield* settle()
      const shown = (authorization: string) =>
        Effect.map(selfOf(authorization), (self) => ["email", "verified"].filter((key) => key in self))
      assert.deepStrictEqual(yield* shown("Bot weather-bot-token"), ["email", "verified"])
      assert.deepStrictEqual(yield* shown(yield* clientCredentials("identify email")), ["email", "verified"])
      assert.deepStrictEqual(yield* shown(yield* clientCredentials("identify")), [])
    })
  )
})

/** The effect of each field of a body. */
const CHANGES: ReadonlyArray<readonly [sentence: string, body: object, shown: object]> = [
  ["a description", { description: "Pets of all kinds" }, { description: "Pets of all kinds" }],
  ["the newer form of a description", { description: { default: "Pets" } }, { description: "Pets" }],
  ["no description", { description: null }, { description: "" }],
  ["tags", { tags: ["a", "b"] }, { tags: ["a", "b"] }],
  ["no tags", { tags: null }, { tags: [] }],
  ["installation contexts", { integration_types_config: { "1": {} } }, { integration_types_config: { "1": {} } }],
  [
    "types of webhook events",
    { event_webhooks_types: ["LOBBY_MESSAGE_CREATE"], event_webhooks_status: 2 },
    { event_webhooks_types: ["LOBBY_MESSAGE_CREATE"], event_webhooks_status: 2 }
  ],
  [
    "what an installation asks for",
    { install_params: { scopes: ["bot"], permissions: 8 } },
    { install_params: { scopes: ["bot"], permissions: "8" } }
  ],
  ["a limited intent", { flags: 1 << 19 }, { flags: 1 << 19, flags_new: String(1 << 19) }],
  ["a flag that a bot may not set", { flags: 1 << 17 }, { flags: 0 }],
  ["an unknown field", { colour: "red", icon: null }, { description: "", tags: ["pets"] }],
  ["nothing", {}, { description: "", tags: ["pets"], interactions_endpoint_url: null }]
]

const REFUSALS: ReadonlyArray<readonly [sentence: string, body: unknown, ...faults: ReadonlyArray<string>]> = [
  ["no object", [], " MODEL_TYPE_CONVERT"],
  ["an address that is none", { interactions_endpoint_url: "pets" }, "interactions_endpoint_url URL_TYPE_INVALID_URL"],
  ["another scheme", { event_webhooks_url: "ftp://pets" }, "event_webhooks_url URL_TYPE_INVALID_URL"],
  [
    "a long address",
    { interactions_endpoint_url: `https://${"x".repeat(2048)}` },
    "interactions_endpoint_url BASE_TYPE_MAX_LENGTH"
  ],
  ["a long description", { description: "x".repeat(401) }, "description BASE_TYPE_MAX_LENGTH"],
  ["six tags", { tags: ["a", "b", "c", "d", "e", "f"] }, "tags BASE_TYPE_MAX_LENGTH"],
  [
    "long tags",
    { tags: ["x".repeat(21), "a", "x".repeat(21)] },
    "tags.0 BASE_TYPE_MAX_LENGTH",
    "tags.2 BASE_TYPE_MAX_LENGTH"
  ],
  [
    "an unknown installation context",
    { integration_types_config: { "2": {} } },
    "integration_types_config.2 BASE_TYPE_CHOICES"
  ],
  ["no installation context", { integration_types_config: {} }, "integration_types_config BASE_TYPE_BAD_LENGTH"],
  [
    "several faults at once",
    { flags: "many", tags: "all", description: 7 },
    "flags NUMBER_TYPE_COERCE",
    "tags LIST_TYPE_CONVERT",
    "description STRING_TYPE_CONVERT"
  ]
]

describeOnEachStore("editing an application", (test) => {
  for (const [sentence, body, shown] of CHANGES) {
    test(
      `takes ${sentence}`,
      Effect.gen(function* () {
        yield* settle()
        assert.deepInclude(yield* update(body), shown)
        assert.deepInclude(yield* described, shown)
        assert.deepStrictEqual((yield* events).at(-1)?.type, "application.updated")
      })
    )
  }

  for (const [sentence, body, ...faults] of REFUSALS) {
    test(
      `refuses ${sentence} and changes nothing`,
      Effect.gen(function* () {
        yield* settle()
        const before = yield* rows
        const error = yield* Effect.flip(update(body))
        assert.deepStrictEqual(
          error._tag === "InvalidForm" && error.faults.map(({ path, code }) => `${path.join(".")} ${code}`),
          faults
        )
        assert.deepStrictEqual(yield* rows, before)
      })
    )
  }

  test(
    "changes what is sent alone, also when another edit came first",
    Effect.gen(function* () {
      yield* settle()
      const stale = yield* petShop
      yield* update({ description: "New" })
      yield* Applications.update(stale, { tags: [] })
      assert.deepInclude(yield* described, { description: "New", tags: [] })
      assert.deepInclude(yield* Effect.flatMap(applicationOf(WEATHER), Applications.describe), { description: "" })
    })
  )
})

describeOnEachStore("an interactions endpoint URL", (test) => {
  test(
    "is saved once a signed PING is answered with a PONG and one with a bad signature with 401",
    Effect.gen(function* () {
      yield* settle()
      const { received, result } = yield* updateWith({ interactions_endpoint_url: URL })
      assert.strictEqual(result._tag, "Success")
      assert.strictEqual((yield* petShop).interactions_endpoint_url, URL)
      assert.deepStrictEqual(
        received.map(({ url, signed }) => [url, signed]),
        [
          [URL, true],
          [URL, false]
        ]
      )
    })
  )

  test(
    "is probed with a whole PING, signed with the wall clock's time, within three seconds",
    Effect.gen(function* () {
      yield* settle()
      yield* Time.change({ now: 0 })
      const { received } = yield* updateWith({ interactions_endpoint_url: URL })
      for (const { headers, body, capMs } of received) {
        assert.strictEqual(capMs, 3_000)
        assert.strictEqual(headers["Content-Type"], "application/json")
        assert.strictEqual(headers["User-Agent"], "Discord-Interactions/1.0 (+https://discord.com)")
        assert.match(headers["X-Signature-Ed25519"] ?? "", /^[0-9a-f]{128}$/)
        assert.strictEqual(headers["X-Signature-Timestamp"], String(WALL_MS / 1000))
        const ping = JSON.parse(body)
        assert.deepInclude(ping, { type: 1, version: 1, application_id: PET_SHOP, entitlements: [] })
        assert.deepStrictEqual(ping.authorizing_integration_owners, {})
      }
    })
  )

  const VERDICTS: ReadonlyArray<readonly [sentence: string, signed: Answer, unsigned: Answer, saved: boolean]> = [
    ["with a charset in its content type", json(200, { type: 1 }, "application/json; charset=utf-8"), REFUSED, true],
    ["with more than a type in its PONG", json(200, { type: 1, data: {} }), REFUSED, true],
    ["refusing a bad signature with another 4xx", PONG, text(400, "no"), true],
    ["answering every request with a PONG", PONG, PONG, false],
    ["failing at a bad signature", PONG, text(500, "oops"), false],
    ["redirecting a bad signature", PONG, text(302, ""), false],
    ["dropping a bad signature", PONG, "transport", false],
    ["slow at a bad signature", PONG, "timeout", false],
    ["answering another type", json(200, { type: 4 }), REFUSED, false],
    ["answering a type as text", json(200, { type: "1" }), REFUSED, false],
    ["answering null", json(200, null), REFUSED, false],
    ["answering text", text(200, '{"type":1}'), REFUSED, false],
    ["answering another kind of JSON", json(200, { type: 1 }, "application/jsonl"), REFUSED, false],
    ["answering broken JSON", text(200, '{"type":1', "application/json"), REFUSED, false],
    ["answering another status", json(201, { type: 1 }), REFUSED, false],
    ["accepting without an answer", text(202, ""), REFUSED, false],
    ["refusing every request", REFUSED, REFUSED, false],
    ["slow", "timeout", REFUSED, false],
    ["that is not there", "refused", "refused", false],
    ["at a forbidden address", "forbidden-address", "forbidden-address", false],
    ["answering too much", "too-large", REFUSED, false]
  ]
  for (const [sentence, signed, unsigned, saved] of VERDICTS) {
    test(
      `of an endpoint ${sentence} is ${saved ? "saved" : "refused"}`,
      Effect.gen(function* () {
        yield* settle()
        const { result } = yield* updateWith({ interactions_endpoint_url: URL, description: "New" }, signed, unsigned)
        assert.strictEqual((yield* petShop).interactions_endpoint_url, saved ? URL : null)
        assert.strictEqual((yield* petShop).description, saved ? "New" : "")
        assert.deepStrictEqual(
          result._tag === "Success" ? [] : result.failure._tag === "InvalidForm" && result.failure.faults,
          saved
            ? []
            : [
                {
                  path: ["interactions_endpoint_url"],
                  code: "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
                  message: "The specified interactions endpoint URL could not be verified."
                }
              ]
        )
      })
    )
  }

  test(
    "that stays the same is not probed again, and null or an empty one removes it unprobed",
    Effect.gen(function* () {
      yield* settle()
      yield* updateWith({ interactions_endpoint_url: URL })
      for (const [body, after] of [
        [{ interactions_endpoint_url: URL }, URL],
        [{ description: "New" }, URL],
        [{ interactions_endpoint_url: null }, null]
      ] as const) {
        yield* update(body)
        assert.strictEqual((yield* petShop).interactions_endpoint_url, after)
      }
      yield* updateWith({ interactions_endpoint_url: URL })
      assert.strictEqual((yield* update({ interactions_endpoint_url: "" })).interactions_endpoint_url, null)
    })
  )

  test(
    "is not probed when another field is at fault",
    Effect.gen(function* () {
      yield* settle()
      const { received, result } = yield* updateWith({ interactions_endpoint_url: URL, tags: "all" })
      assert.deepStrictEqual([received.length, result._tag], [0, "Failure"])
    })
  )
})
