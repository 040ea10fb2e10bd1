import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeSlots } from "../../src/outbound/DeliverySlots.ts"

/** Slots, and deliveries that run until they are released. */
const harness = (limits: {
  readonly concurrent: number
  readonly perApplication: number
  readonly waiting: number
  readonly bytes?: number
}) => {
  const slots = makeSlots(limits)
  const running: Array<string> = []
  const queued: Array<string> = []
  const start = Effect.fnUntraced(function* (application: string, name: string, bytes?: number) {
    const done = yield* Deferred.make<void>()
    const fiber = yield* Effect.forkChild(
      slots.take(
        application,
        Effect.sync(() => void queued.push(name)),
        Effect.andThen(
          Effect.sync(() => void running.push(name)),
          Deferred.await(done)
        ),
        bytes
      ),
      { startImmediately: true }
    )
    return { fiber, done }
  })
  return { start, running, queued, isFree: slots.isFree }
}

const end = ({ fiber, done }: { readonly fiber: Fiber.Fiber<void, unknown>; readonly done: Deferred.Deferred<void> }) =>
  Effect.andThen(Deferred.succeed(done, undefined), Fiber.join(fiber))

describe("turns of deliveries", () => {
  it.effect("one application takes only its own, so that others go on", () =>
    Effect.gen(function* () {
      const { start, running, queued } = harness({ concurrent: 4, perApplication: 2, waiting: 10 })
      const first = yield* start("a", "a1")
      for (const name of ["a2", "a3", "a4"]) yield* start("a", name)
      yield* start("b", "b1")
      assert.deepStrictEqual(
        [running, queued],
        [
          ["a1", "a2", "b1"],
          ["a3", "a4"]
        ]
      )
      yield* end(first)
      yield* Effect.yieldNow
      assert.deepStrictEqual(running, ["a1", "a2", "b1", "a3"])
    })
  )

  it.effect("all applications together take no more than all", () =>
    Effect.gen(function* () {
      const { start, running, queued } = harness({ concurrent: 2, perApplication: 2, waiting: 10 })
      const first = yield* start("a", "a")
      yield* start("b", "b")
      yield* start("c", "c")
      assert.deepStrictEqual([running, queued], [["a", "b"], ["c"]])
      yield* end(first)
      yield* Effect.yieldNow
      assert.deepStrictEqual(running, ["a", "b", "c"])
    })
  )

  it.effect("who would hold too many bytes in line is turned away; who need not wait is not", () =>
    Effect.gen(function* () {
      const { start, running } = harness({ concurrent: 2, perApplication: 1, waiting: 10, bytes: 100 })
      const first = yield* start("a", "a1", 60)
      const second = yield* start("a", "a2", 60)
      assert.strictEqual((yield* Effect.flip(Fiber.join(second.fiber)))._tag, "QueueFull")
      yield* start("b", "b1", 60)
      yield* end(first)
      yield* start("b", "b2", 40)
      assert.deepStrictEqual(running, ["a1", "b1"])
    })
  )

  it.effect("who waits too long in line is turned away, and whoever leaves makes room", () =>
    Effect.gen(function* () {
      const { start, running } = harness({ concurrent: 1, perApplication: 1, waiting: 1 })
      const first = yield* start("a", "a1")
      const second = yield* start("a", "a2")
      const third = yield* start("a", "a3")
      assert.strictEqual((yield* Effect.flip(Fiber.join(third.fiber)))._tag, "QueueFull")
      yield* Fiber.interrupt(second.fiber)
      yield* start("a", "a4")
      yield* end(first)
      yield* Effect.yieldNow
      assert.deepStrictEqual(running, ["a1", "a4"])
    })
  )

  it.effect("a turn is free while it would come at once", () =>
    Effect.gen(function* () {
      const { start, isFree } = harness({ concurrent: 3, perApplication: 2, waiting: 10 })
      const free = () => ["a", "b"].map(isFree)
      assert.deepStrictEqual(free(), [true, true])
      const first = yield* start("a", "a1")
      assert.deepStrictEqual(free(), [true, true])
      const second = yield* start("a", "a2")
      assert.deepStrictEqual(free(), [false, true])
      const third = yield* start("b", "b1")
      assert.deepStrictEqual(free(), [false, false])
      const waiting = yield* start("a", "a3")
      yield* end(first)
      yield* Effect.yieldNow
      assert.deepStrictEqual(free(), [false, false])
      for (const one of [second, third, waiting]) yield* end(one)
      assert.deepStrictEqual(free(), [true, true])
    })
  )
})
