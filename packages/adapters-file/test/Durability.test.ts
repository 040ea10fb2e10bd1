import { statSync } from "node:fs"
import { store } from "@backlot/ports/Body"
import { Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { close, LOG_BYTES, open } from "../src/DataFile.ts"
import { newFile, openAt } from "./Folder.ts"

/** https://www.sqlite.org/pragma.html#pragma_synchronous */
const SYNCHRONOUS = { NORMAL: 1, FULL: 2 } as const

const settingsOf = (durable: boolean) =>
  Effect.gen(function* () {
    const file = yield* newFile
    const database = yield* Effect.acquireRelease(open({ file, durable }), (opened) => Effect.sync(() => close(opened)))
    const read = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    return {
      journal_mode: read("journal_mode"),
      locking_mode: read("locking_mode"),
      synchronous: read("synchronous"),
      journal_size_limit: read("journal_size_limit")
    }
  })

const ALWAYS = { journal_mode: "wal", locking_mode: "exclusive", journal_size_limit: LOG_BYTES }

it.live("a durable file waits for the disk at every commit", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* settingsOf(true), { ...ALWAYS, synchronous: SYNCHRONOUS.FULL })
  })
)

it.live("any other leaves the time to the operating system", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* settingsOf(false), { ...ALWAYS, synchronous: SYNCHRONOUS.NORMAL })
  })
)

const put = (key: string, value: string) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(() => store.put(key, value)))

const KILOBYTE = "k".repeat(1_024)

describe("the write-ahead log stays within its bound", () => {
  it.live("under steady writing", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const writing = Effect.gen(function* () {
        let longest = 0
        for (let number = 0; number < 5_000; number++) {
          yield* put(`key/${number % 500}`, KILOBYTE)
          longest = Math.max(longest, statSync(`${file}-wal`).size)
        }
        return longest
      })
      assert.isAtMost(yield* Effect.provide(writing, openAt(file)), LOG_BYTES / 2)
    })
  )

  it.live("and goes back within it after a transaction larger than it", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const writing = Effect.gen(function* () {
        yield* put("large", KILOBYTE.repeat((3 * LOG_BYTES) / 1_024))
        const large = statSync(`${file}-wal`).size
        yield* put("small", KILOBYTE)
        return [large, statSync(`${file}-wal`).size] as const
      })
      const [large, after] = yield* Effect.provide(writing, openAt(file))
      assert.isAbove(large, LOG_BYTES)
      assert.isAtMost(after, LOG_BYTES)
    })
  )
})
