/** An operation that is not implemented answers 404, and appears in a header, the log, the events and the metrics. */
import { unserved } from "@backlot/domain/base/Limits"
import { withWallClock } from "@backlot/ports/conformance/WallClock"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { embed } from "../src/Embed.ts"
import { ask, call, head, open } from "./fixture/Client.ts"
import { collect } from "./fixture/Logs.ts"
import { APP, OTHER_APP, SECRETS, world } from "./fixture/Running.ts"

const BOT = { authorization: `Bot ${SECRETS.bot}` }
const GUILD = "200000000000000001"
const NOT_FOUND = { message: "404: Not Found", code: 0 }
const LOG_LINE = /GET \/guilds\/\{guild_id\}\/member-verification \(get_guild_member_verification\) is not implemented/

/** Starts a server with its log. */
const served = <A>(test: (url: string, lines: ReadonlyArray<string>) => Effect.Effect<A, never, Scope.Scope>) => {
  const logs = collect()
  return Effect.flatMap(embed({ world, limits: "observe" }), ({ addresses }) => test(addresses.url, logs.lines)).pipe(
    Effect.scoped,
    Effect.provide(logs.layer)
  )
}

/** The event stream up to the given number of `wanted`. */
const eventsUntil = Effect.fnUntraced(function* (url: string, wanted: string, times: number) {
  const from = head("GET /control/v1/events HTTP/1.1", `Host: ${new URL(url).host}`, "Last-Event-ID: 0")
  const chunks = (yield* open(url, from))[Symbol.asyncIterator]()
  let text = ""
  yield* Effect.promise(async () => {
    while (text.split(`event: ${wanted}\n`).length <= times) text += String((await chunks.next()).value)
  })
  const all = [...text.matchAll(/event: (.+)\ndata: (.+)\n\n/g)].map(([, type, data = ""]) => ({
    type,
    data: JSON.parse(data).data as unknown
  }))
  return all.filter(({ type }) => type === wanted).map(({ data }) => data)
})

describe("an official operation that this version lacks", () => {
  it.live("is 404 in every version, and the answer names it", () =>
    served((url) =>
      Effect.gen(function* () {
        for (const prefix of ["/api/v10", "/api/v9", "/api"]) {
          const { status, text, headers } = yield* call(`${url}${prefix}/guilds/${GUILD}/member-verification`, {
            headers: BOT
          })
          assert.deepStrictEqual({ status, body: JSON.parse(text) }, { status: 404, body: NOT_FOUND })
          assert.strictEqual(headers["x-backlot-not-implemented"], "get_guild_member_verification")
        }
      })
    )
  )

  it.live("is told in the log once for each application, by its template and without the token", () =>
    served((url, lines) =>
      Effect.gen(function* () {
        for (const token of [SECRETS.bot, SECRETS.bot, SECRETS.otherBot]) {
          yield* call(`${url}/api/v10/guilds/${GUILD}/member-verification`, {
            headers: { authorization: `Bot ${token}` }
          })
        }
        assert.strictEqual(lines.filter((line) => LOG_LINE.test(line)).length, 2)
        assert.include(
          lines.find((line) => LOG_LINE.test(line)),
          "docs/coverage.md"
        )
        assert.notInclude(lines.join("\n"), SECRETS.bot)
        assert.notInclude(lines.join("\n"), GUILD)
      })
    )
  )

  it.live("is an event with method, template, operation and application; a burst is one event", () =>
    served((url) =>
      Effect.gen(function* () {
        const path = `${url}/api/v10/guilds/${GUILD}/member-verification`
        yield* Effect.all(
          Array.from({ length: 5 }, () => call(path, { headers: BOT })),
          { concurrency: "unbounded" }
        )
        yield* call(path, { headers: { authorization: `Bot ${SECRETS.otherBot}` } })
        yield* call(path)
        const told = {
          method: "GET",
          path: "/guilds/{guild_id}/member-verification",
          operation_id: "get_guild_member_verification"
        }
        assert.deepStrictEqual(yield* eventsUntil(url, "rest.not_implemented", 3), [
          { ...told, application_id: APP, count: 1 },
          { ...told, application_id: OTHER_APP, count: 1 },
          { ...told, application_id: null, count: 1 }
        ])
      })
    )
  )

  it.effect("is told again after the window of its reports when the wall clock was set back meanwhile", () =>
    withWallClock((step) =>
      served((url, lines) =>
        Effect.gen(function* () {
          const asked = call(`${url}/api/v10/guilds/${GUILD}/member-verification`)
          yield* asked
          yield* step(-3_600_000)
          yield* asked
          yield* TestClock.adjust(unserved.logMs)
          yield* asked
          assert.strictEqual(lines.filter((line) => LOG_LINE.test(line)).length, 2)
        })
      )
    )
  )

  it.live("is counted", () =>
    served((url) =>
      Effect.gen(function* () {
        yield* call(`${url}/api/v10/guilds/${GUILD}/member-verification`)
        yield* call(`${url}/api/v10/guilds/${GUILD}/member-verification`)
        const { text } = yield* call(`${url}/control/v1/metrics`)
        assert.match(text, /backlot_rest_not_implemented_total\{operation="get_guild_member_verification"\} 2/)
      })
    )
  )

  it.live("has its whole body read, whatever it is", () =>
    served((url) =>
      Effect.gen(function* () {
        const answer = yield* ask(`${url}/api/v10/guilds/${GUILD}/member-verification`, {
          method: "PATCH",
          headers: { ...BOT, "content-type": "application/json" },
          body: `{"name": "${"x".repeat(100_000)}`
        })
        assert.deepStrictEqual(answer, { status: 404, body: NOT_FOUND })
      })
    )
  )
})

describe("what not even the platform has", () => {
  it.live.each([
    ["PUT", `/applications/${APP}/guilds/${GUILD}/commands/permissions`],
    ["DELETE", `/guilds/${GUILD}/member-verification`]
  ] as const)("stays a method that is not allowed: %s %s", ([method, path]) =>
    served((url) =>
      Effect.gen(function* () {
        const { status, headers } = yield* call(`${url}/api/v10${path}`, { method, headers: BOT })
        assert.strictEqual(status, 405)
        assert.isUndefined(headers["x-backlot-not-implemented"])
      })
    )
  )

  it.live("an unknown route is an event without what stands in its path, and a line at a lower level", () =>
    served((url, lines) =>
      Effect.gen(function* () {
        const secret = `${url}/api/v10/webhooks/${APP}/a-secret-token/nonsense?x=hidden`
        const { headers } = yield* call(secret)
        yield* call(secret)
        yield* call(`${url}/elsewhere`)
        yield* call(`${url}/control/v1/guilds`)
        yield* call(`${url}/api/v10/other`)
        assert.isUndefined(headers["x-backlot-not-implemented"])
        assert.deepStrictEqual(yield* eventsUntil(url, "rest.unknown_route", 2), [
          { method: "GET", path: "/api/v10/webhooks/{}/{}/{}", count: 1 },
          { method: "GET", path: "/api/v10/{}", count: 1 }
        ])
        assert.deepStrictEqual(
          lines.filter((line) => line.includes("no route of the API")),
          ["/api/v10/webhooks/{}/{}/{}", "/api/v10/{}"].map((path) => `Info ["GET ${path} is no route of the API"] `)
        )
      })
    )
  )

  it.live.each([
    ["without /api", "/v10/gateway/bot", "/v10/gateway/bot", "the REST base of libraries is /api"],
    ["without /api and version", "/users/@me", "/users/@me", "the REST base of libraries is /api"],
    [
      "with the version twice",
      "/api/v10/v10/gateway/bot",
      "/api/v10/v10/gateway/bot",
      "the library appends the version"
    ],
    [
      "with the version and a slash",
      "/api/v10//v10/users/@me",
      "/api/v10/v10/users/@me",
      "the library appends the version"
    ]
  ] as const)("a base URL that was given %s is a warning that says so", ([, asked, told, hint]) =>
    served((url, lines) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* ask(`${url}${asked}`), { status: 404, body: NOT_FOUND })
        assert.deepStrictEqual(yield* eventsUntil(url, "rest.unknown_route", 1), [
          { method: "GET", path: told, count: 1 }
        ])
        const [line = "", ...others] = lines.filter((text) => text.includes("no route of the API"))
        assert.deepStrictEqual(others, [])
        assert.match(line, /^Warn/)
        assert.include(line, told)
        assert.include(line, hint)
      })
    )
  )

  it.live("a flood of unknown routes is a few lines", () =>
    served((url, lines) =>
      Effect.gen(function* () {
        const words = ["guilds", "users", "channels", "webhooks", "members", "roles", "messages", "commands"]
        const paths = words.flatMap((a) => words.flatMap((b) => [`/api/v10/${a}/1/${b}/x`, `/api/${a}/1/${b}/x`]))
        yield* Effect.all(
          paths.map((path) => call(`${url}${path}`, { method: "PUT" })),
          { concurrency: 4 }
        )
        const told = lines.filter((line) => line.includes("no route of the API"))
        assert.strictEqual(told.length, unserved.unknownRoutes)
      })
    )
  )
})
