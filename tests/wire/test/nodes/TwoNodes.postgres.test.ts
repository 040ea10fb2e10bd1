/** Two servers on one database: what a person or an app does on one is the same on the other. */
import type {} from "@backlot/postgres/GlobalSetup"
import { startRelay } from "@backlot/postgres/Relay"
import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { inject } from "vitest"
import { eventsOf } from "../faults/Planning.ts"
import { ALICE, APP, BOT_TOKEN, GENERAL } from "../Harbour.ts"
import { EVERY, event, hooked, loggedIn, type Node, nodes, rest } from "./Nodes.ts"

const timeOf = ({ control }: Node) =>
  Effect.map(control("/clock"), ({ text }) => Date.parse((JSON.parse(text) as { readonly now: string }).now))

describe("two servers on one database", () => {
  it.live("give a use on one to the bot on the other, whose answer over either is seen on both", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const bot = yield* loggedIn(there)
      const made = yield* rest(there, "POST", `/applications/${APP}/commands`, { name: "ping", description: "Pings" })
      assert.strictEqual(made.status, 201)
      const used = yield* Effect.forkChild(here.use(ALICE, GENERAL, { text: "/ping" }))
      const { id, token } = yield* event<{ id: string; token: string }>(bot, "INTERACTION_CREATE")
      const answer = { type: 4, data: { content: "pong" } }
      assert.strictEqual((yield* rest(there, "POST", `/interactions/${id}/${token}/callback`, answer)).status, 204)
      const { body } = yield* Fiber.join(used)
      assert.deepInclude(body, { state: "responded" })
      assert.strictEqual(body.message.content, "pong")
      for (const node of [here, there]) {
        const seen = yield* node.control(`/users/${ALICE}/channels/${GENERAL}/messages`)
        assert.deepStrictEqual(
          seen.body.messages.map(({ content }) => content),
          ["pong"]
        )
      }
      yield* event(bot, "MESSAGE_CREATE")
    })
  )

  it.live("show what people say on both in its order", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const said = Array.from({ length: 8 }, (_, i) => `number ${i}`)
      for (const [at, content] of said.entries())
        yield* (at % 2 === 0 ? there : here).control(`/users/${ALICE}/channels/${GENERAL}/messages`, {
          json: { content }
        })
      for (const node of [here, there]) {
        const seen = yield* node.control(`/users/${ALICE}/channels/${GENERAL}/messages`)
        assert.deepStrictEqual(
          seen.body.messages.map(({ content }) => content),
          said
        )
      }
    })
  )

  it.live("follow one clock, on which each deadline comes once", () =>
    Effect.gen(function* () {
      const [here, there] = yield* nodes()
      const lobby = { idle_timeout_seconds: 60, members: [{ id: ALICE }] }
      const made = [yield* rest(here, "POST", "/lobbies", lobby), yield* rest(there, "POST", "/lobbies", lobby)]
      const before = yield* timeOf(here)
      for (const [at, node] of [there, here].entries()) {
        assert.strictEqual((yield* node.control("/clock", { json: { advance_ms: 40_000 } })).status, 200)
        for (const each of [here, there]) {
          const isThere = Effect.map(timeOf(each), (now) => now === before + 40_000 * (at + 1))
          assert.isTrue(yield* Effect.repeat(isThere, { until: (is) => is, schedule: EVERY }))
        }
      }
      assert.strictEqual((yield* rest(here, "GET", `/lobbies/${made[1]?.body.id}`)).status, 404)
      assert.strictEqual((yield* rest(here, "POST", "/lobbies", lobby)).status, 201)
      yield* there.control("/clock", { json: { advance_ms: 80_000 } })
      const ended = yield* eventsOf(here.url, "lobby.deleted", 3)
      assert.strictEqual(new Set(ended.map((data) => JSON.stringify(data))).size, 3)
    })
  )

  it.live.each([
    ["refuses connections", "cut", "restore"],
    ["does not answer", "silence", "speak"]
  ] as const)("answer 503 soon while the database %s, and as before when it is back", ([, away, backAgain]) =>
    Effect.gen(function* () {
      const { hostname, port } = new URL(inject("postgresUrl"))
      const relay = yield* Effect.acquireRelease(
        Effect.promise(() => startRelay(Number(port), hostname)),
        ({ cut }) => Effect.promise(cut)
      )
      const [here] = yield* nodes({ relay: relay.port })
      const ask = Effect.promise(async () => {
        const began = performance.now()
        const answer = await fetch(`${here.url}/api/v10/applications/${APP}/commands`, {
          headers: { authorization: `Bot ${BOT_TOKEN}` }
        })
        await answer.arrayBuffer()
        return { status: answer.status, after: answer.headers.get("retry-after"), ms: performance.now() - began }
      })
      assert.deepInclude(yield* ask, { status: 200, after: null })
      yield* Effect.promise(async () => relay[away]())
      const { ms, ...while_away } = yield* ask
      assert.deepStrictEqual(while_away, { status: 503, after: "1" })
      assert.isBelow(ms, 5_000)
      const health = yield* here.control("/health")
      assert.deepStrictEqual([health.status, JSON.parse(health.text).status], [503, "storage away"])
      const awayIn = Effect.map(here.control("/metrics"), ({ text }) => /^backlot_storage_away (\d)$/m.exec(text)?.[1])
      assert.strictEqual(yield* awayIn, "1")
      yield* Effect.promise(async () => relay[backAgain]())
      const back = Effect.map(ask, ({ status }) => status)
      assert.strictEqual(yield* Effect.repeat(back, { until: (status) => status === 200, schedule: EVERY }), 200)
      assert.strictEqual((yield* here.control("/health")).status, 200)
      assert.strictEqual(yield* awayIn, "0")
      // Answered when every server that lives has it.
      const { status } = yield* here.control("/clock", { json: { advance_ms: 1_000 } })
      assert.strictEqual(status, 200)
    })
  )

  it.live("send each webhook event once", () =>
    Effect.gen(function* () {
      const hook = yield* RecordingEndpoint.start(() => Effect.succeed({ status: 204 }))
      const [here, there] = yield* nodes({ settings: hooked(hook.url) })
      const { body } = yield* rest(here, "POST", "/lobbies", { members: [{ id: ALICE }] })
      for (const [at, node] of [here, there, here, there].entries()) {
        const sent = yield* rest(node, "POST", `/lobbies/${body.id}/messages`, { content: `number ${at}` })
        assert.strictEqual(sent.status, 201)
      }
      const came = () => hook.received.flatMap(({ body: text }) => /number \d/.exec(text) ?? [])
      yield* Effect.repeat(Effect.sync(came), { until: (all) => all.length >= 4, schedule: EVERY })
      // A second one would come as soon as the first.
      yield* Effect.sleep("500 millis")
      assert.deepStrictEqual(came(), ["number 0", "number 1", "number 2", "number 3"])
    })
  )

  it.live("send an event again that was not acknowledged, whichever has claimed its time", () =>
    Effect.gen(function* () {
      const hook = yield* RecordingEndpoint.start(() => Effect.succeed({ status: 500 }))
      const [here, there] = yield* nodes({ settings: hooked(hook.url) })
      const { body } = yield* rest(here, "POST", "/lobbies", { members: [{ id: ALICE }] })
      assert.strictEqual((yield* rest(here, "POST", `/lobbies/${body.id}/messages`, { content: "again" })).status, 201)
      const tries = Effect.sync(() => hook.received.length)
      for (const [at, node] of [here, there, here, there].entries()) {
        assert.strictEqual(yield* Effect.repeat(tries, { until: (count) => count > at, schedule: EVERY }), at + 1)
        // The try is stored before its next time is set.
        yield* eventsOf(here.url, "webhook_event.failed", at + 1)
        yield* node.control("/clock", { json: { advance_ms: 120_000 } })
      }
    })
  )
})
