import { readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { store } from "@backlot/ports/Body"
import { Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { pathsOf } from "../src/Journal.ts"
import { LAYER_BYTES } from "../src/Layers.ts"
import { layer } from "../src/Storage.ts"
import { type Call, watched } from "./Calls.ts"
import { newFile, openAt } from "./Folder.ts"

const put = (key: string, value: string) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(() => store.put(key, value)))

const KILOBYTE = "k".repeat(1_024)

/** What three writes at once, after a first one, call before they are acknowledged. */
const callsOf = (durable: boolean) =>
  Effect.gen(function* () {
    const file = yield* newFile
    const calls: Array<string> = []
    yield* watched(({ name, path }) => calls.push(`${name} ${path.replace(dirname(file), "")}`))
    const writing = Effect.gen(function* () {
      yield* put("first", KILOBYTE)
      const first = calls.splice(0)
      yield* Effect.forEach(["a", "b", "c"], (key) => put(key, KILOBYTE), { concurrency: "unbounded" })
      return { first: first.filter((call) => !call.startsWith("openSync")), others: calls.splice(0) }
    })
    return yield* Effect.provide(writing, layer({ file, durable }))
  })

const WRITE = "writeSync /backlot.db-journal-1"
const WAIT = "fdatasyncSync /backlot.db-journal-1"
/** The folder, so that the new journal is found again. */
const FOLDER = "fsyncSync "

it.live("a durable file waits for the disk once for all writes of a turn, before it acknowledges them", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* callsOf(true), { first: [FOLDER, WRITE, WAIT], others: [WRITE, WAIT] })
  })
)

it.live("any other leaves the time to the operating system", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* callsOf(false), { first: [FOLDER, WRITE], others: [WRITE] })
  })
)

it.live("a journal is on the disk before anything of the next one is written", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    const calls: Array<Call> = []
    yield* watched((call) => calls.push(call))
    const writing = Effect.gen(function* () {
      for (let number = 0; pathsOf(file).length < 2; number++) yield* put(`key/${number}`, KILOBYTE)
    })
    yield* Effect.provide(writing, openAt(file))
    const [first, second] = [`${file}-journal-1`, `${file}-journal-2`]
    const begun = calls.findIndex(({ name, path }) => name === "openSync" && path === second)
    assert.isAbove(begun, 0)
    const before = calls.slice(0, begun).filter(({ path }) => path === first)
    assert.strictEqual(before.at(-1)?.name, "fdatasyncSync")
    assert.isTrue(before.some(({ name }) => name === "fdatasync"))
    const after = calls.slice(begun).filter(({ path }) => path === first)
    assert.deepStrictEqual(
      after.map(({ name }) => name),
      ["rmSync"]
    )
  })
)

/** The size of each file beside the data file. */
const sizesOf = (file: string) =>
  new Map(
    readdirSync(dirname(file))
      .filter((name) => name !== "backlot.db")
      .map((name) => [name.replace("backlot.db", ""), statSync(join(dirname(file), name)).size])
  )

describe("the logs stay within their bounds", () => {
  it.live("under steady writing", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const longest = new Map<string, number>()
      const writing = Effect.gen(function* () {
        for (let number = 0; number < 30_000; number++) {
          yield* put(`key/${number % 5_000}`, KILOBYTE)
          for (const [name, size] of sizesOf(file)) longest.set(name, Math.max(size, longest.get(name) ?? 0))
        }
      })
      yield* Effect.provide(writing, openAt(file))
      assert.deepStrictEqual([...longest.keys()].sort(), ["-journal-1", "-journal-2", "-wal"])
      // A journal grows to twice its size while the disk is slow.
      for (const [name, size] of longest) assert.isAtMost(size, (name === "-wal" ? 1.5 : 2.1) * LAYER_BYTES, name)
    })
  )

  it.live("also if there are many keys without values", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const writing = Effect.gen(function* () {
        const storage = yield* Storage
        let largest = 0
        for (let number = 0; number < 100; number++) {
          const keys = Array.from({ length: 2_000 }, (_, i) => `${number}/${i}`)
          yield* storage.transaction(function* () {
            for (const key of keys) yield* store.put(key, "")
          })
          largest = Math.max(largest, sizesOf(file).get("-journal-1") ?? 0)
        }
        return largest
      })
      // 65,536 keys, each with the 8 bytes before it.
      assert.isAtMost(yield* Effect.provide(writing, openAt(file)), 80_000 * 16)
    })
  )

  it.live("and a transaction larger than them leaves nothing in them", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const writing = Effect.gen(function* () {
        yield* put("before", KILOBYTE)
        yield* put("large", KILOBYTE.repeat((3 * LAYER_BYTES) / 1_024))
        return Object.fromEntries(sizesOf(file))
      })
      assert.deepStrictEqual(yield* Effect.provide(writing, openAt(file)), { "-wal": 0 })
    })
  )
})
