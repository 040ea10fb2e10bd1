import { layer as layerCounters } from "@backlot/adapters-memory/Counters"
import { gateway } from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { IdentifyLimit, layer } from "../../src/gateway/IdentifyLimit.ts"
import { APP, OTHER_APP, running } from "../fixture/Running.ts"
import { connect, IDENTIFY, login } from "./Bot.ts"
import { given } from "./World.ts"

describe("sessions that begin", () => {
  it.effect("one IDENTIFY per bucket per 5 s", () =>
    Effect.gen(function* () {
      const { take } = yield* IdentifyLimit
      assert.isTrue(yield* take(APP, 0, "enforce"))
      const refused = yield* Effect.forkChild(take(APP, 1, "enforce"), { startImmediately: true })
      assert.isTrue(yield* take(OTHER_APP, 0, "enforce"))
      yield* TestClock.adjust(gateway.identifyWindowMs)
      assert.isFalse(yield* Fiber.join(refused))
      assert.isTrue(yield* take(APP, 1, "enforce"))
    }).pipe(Effect.provide(limit()))
  )

  for (const mode of ["observe", "off"] as const) {
    it.effect(`are never refused in ${mode}, and nothing is used up`, () =>
      Effect.gen(function* () {
        const { take, read } = yield* IdentifyLimit
        for (let i = 0; i < 2_000; i++) assert.isTrue(yield* take(APP, i % 3, mode))
        assert.deepInclude(yield* read(APP, mode), { total: 1000, remaining: 1000, max_concurrency: 16 })
      }).pipe(Effect.provide(limit()))
    )
  }

  it.effect("are counted for a day, and shown", () =>
    Effect.gen(function* () {
      const { take, read } = yield* IdentifyLimit
      for (let i = 0; i < 3; i++) {
        assert.isTrue(yield* take(APP, 0, "enforce"))
        yield* TestClock.adjust(gateway.identifyWindowMs)
      }
      const reset_after = 86_400_000 - 3 * gateway.identifyWindowMs
      assert.deepInclude(yield* read(APP, "enforce"), { remaining: 997, reset_after })
      yield* TestClock.adjust(86_400_000)
      assert.deepInclude(yield* read(APP, "enforce"), { remaining: 1000, reset_after: 0 })
    }).pipe(Effect.provide(limit()))
  )

  it.effect(
    "too soon after another are answered with op 9 false when the next one may come, on an open connection",
    () =>
      Effect.gen(function* () {
        yield* login()
        const bot = yield* connect()
        yield* bot.next
        bot.send(2, IDENTIFY)
        bot.send(1, null)
        assert.strictEqual((yield* bot.next).op, 11, "a heartbeat does not wait")
        yield* TestClock.adjust(gateway.identifyWindowMs - 1)
        bot.send(1, null)
        assert.strictEqual((yield* bot.next).op, 11, "it is still too soon")
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(yield* bot.next, { t: null, s: null, op: 9, d: false })
        bot.send(2, IDENTIFY)
        assert.strictEqual((yield* bot.next).t, "READY")
      }).pipe(Effect.scoped, Effect.provide(running({ world: given, limits: "enforce" })))
  )

  it.effect("too soon wait in a number that has a bound, where the next one is answered at once", () =>
    Effect.gen(function* () {
      const { take } = yield* IdentifyLimit
      assert.isTrue(yield* take(APP, 0, "enforce"))
      assert.isTrue(yield* take(OTHER_APP, 0, "enforce"))
      const answered: Array<number> = []
      const wait = (i: number, application = APP) =>
        Effect.forkChild(
          Effect.map(take(application, 0, "enforce"), () => void answered.push(i)),
          { startImmediately: true }
        )
      const most = gateway.identifyWaiters
      for (let i = 0; i <= most; i++) yield* wait(i)
      assert.deepStrictEqual(answered, [most])
      yield* wait(-1, OTHER_APP)
      assert.deepStrictEqual(answered, [most])
      yield* TestClock.adjust(gateway.identifyWindowMs)
      assert.lengthOf(answered, most + 2)
      assert.isTrue(yield* take(APP, 0, "enforce"))
      yield* wait(-1)
      assert.lengthOf(answered, most + 2, "there is room again")
    }).pipe(Effect.provide(limit()))
  )
})

const limit = () => Layer.provide(layer, layerCounters)
