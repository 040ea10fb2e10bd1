import { gateway } from "@backlot/domain/base/Limits"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ask, call } from "../fixture/Client.ts"
import { at, LIVE, running, SECRETS } from "../fixture/Running.ts"
import { type Bot, comeBack, connect, login } from "./Bot.ts"
import { given, HARBOUR, INTENTS } from "./World.ts"

/** Makes an event for sessions with the GUILDS intent. */
const rename = Effect.fnUntraced(function* (name: string) {
  const url = yield* at(`/control/v1/guilds/${HARBOUR}`)
  assert.strictEqual((yield* call(url, { method: "PATCH", json: { name } })).status, 200)
})

const guilds = { intents: INTENTS.GUILDS }

/** Logs in and takes READY and one GUILD_CREATE per guild: the last `s` is 3. */
const settled = Effect.gen(function* () {
  const logged = yield* login(guilds)
  yield* logged.bot.take(2)
  return logged
})

const cut = (bot: Bot) =>
  Effect.andThen(
    Effect.sync(() => bot.socket.terminate()),
    bot.closed
  )

layer(running({ world: given }), LIVE)("a session", (it) => {
  it.effect("replays missed dispatches in order with their original s, then RESUMED with its own", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* settled
      yield* rename("one")
      const first = yield* bot.next
      yield* cut(bot)
      yield* rename("two")
      yield* rename("three")
      const again = yield* comeBack(id, 3)
      const frames = yield* again.take(4)
      assert.deepStrictEqual(frames[0], first)
      assert.deepStrictEqual(
        frames.map(({ op, t, s }) => [op, t, s]),
        [
          [0, "GUILD_UPDATE", 4],
          [0, "GUILD_UPDATE", 5],
          [0, "GUILD_UPDATE", 6],
          [0, "RESUMED", 7]
        ]
      )
      assert.deepStrictEqual(frames[3]?.d, { _trace: [] })
      yield* rename("four")
      assert.strictEqual((yield* again.next).s, 8)
    })
  )

  it.effect.each([1000, 1001])("that its client closed with %s is forgotten", (code) =>
    Effect.gen(function* () {
      const { bot, id } = yield* settled
      yield* bot.close(code)
      const again = yield* comeBack(id, 3)
      assert.deepInclude(yield* again.next, { op: 9, d: false })
    })
  )

  it.effect.each([4000, 4200])("that its client closed with %s is kept", (code) =>
    Effect.gen(function* () {
      const { bot, id } = yield* settled
      yield* bot.close(code)
      const again = yield* comeBack(id, 3)
      assert.deepInclude(yield* again.next, { t: "RESUMED", s: 4 })
    })
  )

  it.effect("that is unknown is invalid, and the connection stays open for an identify", () =>
    Effect.gen(function* () {
      const bot = yield* comeBack("0".repeat(32), 1)
      assert.deepStrictEqual(yield* bot.next, { t: null, s: null, op: 9, d: false })
      bot.send(2, { token: SECRETS.bot, intents: 0, properties: {} })
      assert.strictEqual((yield* bot.next).t, "READY")
    })
  )

  it.effect("of another application is invalid", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* settled
      const thief = yield* comeBack(id, 3, SECRETS.otherBot)
      assert.deepInclude(yield* thief.next, { op: 9, d: false })
      bot.send(1, 3)
      assert.strictEqual((yield* bot.next).op, 11)
    })
  )

  it.effect("is closed with 4007 for a seq above the last sent", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* settled
      yield* cut(bot)
      const again = yield* comeBack(id, 4)
      assert.strictEqual((yield* again.closed).code, 4007)
    })
  )

  it.effect("that still has a connection is taken over, and the old connection closed", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* settled
      const again = yield* comeBack(id, 3)
      assert.strictEqual((yield* again.next).t, "RESUMED")
      assert.strictEqual((yield* bot.closed).code, 4000)
      yield* rename("five")
      assert.deepInclude(yield* again.next, { t: "GUILD_UPDATE", s: 5 })
    })
  )

  it.effect("may be resumed by a client that was told that it is of another application before", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* settled
      yield* cut(bot)
      const again = yield* comeBack(id, 3, SECRETS.otherBot)
      assert.strictEqual((yield* again.next).op, 9)
      again.send(6, { token: SECRETS.bot, session_id: id, seq: 3 })
      assert.strictEqual((yield* again.next).t, "RESUMED")
    })
  )
})

describe("a session on real time", () => {
  it.effect("without a heartbeat is closed with 4009, and may be resumed", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* settled
      yield* TestClock.adjust(gateway.heartbeatMs)
      bot.send(1, 3)
      assert.strictEqual((yield* bot.next).op, 11)
      yield* TestClock.adjust(gateway.heartbeatMs + gateway.heartbeatGraceMs)
      bot.send(1, 3)
      assert.strictEqual((yield* bot.next).op, 11)
      yield* TestClock.adjust(gateway.heartbeatMs + gateway.heartbeatGraceMs + 2 * gateway.sweepMs)
      assert.strictEqual((yield* bot.closed).code, 4009)
      const again = yield* comeBack(id, 3)
      assert.strictEqual((yield* again.next).t, "RESUMED")
    }).pipe(Effect.scoped, Effect.provide(running({ world: given })))
  )

  it.effect("that never begins is closed with 4009", () =>
    Effect.gen(function* () {
      const bot = yield* connect()
      yield* bot.next
      yield* TestClock.adjust(gateway.identifyMs + 2 * gateway.sweepMs)
      assert.strictEqual((yield* bot.closed).code, 4009)
    }).pipe(Effect.scoped, Effect.provide(running({ world: given })))
  )

  it.effect("is gone some minutes after its client went", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* settled
      yield* cut(bot)
      yield* TestClock.adjust(gateway.resumeMs + 2 * gateway.sweepMs)
      const again = yield* comeBack(id, 3)
      assert.deepInclude(yield* again.next, { op: 9, d: false })
    }).pipe(Effect.scoped, Effect.provide(running({ world: given })))
  )

  it.effect("does not end when the service clock is advanced", () =>
    Effect.gen(function* () {
      const { bot } = yield* settled
      yield* ask(yield* at("/control/v1/clock"), { json: { advance_ms: 86_400_000 } })
      yield* TestClock.adjust(2 * gateway.sweepMs)
      bot.send(1, 3)
      assert.strictEqual((yield* bot.next).op, 11)
    }).pipe(Effect.scoped, Effect.provide(running({ world: given })))
  )
})
