import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { call } from "../fixture/Client.ts"
import { APP, at, LIVE, running, SECRETS, world } from "../fixture/Running.ts"
import { connect, fields, IDENTIFY, login } from "./Bot.ts"

const GUILD = "200000000000000001"
const [harbour] = world.guilds
const given = {
  ...world,
  guilds: [{ ...harbour, installs: [{ application_id: APP, scopes: ["bot", "applications.commands"] }] }]
}
const GUILDS = 1

layer(running({ world: given }), LIVE)("logging in", (it) => {
  it.effect("Server sends op 10 first", () =>
    Effect.gen(function* () {
      const { next } = yield* connect()
      assert.deepStrictEqual(yield* next, {
        t: null,
        s: null,
        op: 10,
        d: { heartbeat_interval: 41_250, _trace: [] }
      })
    })
  )

  it.effect("a heartbeat is answered with op 11 at once, before identify too", () =>
    Effect.gen(function* () {
      const bot = yield* connect()
      yield* bot.next
      bot.send(1, null)
      assert.deepStrictEqual(yield* bot.next, { t: null, s: null, op: 11, d: null })
    })
  )

  it.effect("READY has s 1 and all that libraries read, and each guild follows", () =>
    Effect.gen(function* () {
      const { bot, ready, id } = yield* login({ intents: GUILDS })
      assert.deepInclude(ready, { op: 0, t: "READY", s: 1 })
      assert.deepInclude(fields(ready), { v: 10, guilds: [{ id: GUILD, unavailable: true }], shard: [0, 1] })
      assert.strictEqual(fields(ready)["resume_gateway_url"], (yield* at("/gateway")).replace("http", "ws"))
      assert.match(id, /^[0-9a-f]{32}$/)
      const guild = yield* bot.next
      assert.deepInclude(guild, { op: 0, t: "GUILD_CREATE", s: 2 })
      assert.deepInclude(fields(guild), { id: GUILD, unavailable: false })
    })
  )

  it.effect("the token may have the prefix `Bot `", () =>
    Effect.gen(function* () {
      const { ready } = yield* login({ token: `Bot ${SECRETS.bot}` })
      assert.strictEqual(ready.t, "READY")
    })
  )

  it.effect("what changes is dispatched", () =>
    Effect.gen(function* () {
      const { bot } = yield* login({ intents: GUILDS })
      yield* bot.next
      const url = yield* at(`/control/v1/guilds/${GUILD}/channels/200000000000000099`)
      assert.strictEqual((yield* call(url, { method: "PUT", json: { name: "docks", type: 0 } })).status, 201)
      const frame = yield* bot.next
      assert.deepInclude(frame, { op: 0, t: "CHANNEL_CREATE", s: 3 })
    })
  )

  it.effect("the version that was asked for is the one of READY", () =>
    Effect.gen(function* () {
      const bot = yield* connect("v=9&encoding=json")
      yield* bot.next
      bot.send(2, IDENTIFY)
      assert.strictEqual(fields(yield* bot.next)["v"], 9)
    })
  )
})
