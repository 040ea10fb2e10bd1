import { layer as layerClock } from "@backlot/adapters-memory/ServiceClock"
import { layer as layerStorage } from "@backlot/adapters-memory/Storage"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage, StorageError } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Fiber, Layer, Logger, Queue, Result } from "effect"
import { TestClock } from "effect/testing"
import { cancel, type Deadline, Deadlines, type Handler, layer, schedule } from "../../src/store/Deadlines.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"

const AT_MS = 1_767_225_600_000

/** The calls of the test's handlers, in order. */
class Done extends Context.Service<Done, Queue.Queue<string>>()("test/Done") {}
const layerDone = Layer.effect(Done, Queue.unbounded<string>())

const note = (text: string) => Effect.flatMap(Done, (done) => Effect.asVoid(Queue.offer(done, text)))
const done = Effect.flatMap(Done, Queue.clear)
const awaitDone = Effect.flatMap(Done, Queue.take)

const record: Handler<Done> = (payload, due_ms) => note(`${payload} at ${due_ms - AT_MS}`)

const outside = Layer.mergeAll(layerStorage, layerClock, layerDone)
const fresh = Layer.provideMerge(layer({ record }), outside)
/** A runner over the same store and clock. */
const startWith = <H extends Readonly<Record<string, Handler<unknown>>>>(handlers: H) =>
  Effect.map(Layer.build(layer(handlers)), (context) => Context.get(context, Deadlines))

const transact = <Y extends Body.Step, A>(body: () => Iterable<Y, A, unknown>) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(body))
const deadline = (name: string, due_ms: number, kind = "record"): Deadline => ({
  name,
  kind,
  due_ms: AT_MS + due_ms,
  payload: name
})
const add = (...deadlines: ReadonlyArray<Deadline>) => transact(() => Body.forEach(deadlines, schedule))
const freeze = (ms: number) =>
  Effect.flatMap(ServiceClock, (clock) => clock.set({ mode: "frozen", now_ms: AT_MS + ms }))
const runDue = Effect.flatMap(Deadlines, (deadlines) => deadlines.runDue)
const wake = Effect.flatMap(Deadlines, (deadlines) => deadlines.wake)
const wakeBefore = (ms: number) => Effect.flatMap(Deadlines, (deadlines) => deadlines.wakeBefore(AT_MS + ms))
const rows = transact(() => store.list({ prefix: "deadline" }))

describe("deadlines due", () => {
  it.effect("are completed in the order of their times, then of their names", () =>
    Effect.gen(function* () {
      yield* freeze(10_000)
      yield* add(
        deadline("c", 300),
        deadline("b", 9_000),
        deadline("a", 9_000),
        deadline("d", 10_000),
        deadline("e", 20)
      )
      yield* runDue
      assert.deepStrictEqual(yield* done, ["e at 20", "c at 300", "a at 9000", "b at 9000", "d at 10000"])
      assert.deepStrictEqual(yield* rows, [])
    }).pipe(Effect.provide(fresh))
  )

  it.effect("are those up to the clock's reading, and each is completed once", () =>
    Effect.gen(function* () {
      yield* freeze(0)
      yield* add(deadline("now", 0), deadline("soon", 1), deadline("later", 900_000))
      yield* runDue
      assert.deepStrictEqual(yield* done, ["now at 0"])
      yield* freeze(899_999)
      yield* Effect.all([runDue, runDue, runDue], { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* done, ["soon at 1"])
      yield* freeze(900_000)
      yield* runDue
      assert.deepStrictEqual(yield* done, ["later at 900000"])
    }).pipe(Effect.provide(fresh))
  )

  it.effect("follow a clock that runs", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      yield* add(deadline("a", 3_000))
      yield* TestClock.adjust(2_999)
      yield* runDue
      assert.deepStrictEqual(yield* done, [])
      yield* TestClock.adjust(1)
      yield* runDue
      assert.deepStrictEqual(yield* done, ["a at 3000"])
    }).pipe(Effect.provide(fresh))
  )

  it.effect("are not completed once they were cancelled", () =>
    Effect.gen(function* () {
      yield* freeze(10)
      yield* add(deadline("kept", 1), deadline("gone", 2))
      yield* transact(() => Body.forEach([deadline("gone", 2), deadline("absent", 2)], cancel))
      yield* runDue
      assert.deepStrictEqual(yield* done, ["kept at 1"])
      assert.deepStrictEqual(yield* rows, [])
    }).pipe(Effect.provide(fresh))
  )

  it.effect("are replaced by those scheduled under the same name at the same time", () =>
    Effect.gen(function* () {
      yield* freeze(10)
      yield* add(deadline("a", 5), deadline("a", 7), deadline("a/b", 1), { ...deadline("a", 5), payload: "other" })
      yield* runDue
      assert.deepStrictEqual(yield* done, ["a/b at 1", "other at 5", "a at 7"])
    }).pipe(Effect.provide(fresh))
  )

  it.effect("are not there when the transaction that scheduled them failed", () =>
    Effect.gen(function* () {
      yield* freeze(10)
      yield* Effect.exit(
        transact(function* () {
          yield* schedule(deadline("a", 5))
          return yield* Result.fail("refused")
        })
      )
      yield* runDue
      assert.deepStrictEqual(yield* done, [])
    }).pipe(Effect.provide(fresh))
  )

  it.effect("survive a restart, overdue ones too", () =>
    Effect.gen(function* () {
      yield* freeze(0)
      yield* Effect.scoped(startWith({ record }))
      yield* add(deadline("a", 5), deadline("b", 50))
      yield* freeze(20)
      const restarted = yield* startWith({ record })
      yield* restarted.runDue
      assert.deepStrictEqual(yield* done, ["a at 5"])
      yield* freeze(50)
      yield* restarted.runDue
      assert.deepStrictEqual(yield* done, ["b at 50"])
    }).pipe(Effect.scoped, Effect.provide(outside))
  )
})

describe("a handler", () => {
  it.effect("that schedules something due gets it completed before runDue is over", () =>
    Effect.gen(function* () {
      yield* freeze(10)
      const deadlines = yield* startWith({
        record,
        chain: (_, due_ms) => Effect.orDie(add({ ...deadline("next", 0), due_ms: due_ms + 1 }))
      })
      yield* add(deadline("first", 3, "chain"), deadline("last", 10))
      yield* deadlines.runDue
      assert.deepStrictEqual(yield* done, ["next at 4", "last at 10"])
    }).pipe(Effect.scoped, Effect.provide(outside))
  )

  it.effect("that schedules its own name anew keeps the new one", () =>
    Effect.gen(function* () {
      yield* freeze(10)
      const deadlines = yield* startWith({
        again: (_, due_ms) =>
          Effect.andThen(note("again"), Effect.orDie(add(deadline("a", due_ms - AT_MS + 100, "again"))))
      })
      yield* add(deadline("a", 10, "again"))
      yield* deadlines.runDue
      assert.deepStrictEqual(yield* done, ["again"])
      yield* freeze(110)
      yield* deadlines.runDue
      assert.deepStrictEqual(yield* done, ["again"])
      yield* transact(() => cancel(deadline("a", 210)))
      assert.deepStrictEqual(yield* rows, [])
    }).pipe(Effect.scoped, Effect.provide(outside))
  )

  it.effect("that cancels a later one stops it", () =>
    Effect.gen(function* () {
      yield* freeze(10)
      const deadlines = yield* startWith({ record, stop: () => Effect.orDie(transact(() => cancel(deadline("b", 2)))) })
      yield* add(deadline("a", 1, "stop"), deadline("b", 2), deadline("c", 3))
      yield* deadlines.runDue
      assert.deepStrictEqual(yield* done, ["c at 3"])
    }).pipe(Effect.scoped, Effect.provide(outside))
  )

  it.effect.each([
    { what: "dies", kind: "bug" },
    { what: "is missing", kind: "unheard-of" },
    { what: "has the name of something every object has", kind: "toString" }
  ])("that $what is logged and does not stop the others", ({ kind }) =>
    Effect.gen(function* () {
      yield* freeze(10)
      const logged: Array<string> = []
      const logger = Logger.make(({ message }) => void logged.push(String(message)))
      const deadlines = yield* startWith({ record, bug: () => Effect.die(new Error("a bug")) })
      yield* add(deadline("a", 1), deadline("b", 2, kind), deadline("c", 3))
      yield* deadlines.runDue.pipe(Effect.provide(Logger.layer([logger])))
      assert.deepStrictEqual(yield* done, ["a at 1", "c at 3"])
      assert.match(logged.join(), new RegExp(`deadline b of kind ${kind} was dropped`))
      assert.deepStrictEqual(yield* rows, [])
    }).pipe(Effect.scoped, Effect.provide(outside))
  )

  it.effect("that the store fails keeps its deadline for another try", () =>
    Effect.gen(function* () {
      yield* freeze(10)
      let full = true
      const deadlines = yield* startWith({
        write: () => (full ? Effect.fail(new StorageError({ message: "full" })) : note("written"))
      })
      yield* add(deadline("a", 1, "write"))
      assert.strictEqual((yield* Effect.flip(deadlines.runDue))._tag, "StorageError")
      full = false
      yield* deadlines.runDue
      assert.deepStrictEqual(yield* done, ["written"])
    }).pipe(Effect.scoped, Effect.provide(outside))
  )

  it.effect("that claims its row in its own transaction has its effect once, even when it is stopped right after", () =>
    Effect.gen(function* () {
      yield* freeze(10)
      const count = Body.gen(function* () {
        yield* store.put("count", String(Number((yield* store.get("count")) ?? 0) + 1))
      })
      const handlers = {
        count: (_: unknown, __: number, claim: Body.Body<boolean>) =>
          Effect.flatMap(Storage, (storage) =>
            storage
              .transaction(function* () {
                if (yield* claim) yield* count
              })
              .pipe(Effect.andThen(note("kept")), Effect.andThen(Effect.never))
          )
      }
      yield* add(deadline("a", 1, "count"))
      const stopped = yield* Effect.forkChild((yield* startWith(handlers)).runDue)
      yield* awaitDone
      yield* Fiber.interrupt(stopped)
      yield* (yield* startWith(handlers)).runDue
      assert.strictEqual(yield* transact(() => store.get("count")), "1")
    }).pipe(Effect.scoped, Effect.provide(outside))
  )
})

describe("the runner", () => {
  const running = Effect.flatMap(Deadlines, (deadlines) => Effect.forkScoped(deadlines.run))

  it.effect("completes each deadline of a running clock when it is due", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      yield* add(deadline("a", 3_000), deadline("b", 900_000))
      yield* running
      yield* TestClock.adjust(2_999)
      assert.deepStrictEqual(yield* done, [])
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* awaitDone, "a at 3000")
      yield* TestClock.adjust(900_000 - 3_001)
      assert.deepStrictEqual(yield* done, [])
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* awaitDone, "b at 900000")
    }).pipe(Effect.scoped, Effect.provide(fresh))
  )

  it.effect("is woken for a deadline earlier than the one it waits for", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      yield* add(deadline("late", 50_000))
      yield* running
      yield* TestClock.adjust(1)
      yield* add(deadline("early", 1_000))
      yield* wake
      yield* TestClock.adjust(999)
      assert.strictEqual(yield* awaitDone, "early at 1000")
    }).pipe(Effect.scoped, Effect.provide(fresh))
  )

  it.effect("is woken before a deadline that is earlier than the one it waits for, and completes both in time", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT_MS)
      yield* add(deadline("late", 50_000))
      yield* running
      yield* TestClock.adjust(1)
      yield* add(deadline("early", 1_000))
      yield* wakeBefore(1_000)
      yield* TestClock.adjust(999)
      assert.strictEqual(yield* awaitDone, "early at 1000")
      yield* TestClock.adjust(49_000)
      assert.strictEqual(yield* awaitDone, "late at 50000")
    }).pipe(Effect.scoped, Effect.provide(fresh))
  )

  it.effect("is not woken for one that is as late as the one it waits for, or later", () =>
    Effect.gen(function* () {
      const looks = { count: 0 }
      const counting = Effect.map(Storage, (storage) =>
        Storage.of({
          ...storage,
          transaction: (body) => {
            looks.count++
            return storage.transaction(body)
          }
        })
      )
      yield* TestClock.setTime(AT_MS)
      yield* add(deadline("first", 5_000))
      const deadlines = yield* Effect.provideServiceEffect(startWith({ record }), Storage, counting)
      yield* Effect.forkScoped(deadlines.run)
      yield* TestClock.adjust(1)
      yield* add(deadline("same", 5_000), deadline("later", 5_001))
      const before = looks.count
      assert.isAbove(before, 0)
      for (const due_ms of [5_000, 5_001]) yield* deadlines.wakeBefore(AT_MS + due_ms)
      yield* TestClock.adjust(4_998)
      assert.strictEqual(looks.count, before)
      yield* TestClock.adjust(2)
      assert.deepStrictEqual(yield* done, ["first at 5000", "same at 5000", "later at 5001"])
    }).pipe(Effect.scoped, Effect.provide(outside))
  )

  it.effect("completes what is due when a frozen clock is set", () =>
    Effect.gen(function* () {
      yield* freeze(0)
      yield* add(deadline("a", 3_000))
      yield* running
      yield* TestClock.adjust(3_600_000)
      assert.deepStrictEqual(yield* done, [])
      yield* freeze(3_000)
      yield* wake
      assert.strictEqual(yield* awaitDone, "a at 3000")
    }).pipe(Effect.scoped, Effect.provide(fresh))
  )

  it.effect("finds without being woken, after a minute of real time, what another process scheduled", () =>
    Effect.gen(function* () {
      yield* freeze(10)
      yield* running
      yield* TestClock.adjust(1)
      yield* add(deadline("a", 5))
      yield* TestClock.adjust(60_000)
      assert.strictEqual(yield* awaitDone, "a at 5")
    }).pipe(Effect.scoped, Effect.provide(fresh))
  )

  it.effect("goes on after the store failed for a while", () =>
    Effect.gen(function* () {
      yield* freeze(10)
      let failures = 3
      const deadlines = yield* startWith({
        write: () => (failures-- > 0 ? Effect.fail(new StorageError({ message: "full" })) : note("written"))
      })
      yield* add(deadline("a", 1, "write"))
      yield* Effect.forkScoped(deadlines.run)
      yield* TestClock.adjust(3_000)
      assert.strictEqual(yield* awaitDone, "written")
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(outside))
  )
})

/** The same store, but its answers take a while to arrive. */
const answeringLate = Effect.map(Storage, ({ transaction }) =>
  Storage.of({ transaction: (body) => Effect.tap(transaction(body), () => yieldTimes(3)) })
)
const yieldTimes = (times: number) => Effect.repeat(Effect.yieldNow, { times })

describeOnEachStore(
  "the runner, while it looks,",
  (test) => {
    test(
      "misses none that is scheduled meanwhile, at whatever moment",
      Effect.gen(function* () {
        const notes = new Set<unknown>()
        const note = (payload: unknown) => Effect.sync(() => void notes.add(payload))
        const { run, wakeBefore } = yield* Effect.provideServiceEffect(startWith({ note }), Storage, answeringLate)
        yield* Effect.forkScoped(run)
        const noted = (name: string) =>
          Effect.eventually(Effect.filterOrFail(Effect.succeed(notes), () => notes.has(name)))
        const scheduleIn = Effect.fnUntraced(function* (name: string, ms: number) {
          const due_ms = (yield* Clock.currentTimeMillis) + ms
          yield* add({ name, kind: "note", due_ms, payload: name })
          yield* wakeBefore(due_ms)
        })
        for (let moment = 0; moment < 60; moment++) {
          const [one, two] = [`${moment} one`, `${moment} two`]
          yield* scheduleIn(one, 1_000)
          // Until it waits for it.
          yield* yieldTimes(100)
          const passing = yield* Effect.forkChild(TestClock.adjust(1_000), { startImmediately: true })
          yield* yieldTimes(moment)
          yield* scheduleIn(two, 2_000)
          yield* Fiber.join(passing)
          yield* noted(one)
          yield* TestClock.adjust(2_000)
          yield* noted(two)
        }
      })
    )
  },
  { interleave: true, on: ["memory", "file"] }
)
