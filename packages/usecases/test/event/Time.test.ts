import { ServiceClock } from "@backlot/ports/ServiceClock"
import { StorageError } from "@backlot/ports/Storage"
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { EventLog } from "../../src/event/EventLog.ts"
import * as Time from "../../src/event/Time.ts"
import { schedule } from "../../src/store/Deadlines.ts"
import { describeOnEachStore, events, notes, transact, WALL_MS } from "../fixture/Stores.ts"

const frozenAt = (now: number): Time.ClockReading => ({ now, mode: "frozen" })
const realAt = (now: number): Time.ClockReading => ({ now, mode: "real" })

const note = (due_ms: number) =>
  transact(() => schedule({ name: `note ${due_ms}`, kind: "test.note", due_ms, payload: due_ms - WALL_MS }))
/** What deadlines noted since `notes` was emptied. */
const noted = Effect.sync(() => notes.splice(0))

describeOnEachStore("the service clock", (test) => {
  test(
    "runs with the wall until it is told otherwise",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Time.read, realAt(WALL_MS))
      yield* TestClock.adjust(5)
      assert.deepStrictEqual(yield* Time.read, realAt(WALL_MS + 5))
      assert.isFalse(yield* Time.restore)
    })
  )

  test(
    "freezes at the moment it reads and runs on from there",
    Effect.gen(function* () {
      yield* Time.change({ now: 1_000 })
      assert.deepStrictEqual(yield* Time.change({ mode: "frozen" }), frozenAt(1_000))
      yield* TestClock.adjust(60_000)
      assert.deepStrictEqual(yield* Time.read, frozenAt(1_000))
      assert.deepStrictEqual(yield* Time.change({ mode: "real" }), realAt(1_000))
      yield* TestClock.adjust(7)
      assert.deepStrictEqual(yield* Time.read, realAt(1_007))
    })
  )

  test(
    "goes forward by exactly what is asked, in both modes",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Time.change({ advance_ms: 900_000 }), realAt(WALL_MS + 900_000))
      yield* Time.change({ mode: "frozen" })
      assert.deepStrictEqual(yield* Time.change({ advance_ms: 1 }), frozenAt(WALL_MS + 900_001))
    })
  )

  test(
    "goes to any moment, back too",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Time.change({ now: WALL_MS - 86_400_000 }), realAt(WALL_MS - 86_400_000))
      yield* Time.change({ mode: "frozen" })
      assert.deepStrictEqual(yield* Time.change({ now: 0 }), frozenAt(0))
    })
  )

  test(
    "is stored with the data and taken up again",
    Effect.gen(function* () {
      yield* Time.change({ now: 5_000 })
      yield* Time.change({ mode: "frozen" })
      // What a new process begins with.
      yield* (yield* ServiceClock).set({ mode: "real", offset_ms: 0 })
      assert.isTrue(yield* Time.restore)
      assert.deepStrictEqual(yield* Time.read, frozenAt(5_000))
    })
  )

  test(
    "keeps its distance from the wall over a restart",
    Effect.gen(function* () {
      yield* Time.change({ advance_ms: 3_600_000 })
      yield* (yield* ServiceClock).set({ mode: "real", offset_ms: 0 })
      yield* TestClock.adjust(1_000)
      yield* Time.restore
      assert.deepStrictEqual(yield* Time.read, realAt(WALL_MS + 3_601_000))
    })
  )

  test(
    "tells of every change what it reads then",
    Effect.gen(function* () {
      yield* Time.change({ advance_ms: 1_500 })
      yield* Time.change({ mode: "frozen" })
      yield* Time.change({ now: 0 })
      const told = (yield* events).filter(({ type }) => type === "clock.changed")
      assert.deepStrictEqual(
        told.map(({ data }) => data),
        [
          { now: "2026-01-01T00:00:01.500Z", mode: "real" },
          { now: "2026-01-01T00:00:01.500Z", mode: "frozen" },
          { now: "1970-01-01T00:00:00.000Z", mode: "frozen" }
        ]
      )
    })
  )

  test(
    "stays as it is when the change can not be stored",
    Effect.gen(function* () {
      const log = yield* EventLog
      const full: EventLog["Service"] = {
        ...log,
        commitAt: (body) =>
          Effect.andThen(
            Effect.exit(
              log.commitAt(function* () {
                yield* body()
                return yield* Result.fail("undone")
              })
            ),
            Effect.fail(new StorageError({ message: "the disk is full" }))
          )
      }
      const error = yield* Effect.flip(Effect.provideService(Time.change({ now: 0 }), EventLog, full))
      assert.strictEqual(error._tag, "StorageError")
      assert.deepStrictEqual(yield* Time.read, realAt(WALL_MS))
      assert.isFalse(yield* Time.restore)
    })
  )
})

describeOnEachStore("deadlines that fall due by a change of the clock", (test) => {
  test(
    "complete in order before it answers, those to come stay",
    Effect.gen(function* () {
      yield* noted
      for (const due of [3_000, 900_000, 1_000, 2_000]) yield* note(WALL_MS + due)
      yield* Time.change({ advance_ms: 2_999 })
      assert.deepStrictEqual(yield* noted, [1_000, 2_000])
      yield* Time.change({ now: WALL_MS + 3_000 })
      assert.deepStrictEqual(yield* noted, [3_000])
      yield* Time.change({ mode: "frozen" })
      yield* Time.change({ now: WALL_MS })
      assert.deepStrictEqual(yield* noted, [])
      yield* Time.change({ advance_ms: 900_000 })
      assert.deepStrictEqual(yield* noted, [900_000])
    })
  )
})

describeOnEachStore(
  "changes of the clock at once",
  (test) => {
    test(
      "all count",
      Effect.gen(function* () {
        yield* Time.change({ mode: "frozen" })
        const readings = yield* Effect.forEach(Array.from({ length: 20 }), () => Time.change({ advance_ms: 1_000 }), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(yield* Time.read, frozenAt(WALL_MS + 20_000))
        assert.isTrue(readings.every(({ now }) => now >= WALL_MS + 1_000))
        yield* (yield* ServiceClock).set({ mode: "real", offset_ms: 0 })
        yield* Time.restore
        assert.deepStrictEqual(yield* Time.read, frozenAt(WALL_MS + 20_000))
      })
    )
  },
  { interleave: true }
)
