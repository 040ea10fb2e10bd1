import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer } from "effect"
import { ask } from "../fixture/Client.ts"
import { ALICE, at, GENERAL, running, world } from "../fixture/Running.ts"
import { seen } from "../fixture/SeenTime.ts"

const NOW = Date.UTC(2026, 0, 1)
const dated = { ...world, now: "2026-01-01T00:00:00Z" }
const server = Layer.fresh(running({ clock: "frozen", world: dated }))

const changed = (change: object) => Effect.flatMap(at("/control/v1/clock"), (url) => ask(url, { json: change }))

interface Told {
  readonly state: string
  readonly mode: string
  readonly now: string
  readonly timers: string
}

/** A program with timers at these times, idle so long after a change. It notes when it learned of which time. */
const program = Effect.fnUntraced(function* (timers: ReadonlyArray<number>, busy?: string, pace = { ms: 0 }) {
  const url = yield* at("/control/v1/clock/follow?process=bot&application_id=100000000000000001")
  const told: Array<number> = []
  const poll = (seen: string | undefined, now: number) => {
    const next = timers.find((due) => due > now)
    const query = { seen, busy: seen === undefined ? undefined : busy, next_ms: next?.toString() }
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : `&${name}=${value}`))
    return Effect.map(ask(`${url}${given.join("")}`), ({ body }) => Object(body) as Told)
  }
  const first = yield* poll(undefined, 0)
  const follow = (last: Told): Effect.Effect<never> =>
    Effect.flatMap(Effect.orDie(poll(last.state, Date.parse(last.now))), (next) => {
      told.push(Date.parse(next.now) - NOW)
      return Effect.delay(follow(next), pace.ms)
    })
  const fiber = yield* Effect.forkChild(follow(first))
  yield* Effect.repeat(clockNow, { until: ({ followers }) => followers === 1 })
  return { told, first, leave: Fiber.interrupt(fiber) }
})

const clockNow = Effect.map(
  Effect.flatMap(at("/control/v1/clock"), (url) => ask(url)),
  ({ body }) => Object(body)
)

describe("a program that follows the clock", () => {
  it.live("is told the time of each of its timers before that of the change, which waits for it", () =>
    Effect.gen(function* () {
      const { told, first } = yield* program([NOW + 60_000, NOW + 90_000, NOW + 86_400_000])
      assert.deepInclude(first, { now: "2026-01-01T00:00:00.000Z", mode: "frozen", timers: "run" })
      const { body } = yield* changed({ advance_ms: 3_600_000 })
      assert.deepStrictEqual(body, { now: "2026-01-01T01:00:00.000Z", mode: "frozen", followers: 1 })
      assert.deepStrictEqual(told, [0, 60_000, 90_000, 3_600_000])
    }).pipe(Effect.provide(server))
  )

  it.live("goes through so many timers of one change, and then to its end", () =>
    Effect.gen(function* () {
      const { told } = yield* program(Array.from({ length: 1_000 }, (_, second) => NOW + second * 1_000))
      yield* changed({ advance_ms: 900_000 })
      assert.strictEqual(told.length, 202)
      assert.strictEqual(told.at(-1), 900_000)
    }).pipe(Effect.provide(server))
  )

  it.live("lets its timers run again after a reset", () =>
    Effect.gen(function* () {
      const { told } = yield* program([])
      yield* changed({ advance_ms: 1_000 })
      assert.strictEqual((yield* ask(yield* at("/control/v1/reset"), { method: "POST" })).status, 204)
      assert.deepStrictEqual(told, [0, 1_000, 0])
    }).pipe(Effect.provide(server))
  )

  it.live("fails a change for which it is not idle, with its reason", () =>
    Effect.gen(function* () {
      yield* program([], "POST /webhooks is under way")
      assert.deepStrictEqual(yield* changed({ advance_ms: 1_000 }), {
        status: 409,
        body: { message: "An app that follows the clock is not idle: POST /webhooks is under way", code: 0 }
      })
    }).pipe(Effect.provide(server))
  )

  it.live("is idle before a user acts; users who act together wait for the same moment", () =>
    Effect.gen(function* () {
      const { told } = yield* program([])
      const say = Effect.flatMap(at(`/control/v1/users/${ALICE}/channels/${GENERAL}/messages`), (url) =>
        ask(url, { json: { content: "hello" } })
      )
      assert.strictEqual((yield* say).status, 200)
      assert.strictEqual(told.length, 0, "its timers still run")
      yield* changed({ advance_ms: 0 })
      const before = told.length
      yield* say
      assert.strictEqual(told.length, before + 1)
      const together = yield* Effect.all(
        Array.from({ length: 20 }, () => say),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(new Set(together.map(({ status }) => status)), new Set([200]))
      assert.isBelow(told.length, before + 6)
    }).pipe(Effect.provide(server))
  )

  const says = Effect.flatMap(at(`/control/v1/users/${ALICE}/channels/${GENERAL}/messages`), (url) =>
    ask(url, { json: { content: "hello" } })
  )

  it.live("is waited for by a user although it takes three seconds", () =>
    Effect.gen(function* () {
      const pace = { ms: 0 }
      yield* program([], undefined, pace)
      yield* changed({ advance_ms: 0 })
      pace.ms = 3_000
      const [took, { status }] = yield* Effect.timed(says)
      assert.strictEqual(status, 200)
      assert.isAtLeast(Duration.toMillis(took), 2_990)
    }).pipe(Effect.provide(server))
  )

  it.live("holds a user up for a second at most, when it said last that it is not idle", () =>
    Effect.gen(function* () {
      const pace = { ms: 0 }
      yield* program([], "it does something all the time", pace)
      yield* changed({ advance_ms: 0 })
      pace.ms = 3_000
      const [took, [seenMs, { status }]] = yield* Effect.timed(seen(says))
      assert.strictEqual(status, 200)
      assert.isAtLeast(Duration.toMillis(took), 990)
      assert.isBelow(seenMs, 2_500)
    }).pipe(Effect.provide(server))
  )

  it.live("is waited for no longer once it has gone", () =>
    Effect.gen(function* () {
      const { leave } = yield* program([])
      // From here on its next poll is open.
      yield* changed({ advance_ms: 1 })
      yield* leave
      yield* Effect.repeat(clockNow, { until: ({ followers }) => followers === undefined })
      assert.strictEqual((yield* changed({ advance_ms: 1_000 })).status, 200)
    }).pipe(Effect.provide(server))
  )

  it.live("is waited for no longer once it has gone while it did what was due", () =>
    Effect.gen(function* () {
      const url = yield* at("/control/v1/clock/follow?process=bot")
      const life = yield* Effect.forkChild(ask(`${url}&alive=true`))
      const { state } = Object((yield* ask(url)).body)
      const poll = yield* Effect.forkChild(ask(`${url}&seen=${state}`))
      const change = yield* Effect.forkChild(changed({ advance_ms: 1_000 }))
      yield* Fiber.join(poll)
      const [tookMs, { status }] = yield* seen(Effect.andThen(Fiber.interrupt(life), Fiber.join(change)))
      assert.strictEqual(status, 200)
      assert.isBelow(tookMs, 5_000)
    }).pipe(Effect.provide(server))
  )

  it.live("says what it calls itself", () =>
    Effect.gen(function* () {
      for (const query of [
        "",
        "?process=",
        `?process=${"x".repeat(301)}`,
        "?process=x&next_ms=soon",
        "?process=x&alive=no"
      ]) {
        assert.strictEqual((yield* ask(yield* at(`/control/v1/clock/follow${query}`))).status, 400, query)
      }
      const all = Array.from({ length: 65 }, (_, n) => Effect.flatMap(at(`/control/v1/clock/follow?process=${n}`), ask))
      const answers = yield* Effect.all(all)
      assert.deepStrictEqual(
        answers.map(({ status }) => status).filter((status) => status !== 200),
        [400]
      )
    }).pipe(Effect.provide(server))
  )
})
