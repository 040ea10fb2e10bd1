import { EventLog } from "@backlot/usecases/event/EventLog"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { logSessions } from "../../src/gateway/SessionEvents.ts"
import { ask, call } from "../fixture/Client.ts"
import { at, LIVE, running, SECRETS } from "../fixture/Running.ts"
import { comeBack, connect, IDENTIFY, login } from "./Bot.ts"
import { ALICE, APP, playing, refusalOf, signIn, TOKENS } from "./Clients.ts"
import { pass, services, simulated, steady } from "./SimulatedGateway.ts"
import { INTENTS } from "./World.ts"

interface Told {
  readonly type: string
  readonly data: { readonly session_id?: string } & Readonly<Record<string, unknown>>
}

/** The events of gateway sessions so far; waits for enough of them. */
const told = Effect.fnUntraced(function* (isEnough: (all: ReadonlyArray<Told>) => boolean) {
  const url = yield* at("/control/v1/events")
  return yield* Effect.promise(async (signal) => {
    const stream = await fetch(url, { headers: { "last-event-id": "0" }, signal })
    const decoder = new TextDecoder()
    let text = ""
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const lines = text.matchAll(/^event: gateway_session\..*\ndata: (.*)\n\n/gm)
      // The server writes JSON.
      const all = [...lines].map(([, data = ""]) => JSON.parse(data) as Told)
      if (isEnough(all)) return all
    }
    throw new Error(`the stream ended: ${text}`)
  })
})

/** The first `count` events of one session. */
const toldOf = Effect.fnUntraced(function* (id: string, count: number) {
  const of = (all: ReadonlyArray<Told>) => all.filter(({ data }) => data.session_id === id)
  return of(yield* told((all) => of(all).length >= count)).map(({ type, data }) => ({ type, data }))
})

/** The events of a bot session, without the common fields. */
const turnsOf = (id: string, count: number) =>
  Effect.map(toldOf(id, count), (all) =>
    all.map(({ type, data: { application_id, session_id: _, shard, user_id, ...data } }) => {
      assert.deepStrictEqual([application_id, shard, user_id], [APP, [0, 1], undefined])
      return [type.replace("gateway_session.", ""), data]
    })
  )

/** What the bot asked for in its login. */
const ASKED = { intents: IDENTIFY.intents, gets_content: false }

const began = (resumed: boolean) => ["began", { ...ASKED, resumed }]

layer(running({ world: playing }), LIVE)("the log of events tells", (it) => {
  it.effect("of a bot's session, with its shard, and how it ended", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* login({ shard: [1, 2] })
      yield* bot.close(1000)
      const who = { application_id: APP, session_id: id, shard: [1, 2] }
      assert.deepStrictEqual(yield* toldOf(id, 2), [
        { type: "gateway_session.began", data: { ...who, ...ASKED, resumed: false } },
        { type: "gateway_session.ended", data: { ...who, code: 1000, resumable: false } }
      ])
    })
  )

  it.effect("of a client session, with its user", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* signIn(TOKENS.alice)
      yield* bot.close(1000)
      const [first] = yield* toldOf(id, 2)
      assert.deepStrictEqual(first?.data, { application_id: APP, session_id: id, user_id: ALICE, resumed: false })
    })
  )

  it.effect("of a session that goes on after its connection broke", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* login()
      bot.socket.terminate()
      yield* bot.closed
      const again = yield* comeBack(id, 1)
      yield* again.next
      // Before the server notices that the other connection is gone.
      const third = yield* comeBack(id, 2)
      yield* third.next
      yield* third.close(1001)
      assert.deepStrictEqual(yield* turnsOf(id, 6), [
        began(false),
        ["ended", { code: 1006, resumable: true }],
        began(true),
        ["ended", { code: 4000, resumable: true, because: "The session was resumed by another connection." }],
        began(true),
        ["ended", { code: 1001, resumable: false }]
      ])
    })
  )

  it.effect.each([true, false])(
    "of one that was told to be invalid, resumable: %s, whose connection lasts",
    (resumable) =>
      Effect.gen(function* () {
        const { bot, id } = yield* login()
        const fault = { match: { surface: "gateway", application: APP }, invalid_session: { resumable } }
        yield* ask(yield* at("/control/v1/faults"), { method: "POST", json: fault })
        assert.deepStrictEqual(yield* turnsOf(id, 2), [began(false), ["ended", { code: null, resumable }]])
        yield* bot.close()
      })
  )

  it.effect("of those that the service ends, with its reason", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* login()
      const patch = (token: string) =>
        Effect.flatMap(at(`/control/v1/applications/${APP}`), (url) =>
          call(url, { method: "PATCH", json: { bot: { token } } })
        )
      assert.strictEqual((yield* patch("another-token")).status, 200)
      yield* bot.closed
      yield* patch(SECRETS.bot)
      const because = "The bot's token is no longer valid."
      assert.deepStrictEqual(yield* turnsOf(id, 2), [
        began(false),
        ["ended", { code: 4004, resumable: false, because }]
      ])
    })
  )

  it.effect("of logins that are refused, with the reason, and nothing of connections that do not log in", () =>
    Effect.gen(function* () {
      const last = Effect.gen(function* () {
        const { bot, id } = yield* login()
        yield* bot.close()
        return (yield* told((all) => all.filter(({ data }) => data.session_id === id).length === 2)).length
      })
      const before = yield* last
      assert.strictEqual(yield* refusalOf("no-token", {}), 4004)
      assert.strictEqual(yield* refusalOf(SECRETS.bot, { intents: INTENTS.GUILD_MEMBERS }), 4014)
      yield* Effect.flatMap(connect(), (silent) => silent.close())
      assert.strictEqual(yield* last, before + 4)
      const refusals = (all: ReadonlyArray<Told>) => all.filter(({ type }) => type === "gateway_session.refused")
      const refused = refusals(yield* told((all) => refusals(all).length >= 2))
      const missing = "GUILD_MEMBERS needs the application flag GATEWAY_GUILD_MEMBERS or GATEWAY_GUILD_MEMBERS_LIMITED."
      assert.deepStrictEqual(
        refused.map(({ data }) => data),
        [
          {
            application_id: null,
            code: 4004,
            because: "It is the token of no bot here, and of no user with the scope gateway.connect."
          },
          { application_id: APP, code: 4014, because: missing }
        ]
      )
    })
  )

  it.effect("no secrets", () =>
    Effect.gen(function* () {
      const { bot, id } = yield* login()
      yield* bot.close()
      const text = JSON.stringify(yield* toldOf(id, 2))
      for (const secret of Object.values(SECRETS)) assert.notInclude(text, secret)
    })
  )
})

describe("sessions of which the log was not told yet", () => {
  it.effect("are told of as the server stops", () =>
    Effect.gen(function* () {
      const { registry, connect, identify } = yield* simulated
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Effect.forkScoped(yield* logSessions(registry))
          const line = connect()
          yield* identify(line)
          yield* pass(100)
          // During the pause after the last commit.
          line.connection.closed(1012)
        })
      )
      const log = yield* EventLog
      assert.deepStrictEqual(
        (yield* log.since(0, 10)).map(({ type }) => type),
        ["gateway_session.began", "gateway_session.ended"]
      )
    }).pipe(Effect.scoped, Effect.provide(services(steady())))
  )
})

describe("sessions of which the log could not be told", () => {
  it.effect("are told of once the store works again", () => {
    let isBroken = false
    return Effect.gen(function* () {
      const { registry, connect, identify } = yield* simulated
      yield* Effect.forkScoped(yield* logSessions(registry))
      const line = connect()
      yield* identify(line)
      isBroken = true
      yield* pass(100)
      line.connection.closed(1000)
      yield* TestClock.adjust("10 seconds")
      isBroken = false
      yield* TestClock.adjust("10 seconds")
      yield* pass(100)
      const log = yield* EventLog
      assert.deepStrictEqual(
        (yield* log.since(0, 10)).map(({ type }) => type),
        ["gateway_session.began", "gateway_session.ended"]
      )
    }).pipe(Effect.scoped, Effect.provide(services({ ...steady(), fails: () => isBroken })))
  })
})
