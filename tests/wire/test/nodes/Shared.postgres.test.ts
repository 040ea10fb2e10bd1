/** What servers hold in memory is the same on all that share a database. */
import { rateLimit } from "@backlot/domain/base/Limits"
import type {} from "@backlot/postgres/GlobalSetup"
import { sql } from "@backlot/postgres/Sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import { ALICE, APP, BOB, GENERAL, GUILD } from "../Harbour.ts"
import { call } from "../Stage.ts"
import { EVERY, loggedIn, type Node, nodes, rest, starting } from "./Nodes.ts"

const statusOf = (node: Node) => Effect.map(rest(node, "GET", "/users/@me"), ({ status }) => status)

const NOBODY = { headers: { authorization: "Bot nobody" } }

const json = ({ text }: { readonly text: string }) => JSON.parse(text)

describe("over two servers", () => {
  it.live("a planned fault hits requests at both, as often as it says in all, and is gone from both", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const match = { surface: "rest", path: "/api/v10/users/@me" }
      const planned = json(yield* here.control("/faults", { json: { match, status: 503, times: 3 } }))
      const statuses = yield* Effect.forEach(
        Array.from({ length: 10 }),
        (_, i) => statusOf(i % 2 === 0 ? there : here),
        {
          concurrency: "unbounded"
        }
      )
      assert.strictEqual(statuses.filter((status) => status === 503).length, 3)
      for (const node of [here, there]) {
        const hits = Effect.map(node.control("/faults"), (answer) => json(answer).faults[0].hits)
        assert.strictEqual(yield* Effect.repeat(hits, { until: (count) => count === 3, schedule: EVERY }), 3)
      }
      yield* there.control("/faults", { json: { match, status: 500 } })
      assert.strictEqual(yield* statusOf(here), 500)
      assert.strictEqual((yield* here.control(`/faults/${planned.id}`, { method: "DELETE" })).status, 204)
      assert.strictEqual((yield* there.control("/faults", { method: "DELETE" })).status, 204)
      for (const node of [here, there]) {
        assert.strictEqual(yield* statusOf(node), 200)
        assert.deepStrictEqual(json(yield* node.control("/faults")).faults, [])
      }
    })
  )

  it.live("a disconnection that is planned on one hits the session of the other, and says so", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const bot = yield* loggedIn(there)
      const fault = { match: { surface: "gateway", application: APP }, disconnect: { code: 4000 } }
      assert.strictEqual(json(yield* here.control("/faults", { json: fault })).hits, 1)
      assert.strictEqual((yield* Effect.promise(() => bot.closed)).code, 4000)
    })
  )

  it.live("a recording has what people did on both, in the order in which they began", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      yield* here.control("/recording", { method: "POST" })
      for (const [at, node] of [there, here, there].entries())
        yield* node.control(`/users/${ALICE}/channels/${GENERAL}/messages`, { json: { content: `number ${at}` } })
      for (const node of [here, there]) {
        const { recording, entries } = json(yield* node.control("/recording"))
        assert.isTrue(recording)
        assert.deepStrictEqual(
          entries.map(({ body }: { readonly body: { readonly content: string } }) => body.content),
          ["number 0", "number 1", "number 2"]
        )
      }
      yield* there.control("/recording", { method: "DELETE" })
      assert.isFalse(json(yield* here.control("/recording")).recording)
    })
  )

  it.live("a server that starts later has the faults and the presences that others set before", () =>
    Effect.gen(function* () {
      const start = starting()
      const first = yield* start
      yield* first.control("/faults", { json: { match: { surface: "rest", path: "/api/v10/users/@me" }, status: 503 } })
      yield* first.control(`/users/${ALICE}/presence`, { method: "PUT", json: { status: "dnd" } })
      const second = yield* start
      assert.strictEqual(yield* statusOf(second), 503)
      yield* second.control("/faults", { method: "DELETE" })
      const { members } = json(yield* second.control(`/users/${BOB}/guilds/${GUILD}/members`))
      const alice = members.find(({ user }: { readonly user: { readonly id: string } }) => user.id === ALICE)
      assert.strictEqual(alice.status, "dnd")
    })
  )

  it.live("a reset on one lets an address in again that the other had blocked", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes({ limits: "enforce" })
      const statusAt = (node: Node) => Effect.map(call(`${node.url}/api/v10/users/@me`, NOBODY), ({ status }) => status)
      assert.strictEqual(yield* statusAt(there), 401)
      const almost = `UPDATE ${here.schema}.counter SET units = $1 WHERE key LIKE 'invalid/%'`
      yield* Effect.promise(() => sql(inject("postgresUrl"), almost, [rateLimit.invalidRequests - 1]))
      for (const node of [here, there]) {
        yield* statusAt(node)
        assert.strictEqual(yield* statusAt(node), 429)
      }
      yield* here.control("/reset", { method: "POST" })
      for (const node of [here, there]) assert.strictEqual(yield* statusAt(node), 401)
    })
  )

  it.live(
    "a change of the clock has ended when both have it, and the stream tells nobody of what servers tell each other",
    () =>
      Effect.gen(function* () {
        const [here, there] = yield* nodes()
        const timeOf = ({ control }: Node) => Effect.map(control("/clock"), (answer) => json(answer).now)
        yield* here.control("/faults", { method: "DELETE" })
        for (let at = 0; at < 5; at++) {
          const changed = json(yield* here.control("/clock", { json: { advance_ms: 10_000 } }))
          assert.strictEqual(yield* timeOf(there), changed.now)
        }
        const stream = yield* Effect.promise(async (signal) => {
          const answer = await fetch(`${there.url}/control/v1/events`, { headers: { "last-event-id": "0" }, signal })
          let text = ""
          for await (const chunk of answer.body ?? []) {
            text += new TextDecoder().decode(chunk)
            if ((text.match(/^event: clock\.changed$/gm)?.length ?? 0) >= 5) return text
          }
          return text
        })
        assert.notInclude(stream, "server.noted")
      })
  )
})
