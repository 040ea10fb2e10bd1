import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type EmbeddedServer, type EmbedOptions, embed } from "@backlot/server/Embed"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { ask, call, head, open } from "./Client.ts"
import { collect } from "./Logs.ts"
import { APP, SECRETS, world } from "./Running.ts"

/** A server, and the effect that stops it and tells how many milliseconds that took. */
const start = Effect.fnUntraced(function* (options: Partial<EmbedOptions> = {}) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const server: EmbeddedServer = yield* Scope.provide(embed({ world, ...options }), scope)
  const stop = Effect.map(Effect.timed(Scope.close(scope, Exit.void)), ([took]) => Number(took) || took)
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
