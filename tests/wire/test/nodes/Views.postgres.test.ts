/** What each server alone knows is shown by every one of those that share a database. */
import { createServer } from "node:net"
import { sql } from "@backlot/postgres/Sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { inject } from "vitest"
import { planning } from "../faults/Planning.ts"
import { ALICE, APP, BOT_TOKEN, GENERAL } from "../Harbour.ts"
import { connected, event, loggedIn, type Node, nodes, rest, starting } from "./Nodes.ts"
import { isPath, watching } from "./Watching.ts"

const json = ({ text }: { readonly text: string }) => JSON.parse(text)

const LACKING = "/channels/1/messages"

interface Refused {
  readonly number: number
  readonly server: string
  readonly path: string
}

const refused = (node: Node, after = 0) =>
  Effect.map(node.control(`/refused_calls?after=${after}`), (answer): { total: number; calls: Array<Refused> } =>
    json(answer)
  )

const sessions = (node: Node) =>
  Effect.map(node.control("/gateway_sessions"), (answer): { connections: number; sessions: Array<Session> } =>
    json(answer)
  )

interface Session {
  readonly session_id: string
  readonly server: string
  readonly connected: boolean
}

describe("the wire of all servers", () => {
  it.live("is watched at one, in the order in which requests were answered, each with its server", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const wire = yield* watching(here, "?surfaces=rest")
      const paths = Array.from({ length: 6 }, (_, at) => `/channels/${at + 1}/messages`)
      for (const [at, path] of paths.entries()) yield* rest(at % 2 === 0 ? there : here, "GET", path)
      const seen = yield* wire.until(isPath(paths.at(-1) ?? ""))
      assert.deepStrictEqual(
        seen.map(({ data }) => data["path"]),
        paths.map((path) => `/api/v10${path}`)
      )
      const servers = seen.map(({ data }) => data["server"])
      assert.deepStrictEqual(
        servers,
        [0, 1, 0, 1, 0, 1].map((at) => servers[at])
      )
      assert.strictEqual(new Set(servers).size, 2)
    })
  )

  it.live("has the frames of sessions on another", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const wire = yield* watching(here, "?surfaces=gateway")
      yield* loggedIn(there)
      const seen = yield* wire.until(({ data }) => data["t"] === "GUILD_CREATE")
      assert.deepStrictEqual(
        seen.map(({ data: { direction, op, t } }) => [direction, op, t]),
        [
          ["out", 10, null],
          ["in", 2, null],
          ["out", 0, "READY"],
          ["out", 0, "GUILD_CREATE"]
        ]
      )
    })
  )

  it.live("goes on at another server after what was seen last, without a gap", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const before = yield* watching(here, "?surfaces=rest")
      yield* rest(there, "GET", "/channels/1/messages")
      const last = (yield* before.until(isPath("/channels/1/messages"))).at(-1)?.id ?? ""
      before.leave()
      yield* rest(there, "GET", "/channels/2/messages")
      yield* rest(here, "GET", "/channels/3/messages")
      const again = yield* watching(there, "?surfaces=rest", last)
      yield* rest(here, "GET", "/channels/4/messages")
      const seen = yield* again.until(isPath("/channels/4/messages"))
      assert.deepStrictEqual(
        seen.map(({ event, data }) => [event, data["path"]]),
        [2, 3, 4].map((at) => ["rest", `/api/v10/channels/${at}/messages`])
      )
    })
  )

  it.live("has what comes over a server that joins later, and says where something is unknown", () =>
    Effect.gen(function* () {
      const start = starting()
      const first = yield* start
      const wire = yield* watching(first, "?surfaces=rest")
      const scope = yield* Scope.make()
      const second = yield* Scope.provide(start, scope)
      yield* wire.until(({ event }) => event === "dropped")
      yield* rest(second, "GET", LACKING)
      yield* wire.until(isPath(LACKING))
      yield* Scope.close(scope, Exit.void)
      yield* wire.untilCount(({ event }) => event === "dropped", 2)
      yield* rest(first, "GET", "/channels/2/messages")
      const seen = yield* wire.until(isPath("/channels/2/messages"))
      assert.deepStrictEqual(
        seen.map(({ event, data }) => [event, event === "dropped" ? data["count"] : data["path"]]),
        [
          ["dropped", null],
          ["rest", `/api/v10${LACKING}`],
          ["dropped", null],
          ["rest", "/api/v10/channels/2/messages"]
        ]
      )
    })
  )
})

describe("the refused calls of all servers", () => {
  it.live("are in one list, in the order of time, and each is after what was read before it", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      let after = 0
      for (const round of [1, 2, 3]) {
        const paths = [0, 1, 2].map((at) => `/channels/${round}${at}/messages`)
        for (const [at, path] of paths.entries()) yield* rest(at % 2 === 0 ? there : here, "GET", path)
        const reader = round % 2 === 0 ? there : here
        const { total, calls } = yield* refused(reader, after)
        assert.deepStrictEqual(
          calls.map(({ path }) => path),
          paths
        )
        assert.strictEqual(calls[0]?.server, calls[2]?.server)
        assert.notStrictEqual(calls[0]?.server, calls[1]?.server)
        after = total
      }
      assert.lengthOf((yield* refused(there)).calls, 9)
      assert.deepStrictEqual((yield* refused(there, after)).calls, [])
    })
  )

  it.live("of a server that started later are after what was read before", () =>
    Effect.gen(function* () {
      const start = starting()
      const first = yield* start
      for (const _ of [1, 2, 3]) yield* rest(first, "GET", LACKING)
      const { total } = yield* refused(first)
      const second = yield* start
      yield* rest(second, "GET", "/channels/2/messages")
      assert.deepStrictEqual(
        (yield* refused(first, total)).calls.map(({ path }) => path),
        ["/channels/2/messages"]
      )
    })
  )
})

describe("the gateway sessions of all servers", () => {
  it.live("are in one list, from which each can be disconnected at any of them", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const bots = [yield* loggedIn(here), yield* loggedIn(there)]
      for (const node of [here, there]) {
        const { connections, sessions: all } = yield* sessions(node)
        assert.strictEqual(connections, 2)
        assert.deepStrictEqual(
          all.map(({ session_id }) => session_id),
          bots.map(({ frames }) => Object(frames.find(({ t }) => t === "READY")?.d).session_id)
        )
        assert.strictEqual(new Set(all.map(({ server }) => server)).size, 2)
        assert.isTrue(all.every((one) => one.connected))
      }
      for (const [at, node] of [there, here].entries()) {
        const session = (yield* sessions(node)).sessions[at]?.session_id
        const { plan } = planning(node)
        assert.deepInclude(yield* plan({ match: { surface: "gateway", session }, disconnect: { code: 4000 } }), {
          hits: 1
        })
        const [bot] = bots.slice(at)
        assert.strictEqual((yield* Effect.promise(async () => bot?.closed))?.code, 4000)
      }
      assert.deepStrictEqual(
        (yield* sessions(there)).sessions.map((one) => one.connected),
        [false, false]
      )
    })
  )

  it.live("have one that was resumed elsewhere once, where it is", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const first = yield* loggedIn(here)
      const [session] = (yield* sessions(here)).sessions
      first.cut()
      const second = yield* connected(there)
      second.resume({ token: BOT_TOKEN, session_id: session?.session_id ?? "", seq: first.seq() })
      yield* event(second, "RESUMED")
      for (const node of [here, there]) {
        const { sessions: all } = yield* sessions(node)
        assert.lengthOf(all, 1)
        assert.isTrue(all[0]?.connected)
        assert.notStrictEqual(all[0]?.server, session?.server)
      }
    })
  )
})

describe("the hits of a planned fault", () => {
  it.live("on a gateway session of another server are counted as soon as they have happened", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const { plan, faults } = planning(here)
      for (const hits of [1, 2, 3]) {
        const bot = yield* loggedIn(there)
        yield* here.control("/faults", { method: "DELETE" })
        const match = { surface: "gateway", application: APP, event: "MESSAGE_CREATE" }
        yield* plan({ match, disconnect: { code: 4000 }, times: hits })
        yield* there.control(`/users/${ALICE}/channels/${GENERAL}/messages`, { json: { content: "hi" } })
        yield* Effect.promise(() => bot.closed)
        const [fault] = yield* faults
        assert.deepInclude(fault, { hits: 1, remaining: hits - 1 })
      }
    })
  )
})

describe("a server that does not answer", () => {
  it.live("is left out of what others show, after a second", () =>
    Effect.gen(function* () {
      const here = yield* starting()
      yield* loggedIn(here)
      const silent = yield* silentPort
      const table = `${here.schema}.${here.schema}_cluster_runners`
      const insert = `INSERT INTO ${table} (address, runner, healthy, last_heartbeat)
        SELECT $1, replace(runner, split_part(address, ':', 2), $2), true, last_heartbeat + interval '1 hour' FROM ${table}`
      yield* Effect.promise(() => sql(inject("postgresUrl"), insert, [`127.0.0.1:${silent}`, String(silent)]))
      yield* rest(here, "GET", LACKING)
      const began = performance.now()
      assert.lengthOf((yield* sessions(here)).sessions, 1)
      assert.isAtLeast(performance.now() - began, 900)
      assert.lengthOf((yield* refused(here)).calls, 1)
      const wire = yield* watching(here)
      yield* rest(here, "GET", LACKING)
      yield* wire.until(isPath(LACKING))
      assert.isBelow(performance.now() - began, 10_000)
    })
  )
})

/** Where connections are taken, and nothing is answered. */
const silentPort = Effect.acquireRelease(
  Effect.callback<ReturnType<typeof createServer>>((resume) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) => Effect.sync(() => server.close())
).pipe(
  Effect.map((server) => {
    const address = server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  })
)
