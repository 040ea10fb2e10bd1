import { layer as layerBus } from "@backlot/adapters-memory/EventBus"
import { layer as layerClock } from "@backlot/adapters-memory/ServiceClock"
import { layer as layerStorage } from "@backlot/adapters-memory/Storage"
import * as KeptLimits from "@backlot/domain/base/KeptLimits"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { EventBus, type LoggedEvent, subscribe as subscribeTo } from "@backlot/ports/EventBus"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage, StorageError } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { EventLog, layer, type NewEvent } from "../../src/event/EventLog.ts"

const outside = Layer.mergeAll(layerStorage, layerBus, layerClock)
const fresh = Layer.provideMerge(layer, outside)

const event = (n: number): NewEvent => ({ type: "clock.changed", data: { n } })
const numbers = (events: ReadonlyArray<LoggedEvent>) => events.map(({ data }) => (data as { n: number }).n)

const commit = (...ns: ReadonlyArray<number>) =>
  Effect.flatMap(EventLog, (log) => log.commit(() => Body.succeed({ value: ns.length, events: ns.map(event) })))
const since = (seq: number, limit = 100) => Effect.flatMap(EventLog, (log) => log.since(seq, limit))
const subscribe = Effect.flatMap(EventBus, subscribeTo)
const take = (stream: Stream.Stream<LoggedEvent>, count: number) => Stream.runCollect(Stream.take(stream, count))

/** Another start on the same store. */
const restart = Effect.map(Layer.build(layer), (context) => Context.get(context, EventLog))

describe("the event log", () => {
  it.effect("keeps the change and its events together, and gives the answer", () =>
    Effect.gen(function* () {
      const clock = yield* ServiceClock
      yield* clock.set({ mode: "frozen", now_ms: 1_234 })
      const log = yield* EventLog
      const body = Body.gen(function* () {
        yield* store.put("changed", "yes")
        return { value: "answer", events: [event(7)] }
      })
      assert.strictEqual(yield* log.commit(() => body), "answer")
      const storage = yield* Storage
      assert.strictEqual(yield* storage.transaction(() => store.get("changed")), "yes")
      assert.deepStrictEqual(yield* since(0), [{ seq: 1, type: "clock.changed", at: 1_234, data: { n: 7 } }])
    }).pipe(Effect.provide(fresh))
  )

  it.effect("keeps and publishes nothing of a body that fails", () =>
    Effect.gen(function* () {
      const stream = yield* subscribe
      const log = yield* EventLog
      const failing = Body.gen(function* () {
        yield* store.put("changed", "yes")
        return yield* Effect.fail("refused")
      })
      assert.strictEqual(yield* Effect.flip(log.commit(() => failing)), "refused")
      assert.strictEqual(yield* commit(1), 1)
      assert.deepStrictEqual(numbers(yield* take(stream, 1)), [1])
      assert.deepStrictEqual(numbers(yield* since(0)), [1])
    }).pipe(Effect.scoped, Effect.provide(fresh))
  )

  it.effect("publishes what it keeps, in its order, with the positions of the log", () =>
    Effect.gen(function* () {
      const stream = yield* subscribe
      yield* commit(1, 2)
      yield* commit()
      yield* commit(3)
      assert.deepStrictEqual(yield* take(stream, 3), yield* since(0))
    }).pipe(Effect.scoped, Effect.provide(fresh))
  )

  it.effect("publishes in log order without loss when fibers interleave and some are interrupted", () =>
    Effect.gen(function* () {
      const stream = yield* subscribe
      const log = yield* EventLog
      const slow = (n: number) =>
        Effect.andThen(
          Effect.repeat(Effect.yieldNow, { times: n % 5 }),
          log.commit(function* () {
            yield* store.get("any")
            return { value: n, events: [event(n), event(-n)] }
          })
        )
      for (let round = 0; round < 10; round++) {
        const fibers = yield* Effect.forEach([1, 2, 3, 4, 5, 6], (i) => Effect.forkChild(slow(round * 10 + i)))
        for (let i = 0; i < round * 3; i++) yield* Effect.yieldNow
        yield* Fiber.interruptAll(fibers.filter((_, i) => i % 2 === 0))
        yield* Effect.forEach(fibers, Fiber.await)
      }
      yield* commit(1_000)
      const kept = yield* since(0, 1_000)
      assert.deepStrictEqual(
        kept.map(({ seq }) => seq),
        kept.map((_, i) => i + 1)
      )
      assert.deepStrictEqual(yield* take(stream, kept.length), kept)
    }).pipe(Effect.scoped, Effect.provide(fresh))
  )

  it.effect("publishes what was committed first before what was committed next, whoever comes first", () =>
    Effect.gen(function* () {
      const storage = yield* Storage
      const held = yield* Deferred.make<void>()
      const kept = yield* Deferred.make<void>()
      let holding = true
      // After the first commit of events, its fiber is held up before it can publish.
      const holdingStorage: Storage["Service"] = {
        transaction: (body) =>
          Effect.gen(function* () {
            const value = yield* storage.transaction(body)
            if (holding && value === "first") {
              holding = false
              yield* Deferred.succeed(kept, undefined)
              yield* Deferred.await(held)
            }
            return value
          })
      }
      const log = yield* Effect.provideService(restart, Storage, holdingStorage)
      const stream = yield* subscribe
      const first = yield* Effect.forkChild(log.commit(() => Body.succeed({ value: "first", events: [event(1)] })))
      yield* Deferred.await(kept)
      yield* log.commit(() => Body.succeed({ value: "second", events: [event(2)] }))
      assert.deepStrictEqual(numbers(yield* take(stream, 2)), [1, 2])
      yield* Deferred.succeed(held, undefined)
      yield* Fiber.join(first)
      yield* log.commit(() => Body.succeed({ value: "third", events: [event(3)] }))
      assert.deepStrictEqual(numbers(yield* take(stream, 1)), [3])
    }).pipe(Effect.scoped, Effect.provide(outside))
  )

  it.effect("publishes what was kept even when its fiber is interrupted right after the commit", () =>
    Effect.gen(function* () {
      const storage = yield* Storage
      const kept = yield* Deferred.make<void>()
      const stuckStorage: Storage["Service"] = {
        transaction: (body) =>
          Effect.tap(storage.transaction(body), (value) =>
            value === "stuck" ? Effect.andThen(Deferred.succeed(kept, undefined), Effect.never) : Effect.void
          )
      }
      const log = yield* Effect.provideService(restart, Storage, stuckStorage)
      const stream = yield* subscribe
      const fiber = yield* Effect.forkChild(log.commit(() => Body.succeed({ value: "stuck", events: [event(1)] })))
      yield* Deferred.await(kept)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(numbers(yield* take(stream, 1)), [1])
    }).pipe(Effect.scoped, Effect.provide(outside))
  )

  it.effect("asks once for what others appended, for all that wait, also when that fails", () =>
    Effect.gen(function* () {
      const storage = yield* Storage
      const held = yield* Deferred.make<void>()
      let reads = 0
      let isAway = true
      const awayStorage: Storage["Service"] = {
        transaction: (body) =>
          Effect.tap(storage.transaction(body), (value) => {
            if (!Array.isArray(value)) return Effect.void
            reads++
            const lost = Effect.fail(new StorageError({ message: "away", isAway: true }))
            return isAway ? Effect.andThen(Deferred.await(held), lost) : Effect.void
          })
      }
      const log = yield* Effect.provideService(restart, Storage, awayStorage)
      const stream = yield* subscribe
      const other = yield* Effect.provide(restart, Layer.fresh(layerBus))
      const one = (number: number) => () => Body.succeed({ value: number, events: [event(number)] })
      yield* other.commit(one(1))
      const fibers = yield* Effect.forEach([2, 3, 4, 5], (number) => Effect.forkChild(log.commit(one(number))))
      yield* Effect.yieldNow
      yield* Deferred.succeed(held, undefined)
      assert.deepStrictEqual(yield* Fiber.joinAll(fibers), [2, 3, 4, 5])
      assert.strictEqual(reads, 1)
      isAway = false
      yield* log.commit(one(6))
      assert.deepStrictEqual(numbers(yield* take(stream, 6)), [1, 2, 3, 4, 5, 6])
    }).pipe(Effect.scoped, Effect.provide(outside))
  )

  it.effect("gives those who missed events what came after their position", () =>
    Effect.gen(function* () {
      yield* commit(1, 2, 3, 4, 5)
      assert.deepStrictEqual(numbers(yield* since(2)), [3, 4, 5])
      assert.deepStrictEqual(numbers(yield* since(2, 2)), [3, 4])
      assert.deepStrictEqual(yield* since(5), [])
    }).pipe(Effect.provide(fresh))
  )

  it.effect("goes on after a restart where it was and publishes nothing twice", () =>
    Effect.gen(function* () {
      const before = yield* restart
      yield* before.commit(() => Body.succeed({ value: 0, events: [event(1), event(2)] }))
      const stream = yield* subscribe
      const log = yield* restart
      yield* log.publishNew
      yield* log.commit(() => Body.succeed({ value: 0, events: [event(3)] }))
      assert.deepStrictEqual(
        (yield* take(stream, 1)).map(({ seq }) => seq),
        [3]
      )
      assert.deepStrictEqual(numbers(yield* log.since(0, 10)), [1, 2, 3])
    }).pipe(Effect.scoped, Effect.provide(outside))
  )

  it.effect("publishes on request what another process appended", () =>
    Effect.gen(function* () {
      const own = yield* restart
      const other = yield* Effect.provide(restart, Layer.fresh(layerBus))
      const stream = yield* subscribe
      yield* other.commit(() => Body.succeed({ value: 0, events: [event(1)] }))
      yield* own.publishNew
      yield* own.commit(() => Body.succeed({ value: 0, events: [event(2)] }))
      assert.deepStrictEqual(numbers(yield* take(stream, 2)), [1, 2])
    }).pipe(Effect.scoped, Effect.provide(outside))
  )

  it.effect("never gives a position twice, even when the store was emptied", () =>
    Effect.gen(function* () {
      const stream = yield* subscribe
      yield* commit(1, 2)
      const storage = yield* Storage
      yield* storage.transaction(function* () {
        for (const [key] of yield* store.list({ prefix: "" })) yield* store.delete(key)
      })
      yield* commit(3)
      assert.deepStrictEqual(
        (yield* take(stream, 3)).map(({ seq }) => seq),
        [1, 2, 3]
      )
    }).pipe(Effect.scoped, Effect.provide(fresh))
  )

  it.effect("keeps no more entries than its limit", () =>
    Effect.gen(function* () {
      const batch = Array.from({ length: 3_000 }, (_, i) => i)
      for (let i = 0; i < 4; i++) yield* commit(...batch)
      const kept = yield* since(0, 20_000)
      assert.strictEqual(kept.length, KeptLimits.events.logLength)
      assert.strictEqual(kept.at(-1)?.seq, 12_000)
    }).pipe(Effect.provide(fresh))
  )

  it.effect("keeps rows of an earlier layout, one event each, until their turn to go comes", () =>
    Effect.gen(function* () {
      const storage = yield* Storage
      const earlier = Array.from({ length: 3 }, (_, i) => ({ seq: i + 1, at: 0, ...event(i + 1) }))
      const put = (key: string, value: string) => store.put(key, value)
      yield* storage.transaction(function* () {
        yield* Body.forEach(earlier, (logged) =>
          put(`event/${String(logged.seq).padStart(20, "0")}`, JSON.stringify(logged))
        )
        yield* put("meta/event_seq", "3")
      })
      const log = yield* restart
      yield* log.commit(() => Body.succeed({ value: 0, events: [event(4), event(5)] }))
      assert.deepStrictEqual(yield* log.since(0, 1), earlier.slice(0, 1))
      assert.deepStrictEqual(numbers(yield* log.since(1, 3)), [2, 3, 4])
      assert.deepStrictEqual(numbers(yield* log.since(4, 3)), [5])
      const many = Array.from({ length: KeptLimits.events.logLength - 3 }, (_, i) => event(6 + i))
      yield* log.commit(() => Body.succeed({ value: 0, events: many }))
      assert.deepStrictEqual(numbers(yield* log.since(0, 2)), [3, 4])
      const keys = yield* storage.transaction(() => store.list({ prefix: "event/" }))
      assert.strictEqual(keys[0]?.[0], `event/${"3".padStart(20, "0")}`)
    }).pipe(Effect.scoped, Effect.provide(outside))
  )

  it.effect("keeps the events of one commit together, in rows of a hundred", () =>
    Effect.gen(function* () {
      yield* commit(...Array.from({ length: 250 }, (_, i) => i))
      const storage = yield* Storage
      const found = yield* storage.transaction(() => store.list({ prefix: "event/" }))
      assert.deepStrictEqual(
        found.map(([key]) => Number(key.slice("event/".length))),
        [100, 200, 250]
      )
      assert.deepStrictEqual(numbers(yield* since(98, 4)), [98, 99, 100, 101])
    }).pipe(Effect.provide(fresh))
  )

  it.effect("writes nothing for a commit without events", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* commit(), 0)
      const storage = yield* Storage
      assert.deepStrictEqual(yield* storage.transaction(() => store.list({ prefix: "" })), [])
    }).pipe(Effect.provide(fresh))
  )
})
