import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call } from "../fixture/Client.ts"
import { APP, at, LIVE, running, SECRETS } from "../fixture/Running.ts"
import { comeBack, connect, IDENTIFY, login } from "./Bot.ts"
import { given, HARBOUR, INTENTS } from "./World.ts"

const plan = Effect.fnUntraced(function* (fault: object) {
  const { status, text } = yield* call(yield* at("/control/v1/faults"), { json: fault })
  assert.strictEqual(status, 201, text)
})

const rename = Effect.fnUntraced(function* (name: string) {
  const url = yield* at(`/control/v1/guilds/${HARBOUR}`)
  assert.strictEqual((yield* call(url, { method: "PATCH", json: { name } })).status, 200)
})

/** Logs in; the last `s` is 3. */
const settled = Effect.gen(function* () {
  const logged = yield* login({ intents: INTENTS.GUILDS })
  yield* logged.bot.take(2)
  return logged
})

const on = (event: string) => ({ match: { surface: "gateway", application: APP, event }, times: 1 })

layer(running({ world: given }), LIVE)("a planned fault", (it) => {
  it.effect("a dropped dispatch is not sent, not counted and not replayed", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* settled
      yield* plan({ ...on("GUILD_UPDATE"), drop: true })
      yield* rename("one")
      yield* rename("two")
      assert.deepInclude(yield* bot.next, { t: "GUILD_UPDATE", s: 4 })
      bot.socket.terminate()
      yield* bot.closed
      const again = yield* comeBack(id, 3)
      const frames = yield* again.take(2)
      assert.deepStrictEqual(
        frames.map(({ t, s }) => [t, s]),
        [
          ["GUILD_UPDATE", 4],
          ["RESUMED", 5]
        ]
      )
    })
  )

  it.effect("a heartbeat that is dropped has no answer", () =>
    Effect.gen(function* () {
      const { bot } = yield* settled
      yield* plan({ ...on("HEARTBEAT"), drop: true })
      bot.send(1, 3)
      bot.send(1, 3)
      bot.send(8, { guild_id: HARBOUR, user_ids: [APP] })
      const frames = yield* bot.take(2)
      assert.deepStrictEqual(
        frames.map(({ op }) => op),
        [11, 0]
      )
    })
  )

  it.effect.each([
    [{ disconnect: { code: 4000 } }, 4000],
    [{ disconnect: { code: 4004 } }, 4004],
    [{ disconnect: {} }, 1006]
  ] as const)("%j at a dispatch ends the connection, and the resumed session has it", ([act, code]) =>
    Effect.gen(function* () {
      const { bot, id } = yield* settled
      yield* plan({ ...on("GUILD_UPDATE"), ...act })
      yield* rename(`cut with ${code}`)
      assert.strictEqual((yield* bot.closed).code, code)
      const again = yield* comeBack(id, 3)
      assert.deepInclude(yield* again.next, { t: "GUILD_UPDATE", s: 4 })
    })
  )

  it.effect("an identify may be answered with an invalid session", () =>
    Effect.gen(function* () {
      const bot = yield* connect()
      yield* bot.next
      yield* plan({ ...on("IDENTIFY"), invalid_session: { resumable: false } })
      bot.send(2, IDENTIFY)
      assert.deepInclude(yield* bot.next, { op: 9, d: false })
      bot.send(2, IDENTIFY)
      assert.strictEqual((yield* bot.next).t, "READY")
    })
  )

  it.effect("a resume may be answered with an invalid session", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* settled
      bot.socket.terminate()
      yield* bot.closed
      yield* plan({ ...on("RESUME"), invalid_session: { resumable: true } })
      const again = yield* comeBack(id, 3)
      assert.deepInclude(yield* again.next, { op: 9, d: true })
      again.send(6, { token: SECRETS.bot, session_id: id, seq: 3 })
      assert.strictEqual((yield* again.next).t, "RESUMED")
    })
  )

  it.effect("without an event is done at once to the sessions of its application alone", () =>
    Effect.gen(function* () {
      const { bot } = yield* settled
      const other = yield* login({ token: SECRETS.otherBot })
      yield* plan({ match: { surface: "gateway", application: APP }, reconnect: true })
      assert.deepInclude(yield* bot.next, { op: 7, d: null })
      yield* plan({ match: { surface: "gateway", application: APP }, invalid_session: { resumable: true } })
      assert.deepInclude(yield* bot.next, { op: 9, d: true })
      other.bot.send(1, null)
      assert.strictEqual((yield* other.bot.next).op, 11)
    })
  )
})

describe("a planned delay", () => {
  it.effect("holds back this dispatch and all that follow", () =>
    Effect.gen(function* () {
      const { bot } = yield* settled
      yield* plan({ ...on("GUILD_UPDATE"), delay_ms: 1_000 })
      yield* rename("four")
      bot.send(1, 3)
      const ping = Effect.callback<void>((resume) => {
        bot.socket.once("pong", () => resume(Effect.void))
        bot.socket.ping()
      })
      yield* ping
      yield* TestClock.adjust(1_000)
      const frames = yield* bot.take(2)
      assert.deepStrictEqual(
        frames.map(({ op }) => op),
        [0, 11]
      )
    }).pipe(Effect.scoped, Effect.provide(running({ world: given })))
  )
})
