import { PLATFORM_LIMITS } from "@backlot/domain/limit/PlatformLimits"
import { shapeOf } from "@backlot/domain/limit/RateLimit"
import { Rest } from "@backlot/protocol/rest/Rest"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type Asked, call, type Reply } from "../fixture/Client.ts"
import { collect } from "../fixture/Logs.ts"
import { APP, at, OTHER_APP, running, SECRETS, world } from "../fixture/Running.ts"

const NOW = "2026-01-01T00:00:00.000Z"
const NOW_MS = 1_767_225_600_000
const BOT = { authorization: `Bot ${SECRETS.bot}` }
const COMMANDS = `/applications/${APP}/commands`

/** A frozen clock, so that the test decides when a window ends. */
const enforcing = (rate_limits: object = {}) =>
  running({ clock: "frozen", limits: "enforce", world: { ...world, now: NOW, rate_limits } })

const ask = (path: string, asked: Asked = {}, prefix = "/api/v10") =>
  Effect.flatMap(at(`${prefix}${path}`), (url) => call(url, { ...asked, headers: { ...BOT, ...asked.headers } }))
const control = (path: string, json: unknown, method = "POST") =>
  Effect.flatMap(at(`/control/v1${path}`), (url) => call(url, { method, json }))

/** The rate limit headers of an answer, with `retry-after` and `via`. */
const limitsOf = ({ headers }: Reply) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(x-ratelimit-.*|retry-after|via)$/.test(name)))
const remaining = ({ headers }: Reply) => headers["x-ratelimit-remaining"]
const bucket = ({ headers }: Reply) => headers["x-ratelimit-bucket"]

const GLOBAL_429 = {
  via: "1.1 backlot",
  "retry-after": "1",
  "x-ratelimit-scope": "global",
  "x-ratelimit-global": "true"
}

describe("every answer of an authenticated route", () => {
  it.live("shows the window", () =>
    Effect.gen(function* () {
      const answer = yield* ask(COMMANDS)
      assert.strictEqual(answer.status, 200)
      const shown = limitsOf(answer)
      assert.match(String(shown["x-ratelimit-bucket"]), /^[0-9a-f]{32}$/)
      assert.deepStrictEqual(shown, {
        "x-ratelimit-limit": "50",
        "x-ratelimit-remaining": "49",
        "x-ratelimit-reset": `${NOW_MS / 1_000 + 1}.000`,
        "x-ratelimit-reset-after": "1",
        "x-ratelimit-bucket": bucket(answer)
      })
    }).pipe(Effect.provide(enforcing()))
  )

  const errors: ReadonlyArray<readonly [number, string, Asked]> = [
    [201, COMMANDS, { json: { name: "feed", description: "Feeds a pet" } }],
    [200, COMMANDS, { method: "HEAD" }],
    [400, "/applications/x/commands", {}],
    [400, COMMANDS, { method: "POST", body: "{", headers: { "content-type": "application/json" } }],
    [403, COMMANDS, { headers: { authorization: `Bearer ${SECRETS.identify}` } }],
    [403, `/applications/${OTHER_APP}/commands`, {}],
    [404, `${COMMANDS}/999999999999999999`, {}]
  ]
  for (const [status, path, asked] of errors) {
    const method = asked.method ?? (asked.json === undefined ? "GET" : "POST")
    it.live(`shows it at ${status} of ${method} ${path}`, () =>
      Effect.gen(function* () {
        const answer = yield* ask(path, asked)
        assert.strictEqual(answer.status, status)
        assert.strictEqual(remaining(answer), "49")
      }).pipe(Effect.provide(enforcing()))
    )
  }

  it.live("names the same bucket in every version, and another for each route", () =>
    Effect.gen(function* () {
      const names = yield* Effect.forEach(["/api/v10", "/api/v9", "/api"], (prefix) =>
        Effect.map(ask(COMMANDS, {}, prefix), bucket)
      )
      assert.strictEqual(new Set(names).size, 1)
      const others = yield* Effect.forEach(["/users/@me", "/gateway/bot", `${COMMANDS}/1`], (path) =>
        Effect.map(ask(path), bucket)
      )
      assert.strictEqual(new Set([...names, ...others]).size, 4)
    }).pipe(Effect.provide(enforcing()))
  )

  it.live("counts in one window of the application, whatever the route and the kind of token", () =>
    Effect.gen(function* () {
      assert.strictEqual(remaining(yield* ask(COMMANDS)), "49")
      assert.strictEqual(remaining(yield* ask("/users/@me")), "48")
      assert.strictEqual(
        remaining(yield* ask(COMMANDS, { headers: { authorization: `Bearer ${SECRETS.update}` } })),
        "47"
      )
      assert.strictEqual(
        remaining(yield* ask("/users/@me", { headers: { authorization: `Bot ${SECRETS.otherBot}` } })),
        "49"
      )
    }).pipe(Effect.provide(enforcing()))
  )
})

describe("a request beyond the limit", () => {
  it.live("gets a complete global 429, before its ids are looked at, until the window ends", () =>
    Effect.gen(function* () {
      yield* Effect.replicateEffect(ask(COMMANDS), 2)
      const refused = yield* ask("/applications/x/commands")
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.headers["content-type"], "application/json")
      assert.strictEqual(refused.text, '{"message":"You are being rate limited.","retry_after":1,"global":true}')
      assert.deepStrictEqual(limitsOf(refused), GLOBAL_429)
      yield* control("/clock", { advance_ms: 999 })
      assert.include((yield* ask(COMMANDS)).text, '"retry_after":0.001')
      yield* control("/clock", { advance_ms: 1 })
      assert.strictEqual((yield* ask(COMMANDS)).status, 200)
    }).pipe(Effect.provide(enforcing({ [APP]: { per_second: 2 } })))
  )

  const list = { method: "GET", path: "/applications/{application_id}/commands", limit: 1, window_seconds: 20 }

  it.live("of the route's own bucket shows the bucket, and leaves other routes alone", () =>
    Effect.gen(function* () {
      yield* ask(COMMANDS)
      const refused = yield* ask(COMMANDS)
      assert.strictEqual(refused.text, '{"message":"You are being rate limited.","retry_after":20,"global":false}')
      assert.deepStrictEqual(limitsOf(refused), {
        via: "1.1 backlot",
        "retry-after": "20",
        "x-ratelimit-scope": "user",
        "x-ratelimit-limit": "1",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": `${NOW_MS / 1_000 + 20}.000`,
        "x-ratelimit-reset-after": "20",
        "x-ratelimit-bucket": bucket(refused)
      })
      assert.strictEqual(remaining(yield* ask(COMMANDS, { json: {} })), "48")
    }).pipe(Effect.provide(enforcing({ [APP]: { buckets: [list] } })))
  )

  it.live("is served again after a reset", () =>
    Effect.gen(function* () {
      yield* ask(COMMANDS)
      assert.strictEqual((yield* ask(COMMANDS)).status, 429)
      assert.strictEqual((yield* control("/reset", {})).status, 204)
      assert.strictEqual((yield* ask(COMMANDS)).status, 200)
    }).pipe(Effect.provide(enforcing({ [APP]: { per_second: 1 } })))
  )

  it.live("is served again when a world raises the limit", () =>
    Effect.gen(function* () {
      yield* Effect.replicateEffect(ask(COMMANDS), 2)
      assert.strictEqual((yield* ask(COMMANDS)).status, 429)
      yield* control("/world", { ...world, rate_limits: { [APP]: { per_second: 3 } } }, "PUT")
      assert.strictEqual(remaining(yield* ask(COMMANDS)), "0")
    }).pipe(Effect.provide(enforcing({ [APP]: { per_second: 2 } })))
  )
})

describe("the limits of the platform", () => {
  it("are of routes that are served", () => {
    const served = new Set(
      Rest.groups.flatMap(({ endpoints }) =>
        Object.values(endpoints).map(({ method, path }) => `${method} ${shapeOf(path)}`)
      )
    )
    assert.deepStrictEqual(
      Object.keys(PLATFORM_LIMITS).filter((route) => !served.has(route)),
      []
    )
  })

  it.live("refuse a bot that bursts, where the world wants them", () =>
    Effect.gen(function* () {
      const post = ask(COMMANDS, { method: "POST", json: { name: "adopt", description: "Adopts a pet" } })
      const answers = yield* Effect.replicateEffect(post, 6)
      assert.deepStrictEqual(
        answers.map((answer) => [answer.status, remaining(answer)]),
        [[201, "4"], ...["3", "2", "1", "0"].map((left): [number, string] => [200, left]), [429, "0"]]
      )
      assert.strictEqual(limitsOf(answers[5] ?? assert.fail())["retry-after"], "20")
      assert.strictEqual((yield* ask(COMMANDS)).status, 200)
    }).pipe(Effect.provide(enforcing({ [APP]: { routes: "platform" } })))
  )
})

describe("routes without a bot or bearer token", () => {
  const token = (client_id: string, client_secret: string) => ({
    body: new URLSearchParams({ client_id, client_secret, grant_type: "client_credentials" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", authorization: "" }
  })

  it.live("the token endpoint counts for the application whose secret it was given", () =>
    Effect.gen(function* () {
      for (const client of [token(APP, "wrong"), token("999999999999999999", SECRETS.client)]) {
        const unknown = yield* ask("/oauth2/token", client)
        assert.deepStrictEqual([unknown.status, limitsOf(unknown)], [401, {}])
      }
      assert.strictEqual(remaining(yield* ask("/oauth2/token", token(APP, SECRETS.client))), "0")
      const refused = yield* ask("/oauth2/token", token(APP, SECRETS.client))
      assert.deepStrictEqual([refused.status, limitsOf(refused)], [429, GLOBAL_429])
    }).pipe(Effect.provide(enforcing({ [APP]: { per_second: 1 } })))
  )

  it.live("interaction routes are outside the global limit", () =>
    Effect.gen(function* () {
      for (const path of [`/webhooks/${APP}/token`, "/gateway"]) {
        const answers = yield* Effect.replicateEffect(ask(path), 3)
        for (const answer of answers) assert.deepStrictEqual(limitsOf(answer), {}, path)
        assert.isFalse(answers.some(({ status }) => status === 429))
      }
    }).pipe(Effect.provide(enforcing({ [APP]: { per_second: 1 } })))
  )
})

describe("modes", () => {
  const limited = { ...world, rate_limits: { [APP]: { per_second: 1 } } }
  const twice = Effect.andThen(ask(COMMANDS), ask(COMMANDS))

  for (const [name, options, status, shown] of [
    ["limits are enforced by default", { limits: undefined }, 429, undefined],
    ["a frozen clock implies observe", { limits: undefined, clock: "frozen" }, 200, "1"],
    ["observe refuses nothing", { limits: "observe" }, 200, "1"],
    ["off shows nothing", { limits: "off" }, 200, undefined],
    ["enforce is kept on a frozen clock when it is chosen", { limits: "enforce", clock: "frozen" }, 429, undefined]
  ] as const) {
    it.live(name, () =>
      Effect.gen(function* () {
        const answer = yield* twice
        assert.deepStrictEqual([answer.status, remaining(answer)], [status, shown])
      }).pipe(Effect.provide(running({ world: limited, ...options })))
    )
  }
})

describe("a bucket of the world that limits no route", () => {
  const stray = { method: "GET", path: "/applications/{application_id}/command", limit: 1, window_seconds: 1 }
  const told = "The world's rate limit of GET /applications/{application_id}/command limits no route of this version"

  it.live("is told when the server starts and when the world is put", () => {
    const logs = collect()
    const given = { ...world, rate_limits: { [APP]: { buckets: [stray] } } }
    const toldTimes = () => logs.lines.filter((line) => line.includes(told)).length
    return Effect.gen(function* () {
      assert.strictEqual(toldTimes(), 1)
      yield* control("/world", given, "PUT")
      assert.strictEqual(toldTimes(), 2)
    }).pipe(Effect.provide(running({ world: given }).pipe(Layer.provideMerge(logs.layer))))
  })
})
