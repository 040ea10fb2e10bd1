import { Counters } from "@backlot/ports/Counters"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { clearLimits, InvalidRequests, layer } from "../../src/access/InvalidRequests.ts"
import * as Time from "../../src/event/Time.ts"
import { settle } from "../fixture/Harbour.ts"
import { describeOnEachStore, WALL_MS } from "../fixture/Stores.ts"

const [HERE, THERE] = ["192.0.2.1", "2001:db8::1"]
const MINUTE_MS = 60_000

const count = (times: number, address = HERE) =>
  Effect.flatMap(InvalidRequests, (invalid) => Effect.replicateEffect(invalid.count(address), times, { discard: true }))
const blockedFor = (address: string) => Effect.flatMap(InvalidRequests, (invalid) => invalid.blockedFor(address))

describeOnEachStore("an address", (test) => {
  test(
    "is blocked by 10,000 bad answers in 10 min, until the window passes",
    Effect.gen(function* () {
      yield* settle()
      yield* count(9_999)
      assert.isUndefined(yield* blockedFor(HERE))
      yield* TestClock.adjust(4 * MINUTE_MS)
      yield* count(1)
      assert.strictEqual(yield* blockedFor(HERE), 6 * MINUTE_MS)
      assert.isUndefined(yield* blockedFor(THERE))
      yield* TestClock.adjust(6 * MINUTE_MS)
      assert.isUndefined(yield* blockedFor(HERE))
    })
  )

  test(
    "is not blocked by as many in a longer time",
    Effect.gen(function* () {
      yield* settle()
      yield* count(9_999)
      yield* TestClock.adjust(10 * MINUTE_MS)
      yield* count(9_999)
      assert.isUndefined(yield* blockedFor(HERE))
    })
  )

  test(
    "is free again after a reset, or when the clock goes back",
    Effect.gen(function* () {
      yield* settle()
      yield* count(10_000)
      yield* clearLimits
      assert.isUndefined(yield* blockedFor(HERE))
      yield* count(10_000)
      assert.isDefined(yield* blockedFor(HERE))
      yield* Time.change({ now: WALL_MS - 1 })
      assert.isUndefined(yield* blockedFor(HERE))
    })
  )

  test(
    "is blocked only where limits are enforced",
    Effect.gen(function* () {
      yield* settle()
      yield* count(10_000)
      yield* Time.change({ mode: "frozen" })
      assert.isUndefined(yield* blockedFor(HERE))
      yield* count(10_000, THERE)
      yield* Time.change({ mode: "real" })
      assert.isDefined(yield* blockedFor(HERE))
      assert.isUndefined(yield* blockedFor(THERE))
    })
  )

  test(
    "is counted by all processes together",
    Effect.gen(function* () {
      yield* settle()
      const counters = yield* Counters
      yield* count(9_999)
      yield* Effect.provide(
        Effect.andThen(
          count(1),
          Effect.map(blockedFor(HERE), (left) => assert.isDefined(left))
        ),
        layer,
        { local: true }
      ).pipe(Effect.provideService(Counters, counters))
    })
  )
})
