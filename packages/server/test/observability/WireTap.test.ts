import { wire as limits } from "@backlot/domain/base/KeptLimits"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import { make, SURFACES, type Surface, type Watching } from "../../src/observability/WireTap.ts"

const ALL: ReadonlySet<Surface> = new Set(SURFACES)

/** The numbers that a watcher gets next, and how many it lost. */
const next = ({ take }: Watching) =>
  Effect.map(take, ({ lost, entries }) => ({
    lost,
    numbers: entries.map(({ text }) => Number(/"n":(\d+)/.exec(text)?.[1]))
  }))

const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)

/** A tap with a watcher, who leaves when `leave` runs. */
const watched = Effect.gen(function* () {
  const tap = yield* make
  const scope = yield* Scope.make()
  const watcher = yield* Effect.provideService(tap.watch(ALL, undefined), Scope.Scope, scope)
  const note = (...numbers: ReadonlyArray<number>) => {
    for (const n of numbers) tap.note(n % 2 === 0 ? "gateway" : "rest", { n })
  }
  /** The id of the last entry that the watcher took. */
  const take = Effect.map(watcher.take, ({ entries }) => entries.at(-1)?.id)
  return { tap, watcher, note, take, leave: Scope.close(scope, Exit.void) }
})

describe("the tap of the wire", () => {
  it.effect("notes nothing while nobody watches", () =>
    Effect.gen(function* () {
      const tap = yield* make
      assert.isFalse(tap.isOn())
      tap.note("rest", { n: 1 })
      const watcher = yield* tap.watch(ALL, undefined)
      assert.isTrue(tap.isOn())
      tap.note("rest", { n: 2 })
      assert.deepStrictEqual(yield* next(watcher), { lost: 0, numbers: [2] })
    })
  )

  it.effect("gives every watcher what it asked for", () =>
    Effect.gen(function* () {
      const { tap, watcher, note } = yield* watched
      const one = yield* tap.watch(new Set<Surface>(["gateway"]), undefined)
      note(1, 2, 3)
      assert.deepStrictEqual((yield* next(watcher)).numbers, [1, 2, 3])
      assert.deepStrictEqual((yield* next(one)).numbers, [2])
    })
  )

  it.effect("tells a slow watcher how many it lost, the oldest", () =>
    Effect.gen(function* () {
      const { watcher, note } = yield* watched
      note(...from(1, limits.entries + 7))
      assert.deepStrictEqual(yield* next(watcher), { lost: 7, numbers: from(8, limits.entries) })
      note(0)
      assert.deepStrictEqual(yield* next(watcher), { lost: 0, numbers: [0] })
    })
  )

  it.effect("keeps no more bytes than its bound", () =>
    Effect.gen(function* () {
      const { tap, watcher } = yield* watched
      const large = "x".repeat(2 ** 20)
      for (const n of from(1, 10)) tap.note("rest", { n, large })
      const { lost, numbers } = yield* next(watcher)
      assert.isAtMost(numbers.length * 2 ** 20, limits.bytes)
      assert.strictEqual(lost, 10 - numbers.length)
      assert.strictEqual(numbers.at(-1), 10)
    })
  )

  it.effect("goes on for one who comes back soon, without a gap", () =>
    Effect.gen(function* () {
      const { tap, note, take, leave } = yield* watched
      note(1, 2)
      const last = yield* take
      yield* leave
      note(3)
      yield* TestClock.adjust(limits.lingerMs - 1)
      note(4)
      const again = yield* tap.watch(ALL, last)
      note(5)
      assert.deepStrictEqual(yield* next(again), { lost: 0, numbers: [3, 4, 5] })
    })
  )

  it.effect("tells one who comes back what is no longer kept", () =>
    Effect.gen(function* () {
      const { tap, note, take } = yield* watched
      note(1)
      const last = yield* take
      note(...from(2, limits.entries + 3))
      assert.deepStrictEqual(yield* next(yield* tap.watch(ALL, last)), { lost: 3, numbers: from(5, limits.entries) })
    })
  )

  it.effect("ends some time after the last one left, and says to who comes later that something was lost", () =>
    Effect.gen(function* () {
      const { tap, note, take, leave } = yield* watched
      note(1)
      const last = yield* take
      yield* leave
      yield* TestClock.adjust(limits.lingerMs)
      assert.isFalse(tap.isOn())
      for (const strange of [last, "x", "1.2.3"]) {
        const late = yield* tap.watch(ALL, strange)
        assert.deepStrictEqual(yield* next(late), { lost: null, numbers: [] })
      }
    })
  )

  it.effect("does not end while one watches who came meanwhile, nor too soon after them", () =>
    Effect.gen(function* () {
      const { tap, leave } = yield* watched
      yield* leave
      yield* TestClock.adjust(limits.lingerMs / 2)
      yield* Effect.scoped(tap.watch(ALL, undefined))
      yield* TestClock.adjust(limits.lingerMs / 2)
      assert.isTrue(tap.isOn())
      yield* TestClock.adjust(limits.lingerMs / 2)
      assert.isFalse(tap.isOn())
    })
  )
})
