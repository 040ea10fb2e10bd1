/** The wall clock set back and forward under every timer of the gateway. */
import { gateway } from "@backlot/domain/base/Limits"
import { type Step, withWallClock } from "@backlot/ports/conformance/WallClock"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { type Running, running } from "../fixture/Running.ts"
import { comeBack, connect, IDENTIFY, login } from "./Bot.ts"
import { given } from "./World.ts"

const HOUR_MS = 3_600_000

const served = (test: (step: Step) => Effect.Effect<void, unknown, Running | Scope.Scope>) =>
  withWallClock((step) => test(step).pipe(Effect.scoped, Effect.provide(running({ world: given, limits: "enforce" }))))

const JUMPS = [
  ["back", -HOUR_MS],
  ["forward", HOUR_MS]
] as const

describe.each(JUMPS)("a wall clock set %s by an hour", (_, jump) => {
  it.effect("leaves live connections and their heartbeats alone", () =>
    served((step) =>
      Effect.gen(function* () {
        const { bot } = yield* login()
        yield* step(jump)
        yield* TestClock.adjust(gateway.heartbeatMs)
        bot.send(1, 1)
        assert.strictEqual((yield* bot.next).op, 11)
        yield* TestClock.adjust(gateway.heartbeatMs + gateway.heartbeatGraceMs + 2 * gateway.sweepMs)
        assert.strictEqual((yield* bot.closed).code, 4009)
      })
    )
  )

  it.effect("leaves a connection its minute to identify, and no more", () =>
    served((step) =>
      Effect.gen(function* () {
        const [slow, silent] = [yield* connect(), yield* connect()]
        yield* Effect.all([slow.next, silent.next])
        yield* step(jump)
        yield* TestClock.adjust(gateway.identifyMs - gateway.sweepMs)
        slow.send(2, IDENTIFY)
        assert.strictEqual((yield* slow.next).t, "READY")
        yield* TestClock.adjust(3 * gateway.sweepMs)
        assert.strictEqual((yield* silent.closed).code, 4009)
      })
    )
  )

  it.effect("leaves a session its five minutes to resume, and no more", () =>
    served((step) =>
      Effect.gen(function* () {
        const { bot, id } = yield* login()
        yield* bot.close(4000)
        yield* step(jump)
        yield* TestClock.adjust(gateway.resumeMs - gateway.sweepMs)
        const again = yield* comeBack(id, 1)
        assert.strictEqual((yield* again.next).t, "RESUMED")
        yield* again.close(4000)
        yield* step(jump)
        yield* TestClock.adjust(gateway.resumeMs + 2 * gateway.sweepMs)
        const late = yield* comeBack(id, 1)
        assert.strictEqual((yield* late.next).op, 9)
      })
    )
  )

  it.effect("neither locks out the next IDENTIFY nor lets it in early", () =>
    served((step) =>
      Effect.gen(function* () {
        yield* login()
        yield* step(jump)
        const bot = yield* connect()
        yield* bot.next
        bot.send(2, IDENTIFY)
        // The early IDENTIFY waits; a heartbeat does not, and so nothing came before its answer.
        bot.send(1, null)
        assert.strictEqual((yield* bot.next).op, 11)
        yield* TestClock.adjust(gateway.identifyWindowMs)
        assert.strictEqual((yield* bot.next).op, 9)
        bot.send(2, IDENTIFY)
        assert.strictEqual((yield* bot.next).t, "READY")
      })
    )
  )

  it.effect("neither renews the frames of a minute nor withholds those of the next", () =>
    served((step) =>
      Effect.gen(function* () {
        const beat = Array(gateway.sends).fill(null)
        const [bot, greedy] = [yield* connect(), yield* connect()]
        yield* Effect.all([bot.next, greedy.next])
        for (const one of [bot, greedy]) for (const _ of beat) one.send(1, null)
        yield* Effect.all([bot.take(gateway.sends), greedy.take(gateway.sends)])
        yield* step(jump)
        greedy.send(1, null)
        assert.strictEqual((yield* greedy.closed).code, 4008)
        yield* TestClock.adjust(gateway.sendsWindowMs)
        for (const _ of beat) bot.send(1, null)
        yield* bot.take(gateway.sends)
      })
    )
  )
})
