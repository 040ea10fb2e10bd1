/** Gateway sessions of servers on one database: a session is one of all of them. */
import { sql } from "@backlot/postgres/Sql"
import type { GatewayClient } from "@backlot/testkit/GatewayClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { inject } from "vitest"
import { eventsOf } from "../faults/Planning.ts"
import { ALICE, APP, BOB, BOT_TOKEN, GENERAL } from "../Harbour.ts"
import { connected, EVERY, event, loggedIn, type Node, nodes, rest, starting } from "./Nodes.ts"

const TOKEN = BOT_TOKEN

const say = (node: Node, content: string) =>
  Effect.map(node.control(`/users/${ALICE}/channels/${GENERAL}/messages`, { json: { content } }), ({ status }) =>
    assert.strictEqual(status, 200)
  )

interface Ready {
  readonly session_id: string
}

const dispatches = ({ frames }: GatewayClient) => frames.filter(({ op }) => op === 0)

/** What one session said to its client over several connections: numbers without a gap, and each thing once. */
const assertWhole = (clients: ReadonlyArray<GatewayClient>) => {
  const all = clients.flatMap(dispatches)
  assert.deepStrictEqual(
    all.map(({ s }) => s),
    all.map((_, i) => i + 1)
  )
}

const saidTo = (clients: ReadonlyArray<GatewayClient>) =>
  clients.flatMap(dispatches).flatMap(({ t, d }) => (t === "MESSAGE_CREATE" ? [Object(d).content] : []))

const resumed = Effect.fnUntraced(function* (node: Node, session_id: string, seq: number | null) {
  const client = yield* connected(node)
  client.resume({ token: TOKEN, session_id, seq })
  yield* event(client, "RESUMED")
  return client
})

/** Waits until `count` messages came. */
const came = (clients: ReadonlyArray<GatewayClient>, count: number) =>
  Effect.repeat(
    Effect.sync(() => saidTo(clients).length),
    { until: (length) => length >= count, schedule: EVERY }
  )

/** Two servers, and a session on the one that will stop. */
const loggedInBeforeStop = Effect.gen(function* () {
  const start = starting()
  const scope = yield* Scope.make()
  const stopping = yield* Scope.provide(start, scope)
  const there = yield* start
  const first = yield* loggedIn(stopping)
  const { session_id } = Object(dispatches(first)[0]?.d) as Ready
  return { stopping, stop: Effect.andThen(stopping.drain, Scope.close(scope, Exit.void)), there, first, session_id }
})

describe("a session", () => {
  it.live("is resumed on another server, and back again, without a gap and without anything twice", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const first = yield* loggedIn(here)
      const { session_id } = Object(dispatches(first)[0]?.d) as Ready
      yield* say(here, "1")
      yield* say(there, "2")
      yield* came([first], 2)
      first.cut()
      for (const [content, node] of [
        ["3", here],
        ["4", there],
        ["5", here]
      ] as const)
        yield* say(node, content)
      const second = yield* resumed(there, session_id, first.seq())
      yield* say(here, "6")
      yield* came([first, second], 6)
      // The first one is still connected for the server: it is told nothing more.
      yield* say(there, "7")
      yield* came([first, second], 7)
      const third = yield* resumed(here, session_id, second.seq())
      assert.strictEqual((yield* Effect.promise(() => second.closed)).code, 4000)
      yield* say(there, "8")
      yield* came([first, second, third], 8)
      const clients = [first, second, third]
      assertWhole(clients)
      assert.deepStrictEqual(saidTo(clients), ["1", "2", "3", "4", "5", "6", "7", "8"])
    })
  )

  it.live("is resumed with what its client had not got yet, though it was sent", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const first = yield* loggedIn(here)
      const { session_id } = Object(dispatches(first)[0]?.d) as Ready
      const had = first.seq() ?? 0
      for (const content of ["1", "2", "3"]) yield* say(there, content)
      yield* came([first], 3)
      first.cut()
      const second = yield* resumed(there, session_id, had + 1)
      assert.deepStrictEqual(saidTo([second]), ["2", "3"])
      assert.deepStrictEqual(
        dispatches(second).map(({ s }) => s),
        [had + 2, had + 3, had + 4]
      )
      const third = yield* connected(here)
      third.resume({ token: TOKEN, session_id, seq: 1_000 })
      assert.strictEqual((yield* Effect.promise(() => third.closed)).code, 4007)
    })
  )

  it.live("of a server that has ended is over when the world was replaced meanwhile", () =>
    Effect.gen(function* () {
      const { stop, there, first, session_id } = yield* loggedInBeforeStop
      yield* stop
      assert.strictEqual((yield* there.control("/reset", { json: {} })).status, 204)
      const second = yield* connected(there)
      second.resume({ token: TOKEN, session_id, seq: first.seq() })
      const invalid = Effect.map(
        Effect.sync(() => second.frames.find(({ op }) => op === 9 || op === 0)),
        (frame) => frame?.op
      )
      assert.strictEqual(yield* Effect.repeat(invalid, { until: (op) => op !== undefined, schedule: EVERY }), 9)
    })
  )

  it.live("of a server that stops is asked to reconnect, and gets on another one what happened meanwhile", () =>
    Effect.gen(function* () {
      const { stopping, stop, there, first, session_id } = yield* loggedInBeforeStop
      yield* say(stopping, "1")
      yield* came([first], 1)
      yield* stop
      assert.strictEqual((yield* Effect.promise(() => first.closed)).code, 1012)
      assert.strictEqual(first.frames.at(-1)?.op, 7)
      yield* say(there, "2")
      const made = yield* rest(there, "POST", `/applications/${APP}/commands`, { name: "ping", description: "Pings" })
      assert.strictEqual(made.status, 201)
      yield* Effect.forkChild(there.use(BOB, GENERAL, { text: "/ping" }))
      yield* eventsOf(there.url, "interaction.created", 1)
      const second = yield* resumed(there, session_id, first.seq())
      assert.deepStrictEqual(saidTo([first, second]), ["1", "2"])
      const { id, token } = yield* event<{ id: string; token: string }>(second, "INTERACTION_CREATE")
      const answer = { type: 4, data: { content: "pong" } }
      assert.strictEqual((yield* rest(there, "POST", `/interactions/${id}/${token}/callback`, answer)).status, 204)
      yield* came([first, second], 3)
      assertWhole([first, second])
    })
  )

  it.live("that no server knows, or with the token of another bot, is not resumed", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const first = yield* loggedIn(here)
      const { session_id } = Object(dispatches(first)[0]?.d) as Ready
      for (const asked of [
        { token: TOKEN, session_id: "0".repeat(32) },
        { token: "stranger-bot-token", session_id }
      ]) {
        const stranger = yield* connected(there)
        stranger.resume({ ...asked, seq: 1 })
        const frame = yield* Effect.promise(() => stranger.next(({ op }) => op === 9))
        assert.isFalse(frame.d)
      }
      yield* say(there, "still here")
      yield* came([first], 1)
    })
  )
})

describe("a session that its server has lost", () => {
  it.live("is resumed with what that server told others meanwhile", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      yield* rest(here, "POST", `/applications/${APP}/commands`, { name: "ping", description: "Pings" })
      const first = yield* loggedIn(here)
      const other = yield* connected(here)
      other.identify({ token: TOKEN, intents: 1 })
      yield* event(other, "GUILD_CREATE")
      const { session_id } = Object(dispatches(first)[0]?.d) as Ready
      yield* Effect.promise(() =>
        sql(inject("postgresUrl"), `UPDATE ${here.schema}.gateway_session SET owner = '' WHERE id = $1`, [session_id])
      )
      first.beat()
      assert.strictEqual((yield* Effect.promise(() => first.closed)).code, 4000)
      // The one on that server gets the use alone.
      yield* say(here, "1")
      yield* Effect.forkChild(here.use(BOB, GENERAL, { text: "/ping" }))
      yield* event(other, "INTERACTION_CREATE")
      const second = yield* resumed(there, session_id, first.seq())
      yield* event(second, "INTERACTION_CREATE")
      assert.deepStrictEqual(saidTo([second]), ["1"])
      assertWhole([first, second])
    })
  )
})

describe("over all servers", () => {
  it.live("one IDENTIFY in five seconds is enough, where limits are enforced", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes({ limits: "enforce" })
      const clients = [yield* connected(here), yield* connected(there)]
      for (const client of clients) client.identify({ token: TOKEN })
      const answers = yield* Effect.forEach(
        clients,
        (client) => Effect.promise(() => client.next(({ op, t }) => op === 9 || t === "READY")),
        { concurrency: "unbounded" }
      )
      assert.sameMembers(
        answers.map(({ op }) => op),
        [0, 9]
      )
      const { body } = yield* rest(there, "GET", "/gateway/bot")
      assert.strictEqual(body.session_start_limit.remaining, 999)
      const refused = clients[answers.findIndex(({ op }) => op === 9)]
      refused?.identify({ token: TOKEN })
      yield* Effect.promise(async () => refused?.event("READY"))
    })
  )

  it.live("a use says how many sessions it goes to, wherever they are", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      yield* rest(here, "POST", `/applications/${APP}/commands`, { name: "ping", description: "Pings" })
      const bot = yield* loggedIn(there)
      yield* eventsOf(here.url, "gateway_session.began", 1)
      yield* Effect.forkChild(here.use(BOB, GENERAL, { text: "/ping" }))
      const { id } = yield* event<{ id: string }>(bot, "INTERACTION_CREATE")
      const { body } = yield* here.control(`/interactions/${id}`)
      assert.deepInclude(
        body.trace.find(({ what }) => what === "dispatching"),
        { what: "dispatching" }
      )
      assert.deepInclude(body.trace.find(({ what }) => what === "dispatching")?.detail, { sessions: 1 })
    })
  )
})
