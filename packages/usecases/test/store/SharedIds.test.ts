import { fromMs, toMs } from "@backlot/domain/base/Snowflake"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { makeIds } from "../../src/store/SharedIds.ts"

const AT = 1_767_225_600_000

const ascends = (ids: ReadonlyArray<string>) => ids.every((id, i) => i === 0 || BigInt(id) > BigInt(ids[i - 1] ?? ""))

describe("ids of several servers", () => {
  it.effect("are never equal, and of one server always larger than before, whatever its clock does", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ server: fc.nat(2), count: fc.integer({ min: 1, max: 6_000 }), ms: fc.nat(5) }), {
            maxLength: 30
          }),
          async (draws) => {
            const servers = [0, 1, 1023].map((number) => makeIds(Effect.succeed(number), 0n))
            const drawn = servers.map((): Array<string> => [])
            for (const { server, count, ms } of draws) {
              const ids = servers[server]?.many(count) ?? Effect.succeed([])
              const found = await Effect.runPromise(
                Effect.provide(Effect.andThen(TestClock.setTime(AT + ms), ids), TestClock.layer())
              )
              drawn[server]?.push(...found)
            }
            const all = drawn.flat()
            return drawn.every(ascends) && new Set(all).size === all.length
          }
        ),
        { numRuns: 30 }
      )
    )
  )

  it.effect("of different servers are in the order of time", () =>
    Effect.gen(function* () {
      const [here, there] = [makeIds(Effect.succeed(7), 0n), makeIds(Effect.succeed(3), 0n)]
      const ids: Array<string> = []
      for (let i = 0; i < 10; i++) {
        yield* TestClock.setTime(AT + i)
        ids.push(yield* (i % 2 === 0 ? here : there).next)
      }
      assert.isTrue(ascends(ids))
      assert.deepStrictEqual(
        ids.map(toMs),
        ids.map((_, i) => AT + i)
      )
    })
  )

  it.effect("follow the ids of the store and of a world, also those that are ahead of the clock", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(AT)
      const ids = makeIds(Effect.succeed(1), fromMs(AT + 500))
      assert.isAbove(toMs(yield* ids.next), AT + 499)
      yield* ids.goBehind(String(fromMs(AT + 10_000)))
      assert.isAbove(toMs(yield* ids.next), AT + 9_999)
    })
  )
})
