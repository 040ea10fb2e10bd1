import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Frame, fields } from "./Bot.ts"
import { pass, rename, replaceWorld, services, simulated, steady } from "./SimulatedGateway.ts"

/** A session after its snapshot, on a store that the test makes fail. */
const settled = Effect.gen(function* () {
  const gateway = yield* simulated
  const line = gateway.connect()
  yield* gateway.identify(line)
  const given = line.frames.length
  return { ...gateway, line, after: () => line.frames.slice(given) }
})

const LONG = "1 minute"
const heads = (frames: ReadonlyArray<Frame>) => frames.map((frame) => [frame.op, frame.t, fields(frame)["name"]])

/** `failAfterNext(n)`: the next transaction (a commit) succeeds, and the n after it fail. */
const failing = () => {
  let outcomes: Array<boolean> = []
  const failAfterNext = (count: number) => {
    outcomes = [false, ...Array.from({ length: count }, () => true)]
  }
  return { failAfterNext, layer: services({ ...steady(), fails: () => outcomes.shift() ?? false }) }
}

describe("a store that fails while an event is told", () => {
  it.effect("is asked again, and no session misses it", () => {
    const { failAfterNext, layer } = failing()
    return Effect.gen(function* () {
      const { after } = yield* settled
      yield* rename()
      yield* pass(100)
      failAfterNext(3)
      yield* rename()
      yield* pass(100)
      yield* TestClock.adjust(LONG)
      yield* rename()
      yield* pass(100)
      assert.deepStrictEqual(heads(after()), [
        [0, "GUILD_UPDATE", "1"],
        [0, "GUILD_UPDATE", "2"],
        [0, "GUILD_UPDATE", "3"]
      ])
    }).pipe(Effect.scoped, Effect.provide(layer))
  })

  it.effect("for too long ends the sessions with op 9 false, and later ones hear what follows", () => {
    const { failAfterNext, layer } = failing()
    return Effect.gen(function* () {
      const { registry, connect, identify, after } = yield* settled
      yield* rename()
      yield* pass(100)
      failAfterNext(1_000)
      yield* rename()
      yield* pass(100)
      yield* TestClock.adjust(LONG)
      yield* pass(100)
      assert.deepStrictEqual(heads(after()), [
        [0, "GUILD_UPDATE", "1"],
        [9, null, undefined]
      ])
      assert.strictEqual(registry.sessions.size, 0)
      failAfterNext(0)
      const next = connect()
      yield* identify(next)
      yield* rename()
      yield* pass(100)
      assert.deepStrictEqual(heads(next.frames).at(-1), [0, "GUILD_UPDATE", "3"])
    }).pipe(Effect.scoped, Effect.provide(layer))
  })
})

describe("a defect while an event is told", () => {
  it.effect("ends the sessions with op 9 false, and later ones hear what follows", () =>
    Effect.gen(function* () {
      const { starts, connect, identify, after } = yield* settled
      Object.assign(starts, { clear: Effect.die(new Error("a defect on purpose")) })
      yield* replaceWorld
      yield* pass(100)
      assert.deepStrictEqual(heads(after()), [[9, null, undefined]])
      const next = connect()
      yield* identify(next)
      yield* rename()
      yield* pass(100)
      assert.deepStrictEqual(heads(next.frames).at(-1), [0, "GUILD_UPDATE", "2"])
    }).pipe(Effect.scoped, Effect.provide(services(steady())))
  )
})
