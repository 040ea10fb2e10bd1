/** The conformance suite of the settable clock. Source: architecture.md "Time, chance, limits". */
import { assert } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { type ClockSetting, ServiceClock } from "../ServiceClock.ts"
import { type Case, rule, suite } from "./suite/Suite.ts"
import { withWallClock } from "./WallClock.ts"

const HOUR_MS = 3_600_000
const AT_MS = 1_767_225_600_000

const set = (setting: ClockSetting) => Effect.flatMap(ServiceClock, (clock) => clock.set(setting))
const freeze = (now_ms: number) => set({ mode: "frozen", now_ms })
const now = Effect.flatMap(ServiceClock, (clock) => clock.now)
const steady = Effect.zipWith(ServiceClock, Clock.Clock, (clock, wall) => clock.steadyAt(wall))
const waiting = (ms: number, capMs: number) =>
  Effect.flatMap(ServiceClock, (clock) => Effect.forkChild(clock.waitUntil(ms, capMs), { startImmediately: true }))

const isWaiting = (fiber: Fiber.Fiber<void>) =>
  Effect.andThen(
    TestClock.adjust(0),
    Effect.sync(() => assert.isUndefined(fiber.pollUnsafe(), "the wait is over too early"))
  )

const reading: ReadonlyArray<Case<ServiceClock>> = [
  rule("a real clock runs with the wall clock at its offset", function* () {
    yield* set({ mode: "real", offset_ms: -HOUR_MS })
    assert.strictEqual(yield* now, (yield* Clock.currentTimeMillis) - HOUR_MS)
    yield* TestClock.adjust(1_234)
    assert.strictEqual(yield* now, (yield* Clock.currentTimeMillis) - HOUR_MS)
  }),
  rule("a frozen clock stands while the wall clock runs", function* () {
    yield* freeze(AT_MS)
    yield* TestClock.adjust(HOUR_MS)
    assert.strictEqual(yield* now, AT_MS)
  }),
  rule("a clock can be set back and forth, and tells its setting", function* () {
    const settings: ReadonlyArray<ClockSetting> = [
      { mode: "frozen", now_ms: AT_MS },
      { mode: "frozen", now_ms: AT_MS - HOUR_MS },
      { mode: "real", offset_ms: 7 }
    ]
    for (const setting of settings) {
      yield* set(setting)
      assert.deepStrictEqual((yield* ServiceClock).setting(), setting)
    }
  }),
  rule("a steady reading is that of the clock", function* () {
    for (const setting of [
      { mode: "frozen", now_ms: AT_MS },
      { mode: "real", offset_ms: -HOUR_MS }
    ] as const) {
      yield* set(setting)
      yield* TestClock.adjust(1_234)
      assert.strictEqual(yield* steady, yield* now)
    }
  }),
  rule("a step of the wall clock moves a real clock, but not its steady reading", function* () {
    yield* set({ mode: "real", offset_ms: 7 })
    const before = yield* now
    yield* withWallClock((step) =>
      Effect.gen(function* () {
        for (const jump of [-HOUR_MS, 3 * HOUR_MS]) {
          yield* step(jump)
          assert.strictEqual(yield* steady, before)
        }
        assert.strictEqual(yield* now, before + 2 * HOUR_MS)
      })
    )
  })
]

const waits: ReadonlyArray<Case<ServiceClock>> = [
  rule("a wait for a moment that has come is over at once", function* () {
    const clock = yield* ServiceClock
    yield* clock.waitUntil(yield* now, HOUR_MS)
    yield* freeze(AT_MS)
    yield* clock.waitUntil(AT_MS, HOUR_MS)
    yield* clock.waitUntil(AT_MS - 1, HOUR_MS)
  }),
  rule("a real clock waits until it reads the moment", function* () {
    yield* set({ mode: "real", offset_ms: HOUR_MS })
    const fiber = yield* waiting((yield* now) + 5_000, HOUR_MS)
    yield* TestClock.adjust(4_999)
    yield* isWaiting(fiber)
    yield* TestClock.adjust(1)
    yield* Fiber.join(fiber)
  }),
  rule("a frozen clock waits, however long the wall clock runs, until it is set", function* () {
    yield* freeze(AT_MS)
    const fiber = yield* waiting(AT_MS + 1, 10 * HOUR_MS)
    yield* TestClock.adjust(9 * HOUR_MS)
    yield* isWaiting(fiber)
    yield* freeze(AT_MS + 1)
    yield* Fiber.join(fiber)
  }),
  rule("setting the clock ends every wait, even before its moment", function* () {
    const fibers = yield* Effect.forEach([1, 2, 3], (hours) => waiting(AT_MS * hours, HOUR_MS))
    yield* freeze(0)
    yield* Fiber.joinAll(fibers)
  }),
  rule("a wait begun after the clock was set waits for the next setting", function* () {
    yield* freeze(AT_MS)
    const fiber = yield* waiting(AT_MS + 1, HOUR_MS)
    yield* isWaiting(fiber)
    yield* freeze(AT_MS)
    yield* Fiber.join(fiber)
  }),
  ...[
    { name: "a frozen clock", setting: { mode: "frozen", now_ms: AT_MS } as const },
    { name: "a real clock", setting: { mode: "real", offset_ms: 0 } as const }
  ].map(({ name, setting }) =>
    rule(`${name} waits no longer than the cap in real time`, function* () {
      yield* set(setting)
      const fiber = yield* waiting(Number.POSITIVE_INFINITY, 10_000)
      yield* TestClock.adjust(9_999)
      yield* isWaiting(fiber)
      yield* TestClock.adjust(1)
      yield* Fiber.join(fiber)
    })
  )
]

/** Registers the suite. `layer` gives a fresh clock each time it is called. */
export const serviceClockSuite = suite({ reading, waits }, "test")
