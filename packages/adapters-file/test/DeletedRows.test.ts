/** Lists beside a plain map, while the oldest rows are deleted again and again and merges go on. */
import { store } from "@backlot/ports/Body"
import { Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { deletedRows, emptyOverlay, list } from "../src/Overlay.ts"
import { newFile, openAt } from "./Folder.ts"

/** Numbers from a seed, from 0 to below `most`. */
const random = (seed: number) => {
  let state = seed
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

const turn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

const keyOf = (n: number) => `row/${String(n).padStart(6, "0")}`
const LISTS = [
  { start: "row/", limit: 1 },
  { start: "row/", limit: 4 },
  { start: "row/", limit: undefined },
  { start: keyOf(30), limit: 3 }
] as const

const deep = (process.env["BACKLOT_DEEP"] ?? "") !== ""
const SEEDS = deep ? [1, 2, 3, 4, 5, 6] : [1, 2]
/** Two spells of deletions and of growth. */
const ROUNDS = deep ? 480 : 120

describe("lists over deleted rows", () => {
  it.live.each(SEEDS)(
    "are those of a plain map, with commits, aborts and merges (seed %i)",
    (seed) =>
      Effect.gen(function* () {
        const file = yield* newFile
        const below = random(seed)
        const model = new Map<string, string>()
        let next = 0

        const judge = Effect.fnUntraced(function* (
          storage: Storage["Service"],
          lists: ReadonlyArray<(typeof LISTS)[number]>
        ) {
          const sorted = [...model].sort(([a], [b]) => (a < b ? -1 : 1))
          for (const { start, limit } of lists) {
            const found = yield* storage.transaction(() => store.list({ start, end: "row0" }, { limit }))
            const expected = sorted.filter(([key]) => key >= start).slice(0, limit)
            assert.deepStrictEqual(
              found.map(([key, value]) => [key, value.length]),
              expected.map(([key, value]) => [key, value.length])
            )
          }
        })

        yield* Effect.gen(function* () {
          const storage = yield* Storage
          for (let round = 0; round < ROUNDS; round++) {
            const size = below(60) === 0 ? 5_000_000 : 400_000
            const changes = new Map<string, string | undefined>()
            const isAborted = below(6) === 0
            yield* storage
              .transaction(function* () {
                for (let i = below(3); i >= 0; i--) changes.set(keyOf(next++), "x".repeat(below(size)))
                // Rows come back where others were deleted, and stay until the next spell of deletions.
                if (below(5) === 0) changes.set(keyOf(below(next)), "back")
                if (next > 40 && round % 60 < 30) {
                  for (const [key] of yield* store.list({ prefix: "row/" }, { limit: 1 + below(4) })) {
                    changes.set(key, undefined)
                  }
                }
                for (const [key, value] of changes) {
                  yield* value === undefined ? store.delete(key) : store.put(key, value)
                }
                yield* store.list({ start: "row/", end: "row0" }, { limit: 1 })
                if (isAborted) yield* Effect.fail("aborted")
              })
              .pipe(Effect.ignore)
            for (const [key, value] of isAborted ? [] : changes) {
              if (value === undefined) model.delete(key)
              else model.set(key, value)
            }
            if (below(3) === 0) yield* turn
            yield* judge(storage, round % 10 === 0 ? LISTS : LISTS.slice(0, 2))
          }
        }).pipe(Effect.provide(openAt(file)))
        yield* Effect.flatMap(Storage, (storage) => judge(storage, LISTS)).pipe(Effect.provide(openAt(file)))
      }),
    300_000
  )

  it.each([1, 8, undefined])("read each deleted row once, not for each list (limit %s)", (limit) => {
    const stored = Array.from({ length: 1_000 }, (_, n) => [keyOf(n), "x"] as const)
    let read = 0
    const rows: Parameters<typeof list>[1]["rows"] = ({ start, end, limit }) => {
      const found = stored.filter(([key]) => key >= start && key < end).slice(0, limit)
      read += found.length
      return found
    }
    const upper = emptyOverlay()
    const below = { rows, deleted: deletedRows() }
    for (let n = 0; n < 900; n++) {
      upper.set(keyOf(n), null)
      const [first] = list([upper], below, { start: "row/", end: keyOf(n + 2), limit, reverse: false })
      assert.strictEqual(first?.[0], keyOf(n + 1))
    }
    assert.isBelow(read, 3_000)
  })
})
