import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import type { Operation } from "../../src/model/Operation.ts"
import { reductions, shrink } from "../../src/random/Shrink.ts"

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
const always = () => Effect.succeed(true)

describe("a list that fails", () => {
  it.effect("is left with exactly what the failure needs", () =>
    Effect.gen(function* () {
      const needed = [3, 4, 61, 99]
      const fails = (some: ReadonlyArray<number>) => Effect.succeed(needed.every((one) => some.includes(one)))
      const { smallest, tries } = yield* shrink(numbers(100), fails, always)
      assert.deepStrictEqual(smallest, needed)
      assert.isBelow(tries, 200)
    })
  )

  it.effect("keeps its order and always fails, whatever the failure hangs on", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.uniqueArray(fc.nat(40), { minLength: 1 }), fc.nat(200), async (needed, seed) => {
          const fails = (some: ReadonlyArray<number>) =>
            Effect.succeed(needed.every((one) => some.includes(one)) && some.length >= (seed % 3) + 1)
          const { smallest } = await Effect.runPromise(shrink(numbers(50), fails, always))
          assert.isTrue(await Effect.runPromise(fails(smallest)))
          assert.deepStrictEqual(
            smallest,
            [...smallest].toSorted((a, b) => a - b)
          )
        }),
        { numRuns: 50 }
      )
    )
  )

  it.effect("stays as small as it is when time is over", () =>
    Effect.gen(function* () {
      const { smallest, tries } = yield* shrink(
        numbers(8),
        () => Effect.succeed(true),
        (tries) => Effect.succeed(tries < 1)
      )
      assert.deepStrictEqual([smallest.length, tries], [4, 1])
    })
  )
})

describe("one operation", () => {
  it("has a variant for each thing that it sends, with one thing less", () => {
    const scope = { application_id: "1", guild_id: undefined, number: 7 }
    const operation: Operation = { kind: "bulk overwrite", elements: [{ name: "a" }, { name: "b", type: 2 }], ...scope }
    const sent = reductions(operation).map((less) => (less.kind === "bulk overwrite" ? less.elements : undefined))
    assert.deepStrictEqual(sent, [
      [{ name: "b", type: 2 }],
      [{ name: "a" }],
      [{}, { name: "b", type: 2 }],
      [{ name: "a" }, { type: 2 }],
      [{ name: "a" }, { name: "b" }]
    ])
  })

  it("loses only what may be missing of what has a shape", () => {
    const overwrite = (id: string) => ({ id, type: 0, allow: "1024", deny: "274877906944" }) as const
    const permission_overwrites = [overwrite("1"), overwrite("2")]
    const where = { guild_id: "1", channel_id: "2", number: 7 }
    const operation: Operation = { kind: "edit channel", change: { nsfw: true, permission_overwrites }, ...where }
    const sent = reductions(operation).map((less) => (less.kind === "edit channel" ? less.change : undefined))
    assert.deepStrictEqual(sent, [
      { permission_overwrites },
      { nsfw: true },
      { nsfw: true, permission_overwrites: [overwrite("2")] },
      { nsfw: true, permission_overwrites: [overwrite("1")] }
    ])
  })

  it("that sends nothing has none", () => assert.deepStrictEqual(reductions({ kind: "kill server", number: 1 }), []))
})
