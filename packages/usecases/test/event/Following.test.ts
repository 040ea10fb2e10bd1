import { events as limits } from "@backlot/domain/base/KeptLimits"
import { type LoggedEvent, listeners } from "@backlot/ports/EventBus"
import { StorageError } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { type Follower, makeFollow } from "../../src/event/Following.ts"

const event = (seq: number): LoggedEvent => ({ seq, type: "test.event", at: 0, data: null })
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => event(first + i))

/** A log that ends at `published`, and still has the events after `dropped`. */
const logOf = ({ published = 0, dropped = 0 } = {}) => {
  const bus = listeners()
  const log = { published, dropped, failures: 0, reads: 0 }
  const since = (seq: number, limit: number) =>
    Effect.suspend(() => {
      log.reads++
      if (log.failures-- > 0) return Effect.fail(new StorageError({ message: "a failure on purpose" }))
      return Effect.succeed(from(Math.max(seq, log.dropped) + 1, log.published).slice(0, limit))
    })
  const publish = (...events: ReadonlyArray<LoggedEvent>) => {
    log.published = events.at(-1)?.seq ?? log.published
    bus.publish(events)
  }
  return { log, bus, publish, follow: makeFollow({ bus, since, position: () => log.published }) }
}

const seen: Array<string> = []
const recorder = (handle: Follower<never>["handle"] = () => undefined): Follower<never> => {
  seen.length = 0
  return {
    handle: (given) => {
      seen.push(String(given.seq))
      return handle(given)
    },
    lost: ({ seq }) => Effect.sync(() => void seen.push(`lost before ${seq}`))
  }
}

describe("who follows the log", () => {
  it.effect("has each later event when its publication returns", () =>
    Effect.gen(function* () {
      const { publish, follow } = logOf({ published: 4 })
      yield* follow(recorder())
      publish(event(5))
      publish(event(6), event(7))
      assert.deepStrictEqual(seen, ["5", "6", "7"])
    })
  )

  it.effect("gets the next event after the effect for the one before", () =>
    Effect.gen(function* () {
      const { publish, follow } = logOf()
      const gate = yield* Deferred.make<void>()
      yield* follow(recorder(({ seq }) => (seq === 1 ? Deferred.await(gate) : undefined)))
      publish(event(1), event(2))
      publish(event(3))
      assert.deepStrictEqual(seen, ["1"])
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.yieldNow
      assert.deepStrictEqual(seen, ["1", "2", "3"])
    })
  )

  it.effect("reads in the log what it could not keep while it was busy", () =>
    Effect.gen(function* () {
      const { log, publish, follow } = logOf()
      const gate = yield* Deferred.make<void>()
      yield* follow(recorder(({ seq }) => (seq === 1 ? Deferred.await(gate) : undefined)))
      const last = limits.streamBuffer * 3
      for (const each of from(1, last)) publish(each)
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.yieldNow
      assert.deepStrictEqual(
        seen,
        from(1, last).map(({ seq }) => String(seq))
      )
      assert.strictEqual(log.reads, 1)
    })
  )

  it.effect("reads in the log what the bus did not bring, and nothing twice", () =>
    Effect.gen(function* () {
      const { publish, follow } = logOf({ published: 1 })
      yield* follow(recorder())
      publish(event(4))
      publish(event(4), event(5))
      assert.deepStrictEqual(seen, ["2", "3", "4", "5"])
    })
  )

  it.effect("is told once of events that are no longer in the log, and goes on", () =>
    Effect.gen(function* () {
      const { log, publish, follow } = logOf()
      yield* follow(recorder())
      log.dropped = 3
      publish(event(5))
      assert.deepStrictEqual(seen, ["lost before 4", "4", "5"])
      log.dropped = 9
      publish(event(8))
      publish(event(9))
      assert.deepStrictEqual(seen.slice(3), ["lost before 8", "8", "9"])
    })
  )

  it.effect("tries a failing log again before it takes events for lost", () =>
    Effect.gen(function* () {
      const { log, publish, follow } = logOf()
      yield* follow(recorder())
      log.failures = 3
      publish(event(2))
      assert.deepStrictEqual(seen, [])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(seen, ["1", "2"])
      log.failures = 1_000
      publish(event(4))
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(seen.slice(2), ["lost before 4", "4"])
    })
  )

  it.effect("goes on after a defect", () =>
    Effect.gen(function* () {
      const { publish, follow } = logOf()
      const handle = recorder(({ seq }) => {
        if (seq === 1) throw new Error("a defect on purpose")
        return seq === 2 ? Effect.die("another one") : undefined
      })
      yield* follow(handle)
      publish(event(1), event(2))
      publish(event(3))
      assert.deepStrictEqual(seen, ["1", "2", "3"])
    })
  )

  it.effect("ends with its scope, in the middle of an event too", () =>
    Effect.gen(function* () {
      const { publish, follow } = logOf()
      const scope = yield* Scope.make()
      let isEnded = false
      const waiting = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          isEnded = true
        })
      )
      yield* Scope.provide(follow(recorder(({ seq }) => (seq === 2 ? waiting : undefined))), scope)
      publish(event(1), event(2), event(3))
      const closing = yield* Effect.forkChild(Scope.close(scope, yield* Effect.exit(Effect.void)))
      yield* Fiber.join(closing)
      publish(event(4))
      assert.isTrue(isEnded)
      assert.deepStrictEqual(seen, ["1", "2"])
    })
  )
})
