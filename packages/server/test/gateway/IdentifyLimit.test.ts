import { gateway } from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { IdentifyLimit } from "../../src/gateway/IdentifyLimit.ts"
import { APP, OTHER_APP, running } from "../fixture/Running.ts"
import { IDENTIFY, login } from "./Bot.ts"
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

  it.effect("too soon after another are answered with op 9 false, on an open connection", () =>
    Effect.gen(function* () {
      yield* login()
      const { bot, ready } = yield* login()
      assert.deepStrictEqual(ready, { t: null, s: null, op: 9, d: false })
      yield* TestClock.adjust(gateway.identifyWindowMs)
      bot.send(2, IDENTIFY)
      assert.strictEqual((yield* bot.next).t, "READY")
    }).pipe(Effect.scoped, Effect.provide(running({ world: given, limits: "enforce" })))
  )
})
