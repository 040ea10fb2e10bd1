import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { DEFAULTS, type EmbeddedServer, type EmbedOptions, embed } from "../src/Embed.ts"
import { start as serve } from "../src/Server.ts"
import { ask, call, head, open, raw } from "./fixture/Client.ts"
import { collect } from "./fixture/Logs.ts"
import { ALICE, APP, GENERAL, SECRETS, world } from "./fixture/Running.ts"
import { seen } from "./fixture/SeenTime.ts"

/** A server with an effect that stops it. */
const start = Effect.fnUntraced(function* (options: Partial<EmbedOptions> = {}) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const server: EmbeddedServer = yield* Scope.provide(embed({ world, ...options }), scope)
  const stop = Scope.close(scope, Exit.void)
  return { server, url: server.addresses.url, stop }
})

const dataFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "backlot-server-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  ),
  (folder) => ({ kind: "file", file: join(folder, "backlot.db"), durable: false }) as const
)

describe("starting", () => {
  it.live("says where everything is, and who may come", () =>
    Effect.gen(function* () {
      const { server, url } = yield* start()
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
      assert.deepStrictEqual(server.addresses, {
        url,
        rest_url: `${url}/api`,
        gateway_url: `${url.replace("http", "ws")}/gateway`,
        control_url: `${url}/control/v1`,
        console_url: `${url}/`
      })
      const [first] = server.applications
      assert.deepInclude(first?.application, { id: APP, client_secret: SECRETS.client })
      assert.match(first?.publicKey ?? "", /^[0-9a-f]{64}$/)
    })
  )

  it.live("an IPv6 address stands in brackets", () =>
    Effect.gen(function* () {
      const { url } = yield* start({ host: "::1" })
      assert.match(url, /^http:\/\/\[::1\]:\d+$/)
      assert.strictEqual((yield* call(`${url}/control/v1/health`)).status, 200)
    })
  )

  it.live("on any address answers to every name, unless it is told which", () =>
    Effect.gen(function* () {
      const status = (url: string, host: string) =>
        Effect.map(
          raw(url, head("GET /api/v10/gateway HTTP/1.1", `Host: ${host}`, "Connection: close")),
          (answer) => answer.split(" ")[1]
        )
      const open = yield* start({ host: "0.0.0.0" })
      assert.strictEqual(yield* status(open.url, "any.test"), "200")
      const named = yield* start({ host: "0.0.0.0", allowedHosts: ["good.test"] })
      assert.strictEqual(yield* status(named.url, "good.test"), "200")
      assert.strictEqual(yield* status(named.url, "127.0.0.1"), "200")
      assert.strictEqual(yield* status(named.url, "evil.test"), "403")
    })
  )

  it.live("fails on a port that is taken, and says what to do", () =>
    Effect.gen(function* () {
      const { url } = yield* start()
      const port = Number(new URL(url).port)
      const error = yield* Effect.flip(start({ port }))
      assert.strictEqual(
        error.message,
        `Port 127.0.0.1:${port} is in use; choose another with --port, or 0 for any free one.`
      )
    })
  )

  it.live("fails on an address of another machine", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(start({ host: "192.0.2.1" }))
      assert.match(message, /^Cannot listen on 192\.0\.2\.1:0: EADDRNOTAVAIL$/)
    })
  )

  it.live("fails on a world that breaks rules, one line for each fault", () =>
    Effect.gen(function* () {
      const broken = { users: [{ id: "seven", username: "bob" }], shops: [] }
      const { message } = yield* Effect.flip(start({ world: broken }))
      const [first, second, ...more] = message.split("\n")
      assert.match(first ?? "", /^world:4:7 users\[0\]\.id: .* \[\w+\]$/)
      assert.match(second ?? "", /^world:8:3 shops: .* \[\w+\]$/)
      assert.deepStrictEqual(more, [])
    })
  )

  it.live("fails on a data file that another server has open", () =>
    Effect.gen(function* () {
      const storage = yield* dataFile
      yield* start({ storage })
      const { message } = yield* Effect.flip(start({ storage }))
      assert.include(message, storage.file)
    })
  )
})

describe("starting again on the same data", () => {
  const register = (url: string) =>
    call(`${url}/api/v10/applications/${APP}/commands`, {
      headers: { authorization: `Bot ${SECRETS.bot}` },
      json: { name: "adopt", description: "Adopt a pet" }
    })
  const names = (url: string) =>
    Effect.map(ask(`${url}/control/v1/world`), ({ body }) =>
      Object(body).commands.map(({ name }: { name: string }) => name)
    )

  it.live("keeps what was there, not the world it is given", () =>
    Effect.gen(function* () {
      const storage = yield* dataFile
      const first = yield* start({ storage })
      assert.strictEqual((yield* register(first.url)).status, 201)
      yield* first.stop
      const second = yield* start({ storage, world: {} })
      assert.deepStrictEqual(yield* names(second.url), ["adopt"])
      assert.strictEqual((yield* register(second.url)).status, 200)
    })
  )

  it.live("says that a world named by the operator is not used, and judges it all the same", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const storage = yield* dataFile
      const first = yield* start({ storage })
      yield* first.stop
      const named = (text: string) =>
        Effect.scoped(serve({ ...DEFAULTS, storage, world: { file: "mine.yaml", text, chosen: true } }))
      const { message } = yield* Effect.flip(named("users: 5"))
      assert.match(message, /^mine\.yaml:1:1 users: /)
      yield* named("users: []")
      assert.include(
        logs.lines.join("\n"),
        "mine.yaml is not used: the store holds a world already; --reset replaces it"
      )
    }).pipe(Effect.provide(logs.layer))
  })

  it.live("with reset holds the world it is given", () =>
    Effect.gen(function* () {
      const storage = yield* dataFile
      const first = yield* start({ storage })
      yield* register(first.url)
      yield* first.stop
      const second = yield* start({ storage, reset: true })
      assert.deepStrictEqual(yield* names(second.url), [])
    })
  )

  it.live("that fails on its port leaves the data as it was, even with reset", () =>
    Effect.gen(function* () {
      const taken = yield* start()
      const storage = yield* dataFile
      const first = yield* start({ storage })
      yield* register(first.url)
      yield* first.stop
      yield* Effect.flip(Effect.scoped(start({ storage, reset: true, port: Number(new URL(taken.url).port) })))
      const again = yield* start({ storage })
      assert.deepStrictEqual(yield* names(again.url), ["adopt"])
    })
  )

  it.live("keeps the clock, and its mode unless another is wanted", () =>
    Effect.gen(function* () {
      const storage = yield* dataFile
      const clock = (url: string) => Effect.map(ask(`${url}/control/v1/clock`), ({ body }) => body)
      const first = yield* start({ storage, clock: "frozen" })
      yield* ask(`${first.url}/control/v1/clock`, { json: { now: "2026-05-01T00:00:00Z" } })
      yield* first.stop
      const second = yield* start({ storage })
      assert.deepStrictEqual(yield* clock(second.url), { now: "2026-05-01T00:00:00.000Z", mode: "frozen" })
      yield* second.stop
      const third = yield* start({ storage, clock: "real" })
      assert.deepInclude(yield* clock(third.url), { mode: "real" })
      assert.match(Object(yield* clock(third.url)).now, /^2026-05-01T00:00:/)
    })
  )
})

describe("a frozen clock", () => {
  const said = (url: string) =>
    Effect.map(
      ask(`${url}/control/v1/users/${ALICE}/channels/${GENERAL}/messages`, { json: { content: "hi" } }),
      ({ body }) => Object(body)
    )
  /** The time that an id carries. */
  const timeOf = ({ id }: { readonly id: string }) => Number(BigInt(id) >> 22n) + 1_420_070_400_000
  const now = (url: string) => Effect.map(ask(`${url}/control/v1/clock`), ({ body }) => Date.parse(Object(body).now))

  it.live.each([undefined, "clock", "wall"] as const)("begins at the present, with ids: %s", (ids) =>
    Effect.gen(function* () {
      const before = Date.now()
      const { url } = yield* start({ clock: "frozen", ids })
      const began = yield* now(url)
      assert.isTrue(began >= before && began <= Date.now(), String(began - before))
    })
  )

  it.live("gives its time to ids, unless they are of the wall clock", () =>
    Effect.gen(function* () {
      const day = 86_400_000
      for (const ids of [undefined, "wall"] as const) {
        const { url } = yield* start({ clock: "frozen", ids })
        yield* ask(`${url}/control/v1/clock`, { json: { advance_ms: day } })
        const apart = timeOf(yield* said(url)) - (yield* now(url))
        assert.isTrue(ids === undefined ? apart === 0 : apart < 60_000 - day, String(apart))
      }
    })
  )

  it.live("is that of a world that says `now`, with its ids", () =>
    Effect.gen(function* () {
      const { url } = yield* start({ world: { ...world, now: "2026-01-01T00:00:00Z" }, clock: "frozen" })
      assert.strictEqual(yield* now(url), Date.UTC(2026, 0, 1))
      assert.strictEqual(timeOf(yield* said(url)), Date.UTC(2026, 0, 1))
    })
  )
})

describe("stopping", () => {
  const get = (url: string, path: string, ...lines: ReadonlyArray<string>) =>
    open(url, head(`GET ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, ...lines))

  it.live("ends open streams of events at once, each to its proper end, and logs nothing", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const { url, stop } = yield* start()
      const streams = yield* Effect.all(Array.from({ length: 20 }, () => get(url, "/control/v1/events")))
      const texts = streams.map(() => "")
      for (const [i, socket] of streams.entries()) socket.on("data", (chunk) => (texts[i] += String(chunk)))
      const ended = streams.map((socket) => once(socket, "close"))
      yield* Effect.promise(() => Promise.all(streams.map((socket) => once(socket, "data"))))
      const [tookMs] = yield* seen(stop)
      assert.isBelow(tookMs, 1_000)
      yield* Effect.promise(() => Promise.all(ended))
      for (const received of texts) assert.match(received, /: connected\n\nid: \d+\n\n\r\n0\r\n\r\n$/)
      assert.deepStrictEqual(logs.lines, [])
    }).pipe(Effect.provide(logs.layer))
  })

  it.live("ends connections that are only kept alive at once", () =>
    Effect.gen(function* () {
      const { url, stop } = yield* start()
      const socket = yield* get(url, "/api/v10/gateway", "Connection: keep-alive")
      yield* Effect.promise(() => once(socket, "data"))
      const [tookMs] = yield* seen(stop)
      assert.isBelow(tookMs, 1_000)
    })
  )

  it.effect("gives a request 2 s to come whole, no more, and logs nothing", () => {
    const logs = collect()
    return Effect.gen(function* () {
      const { url, stop } = yield* start()
      const lines = ["Content-Type: application/json", "Content-Length: 100", "Expect: 100-continue"]
      const post = head("POST /control/v1/clock HTTP/1.1", `Host: ${new URL(url).host}`, ...lines)
      const socket = yield* open(url, post)
      // 100 Continue: the server reads now.
      yield* Effect.promise(() => once(socket, "data"))
      const ended = once(socket, "close")
      const stopping = yield* Effect.forkChild(stop)
      yield* TestClock.adjust(1_999)
      assert.isFalse(socket.closed)
      yield* TestClock.adjust(1)
      yield* Fiber.join(stopping)
      socket.resume()
      yield* Effect.promise(() => ended)
      assert.deepStrictEqual(logs.lines, [])
    }).pipe(Effect.provide(logs.layer))
  })

  it.live("leaves the port free", () =>
    Effect.gen(function* () {
      const first = yield* start()
      yield* first.stop
      const second = yield* start({ port: Number(new URL(first.url).port) })
      assert.strictEqual(second.url, first.url)
    })
  )
})
