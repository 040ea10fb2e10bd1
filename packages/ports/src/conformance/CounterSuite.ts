/** The conformance suite of counters. Source: architecture.md "Storage", "Time, chance, limits". */
import { assert } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { CLOCKS_APART_MS, type Claim, Counters } from "../Counters.ts"
import { type Case, registerSuite, rule, type Selection } from "./suite/Suite.ts"

const AT_MS = 1_767_225_600_000
const WINDOW_MS = 1_000

const claim = (key: string, limit: number, cost = 1): Claim => ({ key, limit, windowMs: WINDOW_MS, cost })

const take = (nowMs: number, ...claims: ReadonlyArray<Claim>) =>
  Effect.flatMap(Counters, (counters) => counters.take(claims, nowMs))

const taken = (granted: boolean, ...readings: ReadonlyArray<readonly [count: number, resetMs: number]>) => ({
  granted,
  readings: readings.map(([count, resetMs]) => ({ count, resetMs }))
})

const counting: ReadonlyArray<Case<Counters>> = [
  rule("a window grants its limit and refuses the next unit, which is not counted", function* () {
    for (const count of [1, 2, 3]) {
      assert.deepStrictEqual(yield* take(AT_MS, claim("a", 3)), taken(true, [count, AT_MS + WINDOW_MS]))
    }
    for (const _ of [1, 2]) {
      assert.deepStrictEqual(yield* take(AT_MS, claim("a", 3)), taken(false, [3, AT_MS + WINDOW_MS]))
    }
  }),
  rule("a claim takes all its units or none", function* () {
    assert.deepStrictEqual(yield* take(AT_MS, claim("a", 10, 7)), taken(true, [7, AT_MS + WINDOW_MS]))
    assert.deepStrictEqual(yield* take(AT_MS, claim("a", 10, 4)), taken(false, [7, AT_MS + WINDOW_MS]))
    assert.deepStrictEqual(yield* take(AT_MS, claim("a", 10, 3)), taken(true, [10, AT_MS + WINDOW_MS]))
    assert.isFalse((yield* take(AT_MS, claim("b", 10, 11))).granted)
  }),
  rule("each claim is held to its own limit, whatever limit an earlier claim on the counter had", function* () {
    yield* take(AT_MS, claim("a", 10, 5))
    assert.isFalse((yield* take(AT_MS, claim("a", 5))).granted)
    assert.isTrue((yield* take(AT_MS, claim("a", 6))).granted)
  }),
  rule("an infinite limit counts and never refuses", function* () {
    const infinite = (cost: number) => claim("a", Number.POSITIVE_INFINITY, cost)
    assert.deepStrictEqual(yield* take(AT_MS, infinite(1_000_000)), taken(true, [1_000_000, AT_MS + WINDOW_MS]))
    assert.deepStrictEqual(yield* take(AT_MS, infinite(1)), taken(true, [1_000_001, AT_MS + WINDOW_MS]))
    assert.isTrue((yield* take(AT_MS, infinite(0))).granted)
    assert.isFalse((yield* take(AT_MS, claim("a", 50))).granted)
  }),
  rule("a cost of 0 only looks: it counts nothing and begins no window", function* () {
    assert.deepStrictEqual(yield* take(AT_MS, claim("a", 2, 0)), taken(true, [0, AT_MS + WINDOW_MS]))
    yield* take(AT_MS + 400, claim("a", 2, 1))
    assert.deepStrictEqual(yield* take(AT_MS + 500, claim("a", 2, 0)), taken(true, [1, AT_MS + 1_400]))
    yield* take(AT_MS + 500, claim("a", 2, 1))
    assert.deepStrictEqual(yield* take(AT_MS + 600, claim("a", 2, 0)), taken(false, [2, AT_MS + 1_400]))
    assert.deepStrictEqual(yield* take(AT_MS + 1_400, claim("a", 2, 0)), taken(true, [0, AT_MS + 2_400]))
  }),
  rule("counters of different keys do not meet, and every printable key is a key", function* () {
    for (const key of ["a", "a/b", "a/b/", " ", "%_\\'\"", "~".repeat(200)]) {
      assert.deepStrictEqual(yield* take(AT_MS, claim(key, 1)), taken(true, [1, AT_MS + WINDOW_MS]), key)
    }
  }),
  rule("a claim at once, where that is possible, is on the same counters", function* () {
    const { takeNow } = yield* Counters
    if (takeNow === undefined) return
    assert.deepStrictEqual(takeNow([claim("a", 2)], AT_MS), taken(true, [1, AT_MS + WINDOW_MS]))
    assert.deepStrictEqual(yield* take(AT_MS, claim("a", 2)), taken(true, [2, AT_MS + WINDOW_MS]))
    assert.deepStrictEqual(takeNow([claim("a", 2)], AT_MS), taken(false, [2, AT_MS + WINDOW_MS]))
  }),
  rule("counters whose window has not ended can be read", function* () {
    const { read } = yield* Counters
    yield* take(AT_MS, claim("a", 2))
    yield* take(AT_MS + 400, claim("a", 2), claim("b", 5, 3), claim("c", 1, 0))
    assert.sameDeepMembers(
      [...(yield* read(AT_MS + 500))],
      [
        { key: "a", count: 2, resetMs: AT_MS + WINDOW_MS },
        { key: "b", count: 3, resetMs: AT_MS + 400 + WINDOW_MS }
      ]
    )
    assert.deepStrictEqual(
      (yield* read(AT_MS + WINDOW_MS)).map(({ key }) => key),
      ["b"]
    )
  }),
  rule("no claims are granted", function* () {
    assert.deepStrictEqual(yield* take(AT_MS), taken(true))
  })
]

const together: ReadonlyArray<Case<Counters>> = [
  rule("all claims are granted together or none is, and the readings stand in the order of the claims", function* () {
    assert.deepStrictEqual(
      yield* take(AT_MS, claim("z", 5, 2), claim("a", 1)),
      taken(true, [2, AT_MS + WINDOW_MS], [1, AT_MS + WINDOW_MS])
    )
    assert.deepStrictEqual(
      yield* take(AT_MS + 1, claim("m", 5), claim("a", 1), claim("z", 5)),
      taken(false, [0, AT_MS + 1 + WINDOW_MS], [1, AT_MS + WINDOW_MS], [2, AT_MS + WINDOW_MS])
    )
    assert.deepStrictEqual(yield* take(AT_MS + 2, claim("m", 5)), taken(true, [1, AT_MS + 2 + WINDOW_MS]))
  }),
  rule("a look that does not fit refuses the claims beside it", function* () {
    yield* take(AT_MS, claim("a", 1))
    assert.isFalse((yield* take(AT_MS, claim("a", 1, 0), claim("b", 1))).granted)
    assert.deepStrictEqual(yield* take(AT_MS, claim("b", 1)), taken(true, [1, AT_MS + WINDOW_MS]))
  })
]

const windows: ReadonlyArray<Case<Counters>> = [
  rule("a window begins with its first unit and ends windowMs later, to the millisecond", function* () {
    yield* take(AT_MS + 123, claim("a", 1))
    assert.isFalse((yield* take(AT_MS + 123 + WINDOW_MS - 1, claim("a", 1))).granted)
    assert.deepStrictEqual(
      yield* take(AT_MS + 123 + WINDOW_MS, claim("a", 1)),
      taken(true, [1, AT_MS + 123 + 2 * WINDOW_MS])
    )
  }),
  rule("a refused claim does not move the end of the window", function* () {
    yield* take(AT_MS, claim("a", 1))
    for (const ms of [1, 500, 999]) {
      assert.deepStrictEqual(yield* take(AT_MS + ms, claim("a", 1)), taken(false, [1, AT_MS + WINDOW_MS]))
    }
  }),
  rule("windows of one call have their own lengths", function* () {
    const day = { key: "day", limit: 2, windowMs: 86_400_000, cost: 1 }
    yield* take(AT_MS, claim("a", 1), day)
    assert.deepStrictEqual(
      yield* take(AT_MS + WINDOW_MS, claim("a", 1), day),
      taken(true, [1, AT_MS + 2 * WINDOW_MS], [2, AT_MS + 86_400_000])
    )
  }),
  rule(
    "a window that would end later than a whole window from now is one from before the clock was set back",
    function* () {
      yield* take(AT_MS, claim("a", 1))
      assert.isFalse((yield* take(AT_MS + 500, claim("a", 1))).granted)
      assert.isFalse((yield* take(AT_MS, claim("a", 1))).granted)
      const back = AT_MS - CLOCKS_APART_MS - 1
      assert.deepStrictEqual(yield* take(back, claim("a", 1, 0)), taken(true, [0, back + WINDOW_MS]))
      assert.deepStrictEqual(yield* take(back, claim("a", 1)), taken(true, [1, back + WINDOW_MS]))
    }
  ),
  rule("a clock set far back and far ahead begins windows anew", function* () {
    for (const nowMs of [AT_MS, 0, 3_786_912_000_000, AT_MS]) {
      assert.deepStrictEqual(yield* take(nowMs, claim("a", 1)), taken(true, [1, nowMs + WINDOW_MS]))
    }
  }),
  rule("clear forgets every counter", function* () {
    yield* take(AT_MS, claim("a", 1), claim("b", 1))
    yield* Effect.flatMap(Counters, ({ clear }) => clear)
    assert.deepStrictEqual(
      yield* take(AT_MS + 1, claim("a", 1), claim("b", 1)),
      taken(true, [1, AT_MS + 1 + WINDOW_MS], [1, AT_MS + 1 + WINDOW_MS])
    )
  })
]

const CALLERS = Array.from({ length: 60 }, (_, i) => i)
const concurrently = <A, E, R>(call: (caller: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(CALLERS, (caller) => Effect.andThen(Effect.yieldNow, call(caller)), { concurrency: "unbounded" })

const concurrency: ReadonlyArray<Case<Counters>> = [
  rule("concurrent callers never exceed the limit, and none of it is lost", function* () {
    const takings = yield* concurrently(() => take(AT_MS, claim("a", 25)))
    const granted = takings.filter((taking) => taking.granted)
    assert.deepStrictEqual(
      granted.map(({ readings }) => readings[0]?.count).sort((a = 0, b = 0) => a - b),
      Array.from({ length: 25 }, (_, i) => i + 1)
    )
  }),
  rule("concurrent claims on the same counters in any order are all granted together or not at all", function* () {
    const keys = ["a", "b", "c"]
    const asked = (caller: number) =>
      keys.map((_, i) => claim(keys[(caller + i) % 3] ?? "", 20)).slice(0, 2 + (caller % 2))
    const takings = yield* concurrently((caller) => Effect.map(take(AT_MS, ...asked(caller)), ({ granted }) => granted))
    for (const key of keys) {
      const granted = CALLERS.filter((caller) => takings[caller] === true && asked(caller).some((c) => c.key === key))
      const { readings } = yield* take(AT_MS, claim(key, 100, 0))
      assert.strictEqual(readings[0]?.count, granted.length, key)
      assert.isAtMost(granted.length, 20, key)
    }
    assert.isTrue(takings.includes(true) && takings.includes(false))
  })
]

const ROUNDS = 20
const KEYS_PER_ROUND = 200

/** `held` counts the adapter's counters, including ended ones. */
const bounds = <R>(held: Effect.Effect<number, unknown, R>): ReadonlyArray<Case<Counters | R>> => [
  rule("counters whose window ended do not pile up", function* () {
    for (let round = 0; round < ROUNDS; round++) {
      for (let first = 0; first < KEYS_PER_ROUND; first += 20) {
        const claims = Array.from({ length: 20 }, (_, i) => claim(`${round}/${first + i}`, 1))
        assert.isTrue((yield* take(AT_MS + round * 60_000, ...claims)).granted)
      }
    }
    assert.isAtLeast(yield* held, KEYS_PER_ROUND)
    assert.isAtMost(yield* held, (ROUNDS * KEYS_PER_ROUND) / 4)
  }),
  rule("clear leaves nothing behind", function* () {
    yield* take(AT_MS, claim("a", 1), claim("b", 1))
    yield* Effect.flatMap(Counters, ({ clear }) => clear)
    assert.strictEqual(yield* held, 0)
  })
]

const sections = <R>(held: Effect.Effect<number, unknown, R>) => ({
  counting,
  together,
  windows,
  concurrency,
  bounds: bounds(held)
})

/**
 * Registers the suite. `layer` gives fresh counters each time it is called. `held` is the number that the adapter keeps,
 * including those whose window has ended.
 */
export const counterSuite = <R, E>(
  name: string,
  layer: () => Layer.Layer<Counters | R, E>,
  held: Effect.Effect<number, unknown, Counters | R>,
  selection?: Selection<keyof ReturnType<typeof sections>>
): void => registerSuite(name, layer, sections(held), selection)
