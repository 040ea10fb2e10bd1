import * as EmbeddedServer from "@backlot/testkit/EmbeddedServer"
import { type GatewayClient, open } from "@backlot/testkit/GatewayClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { APP, BOT_TOKEN, GUILD, harbour, STRANGER } from "../Harbour.ts"
import { handsOn } from "../Stage.ts"
import { eventsOf, planning } from "./Planning.ts"

const GUILDS = 1

/** Starts a server and logs bots in until they have READY and their guild. */
const hosting = Effect.gen(function* () {
  // Bots may identify one right after the other.
  const server = yield* EmbeddedServer.start({ world: harbour(null), limits: "observe" })
  const hands = handsOn(server.addresses.url)
  const connect = Effect.acquireRelease(
    Effect.promise(() => open(server.addresses.gateway_url)),
    (client) => Effect.sync(client.cut)
  )
  const bot = Effect.gen(function* () {
    const client = yield* connect
    client.identify({ token: BOT_TOKEN, intents: GUILDS })
    const { session_id } = yield* Effect.promise(() => client.event<{ session_id: string }>("READY"))
    yield* Effect.promise(() => client.event("GUILD_CREATE"))
    return { client, session_id }
  })
  const role = (name: string) =>
    hands.control(`/guilds/${GUILD}/roles/200000000000000077`, { method: "PUT", json: { name } })
  return { ...hands, ...planning(hands), url: server.addresses.url, connect, bot, role }
})

const closed = (client: GatewayClient) => Effect.promise(() => client.closed)
const frame = (client: GatewayClient, op: number) => Effect.promise(() => client.next((one) => one.op === op))

describe("a planned fault of the gateway, at once", () => {
  it.live("closes the sessions of its application with its code, and says how many", () =>
    Effect.gen(function* () {
      const { plan, bot } = yield* hosting
      const { client } = yield* bot
      assert.deepInclude(yield* plan({ match: { application: STRANGER }, disconnect: { code: 4000 } }), { hits: 0 })
      assert.deepInclude(yield* plan({ match: { application: APP }, disconnect: { code: 4000 } }), {
        hits: 1,
        remaining: 0
      })
      assert.strictEqual((yield* closed(client)).code, 4000)
    })
  )

  it.live("closes one session and no other, and later hits only it", () =>
    Effect.gen(function* () {
      const { plan, bot, role } = yield* hosting
      const [one, other] = [yield* bot, yield* bot]
      const { session_id: session } = one
      assert.deepInclude(yield* plan({ match: { session }, disconnect: { code: 4000 } }), { hits: 1, remaining: 0 })
      assert.strictEqual((yield* closed(one.client)).code, 4000)
      yield* plan({ match: { session, event: "GUILD_ROLE_CREATE" }, disconnect: true })
      yield* role("kept")
      yield* Effect.promise(() => other.client.event("GUILD_ROLE_CREATE"))
      yield* plan({ match: { session: other.session_id, event: "GUILD_ROLE_UPDATE" }, disconnect: true })
      yield* role("changed")
      assert.strictEqual((yield* closed(other.client)).code, 1006)
    })
  )

  it.live("cuts the connection without a code", () =>
    Effect.gen(function* () {
      const { plan, bot } = yield* hosting
      const { client } = yield* bot
      yield* plan({ match: { application: APP }, disconnect: true })
      assert.strictEqual((yield* closed(client)).code, 1006)
    })
  )

  it.live("lets a session that was cut resume, with what it missed", () =>
    Effect.gen(function* () {
      const { plan, bot, connect, role } = yield* hosting
      const { client, session_id } = yield* bot
      yield* plan({ match: { surface: "gateway" }, disconnect: true })
      yield* closed(client)
      yield* role("missed")
      const again = yield* connect
      again.resume({ token: BOT_TOKEN, session_id, seq: client.seq() })
      const { role: missed } = yield* Effect.promise(() => again.event<{ role: { name: string } }>("GUILD_ROLE_CREATE"))
      assert.strictEqual(missed.name, "missed")
      yield* Effect.promise(() => again.event("RESUMED"))
    })
  )

  it.live.each([
    [true, false],
    [{ resumable: true }, true]
  ] as const)("says the session is invalid: %j", ([invalid_session, resumable]) =>
    Effect.gen(function* () {
      const { plan, bot } = yield* hosting
      const { client } = yield* bot
      yield* plan({ match: { application: APP }, invalid_session })
      assert.strictEqual((yield* frame(client, 9)).d, resumable)
    })
  )

  it.live("asks to reconnect", () =>
    Effect.gen(function* () {
      const { plan, bot } = yield* hosting
      const { client } = yield* bot
      assert.deepInclude(yield* plan({ match: { application: APP }, reconnect: true }), { hits: 1 })
      assert.strictEqual((yield* frame(client, 7)).d, null)
    })
  )
})

describe("a planned fault of the gateway, by event", () => {
  it.live("drops a dispatch, which the session does not count", () =>
    Effect.gen(function* () {
      const { plan, bot, role, url } = yield* hosting
      const { client } = yield* bot
      const before = client.seq() ?? 0
      const { id: fault_id } = yield* plan({
        match: { application: APP, event: "GUILD_ROLE_CREATE" },
        drop: true,
        times: 1
      })
      yield* role("first")
      yield* role("second")
      yield* Effect.promise(() => client.event("GUILD_ROLE_UPDATE"))
      assert.strictEqual(client.seq(), before + 1)
      assert.notInclude(
        client.frames.map(({ t }) => t),
        "GUILD_ROLE_CREATE"
      )
      assert.deepStrictEqual(yield* eventsOf(url, "fault.applied", 1), [
        { fault_id, surface: "gateway", application_id: APP, event: "GUILD_ROLE_CREATE", action: { drop: true } }
      ])
    })
  )

  it.live("leaves heartbeats unanswered, as often as planned", () =>
    Effect.gen(function* () {
      const { plan, bot, faults } = yield* hosting
      const { client } = yield* bot
      yield* plan({ heartbeats: "unanswered", times: 2 })
      client.beat()
      client.beat()
      client.beat()
      yield* frame(client, 11)
      assert.deepInclude((yield* faults)[0], { hits: 2, remaining: 0 })
      assert.strictEqual(client.frames.filter(({ op }) => op === 11).length, 1)
    })
  )

  it.live("refuses to resume", () =>
    Effect.gen(function* () {
      const { plan, bot, connect } = yield* hosting
      const { client, session_id } = yield* bot
      client.cut()
      yield* plan({ match: { event: "RESUME" }, invalid_session: true, times: 1 })
      const again = yield* connect
      again.resume({ token: BOT_TOKEN, session_id, seq: client.seq() })
      assert.strictEqual((yield* frame(again, 9)).d, false)
    })
  )

  it.live("closes who identifies, and not the next one", () =>
    Effect.gen(function* () {
      const { plan, bot, connect } = yield* hosting
      yield* plan({ match: { application: APP, event: "IDENTIFY" }, disconnect: { code: 4008 }, times: 1 })
      const client = yield* connect
      client.identify({ token: BOT_TOKEN, intents: GUILDS })
      assert.strictEqual((yield* closed(client)).code, 4008)
      yield* bot
    })
  )
})
