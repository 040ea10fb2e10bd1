import { gateway } from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { IdentifyLimit } from "../../src/gateway/IdentifyLimit.ts"
import { APP, OTHER_APP, running } from "../fixture/Running.ts"
import { connect, IDENTIFY, login } from "./Bot.ts"
import { given } from "./World.ts"

/** A limit whose clock the test moves. */
const limitAt = () => {
  const clock = { ms: 1_000_000 }
  return { clock, limit: new IdentifyLimit(() => clock.ms) }
}

describe("sessions that begin", () => {
  it("one IDENTIFY per bucket per 5 s", () => {
    const { clock, limit } = limitAt()
    assert.isTrue(limit.take(APP, 0, "enforce"))
    assert.isFalse(limit.take(APP, 1, "enforce"))
    assert.isTrue(limit.take(OTHER_APP, 0, "enforce"))
    clock.ms += gateway.identifyWindowMs
    assert.isTrue(limit.take(APP, 1, "enforce"))
  })

  it.each(["observe", "off"] as const)("are never refused in %s, and nothing is used up", (mode) => {
    const { limit } = limitAt()
    for (let i = 0; i < 2_000; i++) assert.isTrue(limit.take(APP, i % 3, mode))
    assert.deepInclude(limit.read(APP, mode), { total: 1000, remaining: 1000, max_concurrency: 16 })
  })

  it("are counted for a day, and shown", () => {
    const { clock, limit } = limitAt()
    for (let i = 0; i < 3; i++) {
      limit.take(APP, 0, "enforce")
      clock.ms += gateway.identifyWindowMs
    }
    const reset_after = 86_400_000 - 3 * gateway.identifyWindowMs
    assert.deepInclude(limit.read(APP, "enforce"), { remaining: 997, reset_after })
    clock.ms += 86_400_000
    assert.deepInclude(limit.read(APP, "enforce"), { remaining: 1000, reset_after: 0 })
  })

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
      const { limit } = limitAt()
      limit.take(APP, 0, "enforce")
      const answered: Array<number> = []
      const wait = (i: number) => Effect.map(limit.whenFree(APP, 0, "enforce"), () => void answered.push(i))
      const most = gateway.identifyWaiters
      for (let i = 0; i <= most; i++) yield* Effect.forkChild(wait(i), { startImmediately: true })
      assert.deepStrictEqual(answered, [most])
      yield* Effect.forkChild(limit.whenFree(OTHER_APP, 0, "enforce"), { startImmediately: true })
      yield* TestClock.adjust(gateway.identifyWindowMs)
      assert.lengthOf(answered, most + 1)
      yield* Effect.forkChild(wait(-1), { startImmediately: true })
      assert.lengthOf(answered, most + 1, "there is room again")
    })
  )

  it.effect("too soon never wait longer than the window, though the clock was set back", () =>
    Effect.gen(function* () {
      const { clock, limit } = limitAt()
      limit.take(APP, 0, "enforce")
      clock.ms -= 600_000
      const waiting = yield* Effect.forkChild(limit.whenFree(APP, 0, "enforce"), { startImmediately: true })
      yield* TestClock.adjust(gateway.identifyWindowMs)
      yield* Fiber.join(waiting)
    })
  )
})
