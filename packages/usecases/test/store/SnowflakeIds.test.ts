import { layer as layerClock } from "@backlot/adapters-memory/ServiceClock"
import { layer as layerStorage } from "@backlot/adapters-memory/Storage"
import { fromMs, toMs } from "@backlot/domain/base/Snowflake"
import { idsSuite } from "@backlot/ports/conformance/IdsSuite"
import { Ids } from "@backlot/ports/Ids"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage, StorageError } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { layer, layerServiceClock } from "../../src/store/SnowflakeIds.ts"

const AT_MS = 1_767_225_600_000

const inMemory = Layer.provideMerge(layer, layerStorage)
const onServiceClock = Layer.provideMerge(layerServiceClock, Layer.merge(layerStorage, layerClock))

idsSuite("snowflakes of the wall clock", () => inMemory)
idsSuite("snowflakes of the service clock", () => onServiceClock)

const next = Effect.flatMap(Ids, (ids) => ids.next)

/** Another generator over the same store: another start, or another process. */
const start = Effect.map(Layer.build(layer), (context) => Context.get(context, Ids))

/** Counts the transactions of the store at hand. */
const counting = Effect.map(Storage, (storage) => {
  const counted = { transactions: 0 }
  const counter: Storage["Service"] = {
    transaction: (body) => Effect.tap(storage.transaction(body), () => Effect.sync(() => counted.transactions++))
  }
  return { counted, ids: Effect.provideService(start, Storage, counter) }
})

describe("snowflakes", () => {
  it.effect("carry the wall clock", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      assert.strictEqual(yield* next, String(fromMs(AT_MS)))
      yield* TestClock.adjust(1_234)
      assert.strictEqual(toMs(yield* next), AT_MS + 1_234)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("carry the service clock on request, the same for the same readings", () =>
    Effect.gen(function* () {
      const clock = yield* ServiceClock
      yield* clock.set({ mode: "frozen", now_ms: AT_MS })
      const first = fromMs(AT_MS)
      assert.deepStrictEqual(yield* Effect.all([next, next, next]), [first, first + 1n, first + 2n].map(String))
      yield* clock.set({ mode: "frozen", now_ms: AT_MS + 900_000 })
      assert.strictEqual(yield* next, String(fromMs(AT_MS + 900_000)))
    }).pipe(Effect.provide(onServiceClock))
  )

  it.effect("go on when the clock goes back", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      const before = yield* next
      yield* TestClock.setTime(AT_MS - 60_000)
      assert.strictEqual(yield* next, String(BigInt(before) + 1n))
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("never repeat after a restart, whenever the process ended", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      let last = 0n
      for (const { draws, passedMs } of [
        { draws: 1, passedMs: 0 },
        { draws: 100, passedMs: 1 },
        { draws: 3, passedMs: 999 },
        { draws: 5_000, passedMs: 0 },
        { draws: 2, passedMs: 5_000 },
        { draws: 2, passedMs: 0 }
      ]) {
        const ids = yield* start
        for (const id of yield* ids.many(draws)) {
          assert.isTrue(BigInt(id) > last)
          last = BigInt(id)
        }
        yield* TestClock.adjust(passedMs)
      }
    }).pipe(Effect.scoped, Effect.provide(layerStorage))
  )

  it.effect("go on after a restart behind one that came from elsewhere, and use up none for it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      const foreign = fromMs(AT_MS + 86_400_000)
      yield* Effect.flatMap(start, (ids) => ids.goBehind(String(foreign)))
      assert.isTrue(BigInt(yield* Effect.flatMap(start, (ids) => ids.next)) > foreign)
    }).pipe(Effect.scoped, Effect.provide(layerStorage))
  )

  it.effect("are not used up by going behind an older one", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      const ids = yield* start
      yield* ids.goBehind("400000000000000001")
      assert.strictEqual(yield* ids.next, String(fromMs(AT_MS)))
    }).pipe(Effect.scoped, Effect.provide(layerStorage))
  )

  it.effect("run ahead of the clock by hardly more than a second, however often the process restarts", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      for (let restart = 0; restart < 50; restart++) {
        const id = yield* Effect.flatMap(start, (ids) => ids.next)
        assert.isAtMost(toMs(id), AT_MS + 1_100)
      }
    }).pipe(Effect.scoped, Effect.provide(layerStorage))
  )

  it.effect("are distinct among processes that share a store", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      const processes = yield* Effect.all([start, start, start])
      const all: Array<string> = []
      for (let round = 0; round < 40; round++) {
        for (const ids of processes) all.push(yield* ids.next, ...(yield* ids.many(20)))
        yield* TestClock.adjust(150)
      }
      assert.strictEqual(new Set(all).size, 40 * 3 * 21)
    }).pipe(Effect.scoped, Effect.provide(layerStorage))
  )

  it.effect("cost about one transaction per second", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      const { counted, ids } = yield* counting
      const generator = yield* ids
      for (let tenths = 0; tenths < 100; tenths++) {
        yield* Effect.forEach(Array.from({ length: 50 }), () => generator.next)
        yield* TestClock.adjust(100)
      }
      assert.isAtMost(counted.transactions, 10)
    }).pipe(Effect.scoped, Effect.provide(layerStorage))
  )

  it.effect("drawn while others claim are not drawn twice, even when the clock goes back", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      const storage = yield* Storage
      const claimed = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      let claims = 0
      // The second claim is delayed before its fiber learns of it.
      const holding: Storage["Service"] = {
        transaction: (body) =>
          Effect.tap(storage.transaction(body), () =>
            ++claims === 2 ? Effect.andThen(Deferred.succeed(claimed, undefined), Deferred.await(go)) : Effect.void
          )
      }
      const ids = yield* Effect.provideService(start, Storage, holding)
      const drawn = [yield* ids.next]
      yield* TestClock.setTime(AT_MS + 2_000)
      const claiming = yield* Effect.forkChild(ids.next)
      yield* Deferred.await(claimed)
      yield* TestClock.setTime(AT_MS)
      drawn.push(...(yield* ids.many(3)))
      yield* Deferred.succeed(go, undefined)
      drawn.push(yield* Fiber.join(claiming), ...(yield* ids.many(3)))
      assert.strictEqual(new Set(drawn).size, drawn.length)
    }).pipe(Effect.scoped, Effect.provide(layerStorage))
  )

  it.effect("are not given out when the store can not keep the claim", () =>
    Effect.gen(function* () {
      const broken: Storage["Service"] = { transaction: () => Effect.fail(new StorageError({ message: "full" })) }
      const ids = yield* Effect.provideService(start, Storage, broken)
      assert.strictEqual((yield* Effect.flip(ids.next))._tag, "StorageError")
    }).pipe(Effect.scoped)
  )
})

/** A day before the clocks' time. */
const PAST_MS = AT_MS - 86_400_000

describe("ids of a world that says when it is", () => {
  const early = Effect.flatMap(Ids, (ids) => ids.many(2, PAST_MS))

  it.effect("are of that moment, where ids carry the service clock, and others go on from there", () =>
    Effect.gen(function* () {
      const clock = yield* ServiceClock
      const [first, second] = yield* early
      assert.deepStrictEqual([first, second], [String(fromMs(PAST_MS)), String(fromMs(PAST_MS) + 1n)])
      yield* clock.set({ mode: "frozen", now_ms: PAST_MS })
      assert.strictEqual(yield* next, String(fromMs(PAST_MS) + 2n))
    }).pipe(Effect.provide(onServiceClock))
  )

  it.effect("are of that moment behind a foreign id too, also after a restart", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      const clock = yield* ServiceClock
      yield* (yield* Ids).goBehind("1", PAST_MS)
      yield* early
      yield* clock.set({ mode: "frozen", now_ms: PAST_MS })
      const again = Context.get(yield* Layer.build(Layer.fresh(layerServiceClock)), Ids)
      // A restart goes on behind what was claimed, which is a second ahead at most.
      assert.isBelow(toMs(yield* again.next), PAST_MS + 2_000)
    }).pipe(Effect.scoped, Effect.provide(onServiceClock))
  )

  it.effect("are of the wall clock else", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      assert.strictEqual((yield* early)[0], String(fromMs(AT_MS)))
    }).pipe(Effect.provide(inMemory))
  )
})
