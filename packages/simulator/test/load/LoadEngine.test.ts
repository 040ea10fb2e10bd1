import type { LoadPlan } from "@backlot/scenario/LoadPlan"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { percentile } from "../../src/load/Histograms.ts"
import { DRAIN_MS, type Play, runCourse, stopwatch, type Turn } from "../../src/load/LoadEngine.ts"
import { LoadMeter } from "../../src/load/LoadMeter.ts"
import { course } from "./Plans.ts"

/** Runs a plan against a server whose answer time depends on the moment; the test controls time. */
const running = Effect.fnUntraced(function* (plan: LoadPlan, takes: (now: number) => number) {
  const { warmup_ms, duration_ms, ...rest } = course(plan)
  const meter = new LoadMeter({ steps: 1, warmup_ms, duration_ms })
  const turns: Array<Turn & { readonly at: number }> = []
  const elapsed = yield* stopwatch
  const play: Play<never> = (turn) =>
    Effect.gen(function* () {
      const sent = elapsed()
      turns.push({ ...turn, at: sent })
      const underway = meter.begins(0, turn.due, turn.due, sent)
      yield* Effect.sleep(takes(sent))
      meter.ends(underway, elapsed(), undefined)
      return true
    })
  const tick = Effect.sync(() => meter.tick())
  const run = yield* Effect.forkChild(runCourse({ warmup_ms, duration_ms, ...rest }, elapsed, meter, play, tick))
  for (let ms = 0; ms < duration_ms; ms += 1) yield* TestClock.adjust(1)
  for (let ms = 0; ms < DRAIN_MS; ms += 100) yield* TestClock.adjust(100)
  yield* Fiber.join(run)
  const of = (which: "latency" | "service", percent: number) => {
    const histogram = meter.steps[0]?.[which]
    return histogram === undefined ? Number.NaN : percentile(histogram, percent)
  }
  return { meter, turns, latency: (p: number) => of("latency", p), service: (p: number) => of("service", p) }
})

/** One millisecond, except for one second without answers. */
const stalling = (now: number): number => (now >= 4000 && now < 5000 ? 5000 - now + 1 : 1)

describe("the open model", () => {
  it.effect("begins plays when they are due, whatever became of those before", () =>
    Effect.gen(function* () {
      const { turns } = yield* running({ rate: "4/s", duration: "1s" }, () => 700)
      assert.deepStrictEqual(
        turns.map(({ due, at, vu, iteration }) => [due, at, vu, iteration]),
        [
          [0, 0, 1, 0],
          [250, 250, 2, 1],
          [500, 500, 3, 2],
          [750, 750, 1, 3]
        ]
      )
    })
  )

  it.effect("shows a stall of the server to everybody who was due meanwhile", () =>
    Effect.gen(function* () {
      const { latency, meter } = yield* running({ rate: "100/s", duration: "10s" }, stalling)
      assert.strictEqual(meter.steps[0]?.count, 1000)
      // A tenth of the plays were due in the stalled second: the longest waited for all of it.
      assert.closeTo(latency(99), 900, 15)
      assert.closeTo(latency(95), 500, 15)
      assert.closeTo(latency(89), 1, 0.1)
    })
  )

  it.effect("shows it too where virtual users are too few to send meanwhile: times are from when plays were due", () =>
    Effect.gen(function* () {
      const { latency, service, meter } = yield* running({ rate: "100/s", users: 1, duration: "10s" }, stalling)
      // They catch up one after the other, by nine milliseconds each.
      assert.closeTo(latency(99), 1001 - 10 * 9, 5)
      assert.closeTo(service(99), 1, 0.1)
      assert.isAbove(meter.waited, 90)
    })
  )

  it.effect("lets what waits for a virtual user begin after the end, and counts what never began", () =>
    Effect.gen(function* () {
      const { meter, turns } = yield* running({ rate: "1/s", users: 1, duration: "30s" }, () => 5000)
      // 45 s for plays of 5 s each, 30 of which were due.
      assert.strictEqual(turns.length, 9)
      assert.strictEqual(meter.dropped, 21)
      assert.strictEqual(meter.steps[0]?.inTime, 6)
    })
  )
})

describe("the closed model", () => {
  it.effect("lets each virtual user play again when its play is over", () =>
    Effect.gen(function* () {
      const { turns } = yield* running({ users: 2, duration: "1s" }, () => 400)
      assert.deepStrictEqual(
        turns.map(({ vu, at }) => [vu, at]),
        [
          [1, 0],
          [2, 0],
          [1, 400],
          [2, 400],
          [1, 800],
          [2, 800]
        ]
      )
    })
  )

  it.effect("sends nothing while the server stalls, so hardly anybody sees it", () =>
    Effect.gen(function* () {
      const { latency } = yield* running({ users: 1, duration: "10s" }, stalling)
      assert.closeTo(latency(99), 1, 0.1)
      assert.closeTo(latency(100), 1001, 5)
    })
  )

  it.effect("brings virtual users in on a ramp", () =>
    Effect.gen(function* () {
      const { turns } = yield* running({ stages: [{ duration: "4s", users: 4 }] }, () => 10_000)
      assert.deepStrictEqual(
        turns.map(({ vu, at }) => [vu, at]),
        [1, 2, 3, 4].map((vu) => [vu, (vu - 1) * 1000])
      )
    })
  )
})

describe("a load", () => {
  it.effect("ends with a bug in a play, which is told", () =>
    Effect.gen(function* () {
      const plan = course({ rate: "10/s", duration: "10s" })
      const meter = new LoadMeter({ steps: 1, ...plan })
      const elapsed = yield* stopwatch
      const run = yield* Effect.forkChild(runCourse(plan, elapsed, meter, () => Effect.die("a bug"), Effect.void))
      yield* TestClock.adjust(1000)
      const exit = yield* Fiber.await(run)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    })
  )
})

describe("what is counted", () => {
  it.effect("begins after the warm-up", () =>
    Effect.gen(function* () {
      const { meter } = yield* running({ rate: "10/s", duration: "3s", warmup: "1s" }, () => 1)
      assert.strictEqual(meter.steps[0]?.count, 20)
      assert.strictEqual(meter.playsBegan, 20)
      assert.deepStrictEqual(
        meter.seconds.slice(0, 3).map(({ ended }) => ended),
        [10, 10, 10]
      )
    })
  )

  it.effect("is everything that was due, what is cut at the end too", () =>
    Effect.gen(function* () {
      const { meter, latency } = yield* running({ rate: "1/s", duration: "2s" }, () => 60_000)
      assert.deepStrictEqual([...(meter.steps[0]?.byKind ?? [])], [["unanswered", 2]])
      assert.closeTo(latency(100), 2000 + DRAIN_MS, 20)
      assert.strictEqual(meter.inFlight, 0)
    })
  )
})
