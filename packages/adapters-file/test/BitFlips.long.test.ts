import { copyFileSync, readFileSync, rmSync, statSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { chance } from "@backlot/ports/conformance/suite/Chance"
import { Storage, StorageUnusable } from "@backlot/ports/Storage"
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { newFile, openAt } from "./Folder.ts"
import { overwrite } from "./Refused.ts"

const PAGE = 16 * 1024

/** Flips in each page at drawn places; the head of each page gets as many. */
const FLIPS = Number(process.env["BACKLOT_FLIPS"] ?? (process.env["BACKLOT_DEEP"] === "1" ? 1_000 : 20))

/** Rows in pages, over several pages, and pages that are free again. */
const fill = Effect.flatMap(Storage, (storage) =>
  storage.transaction(() =>
    Body.gen(function* () {
      for (let i = 0; i < 400; i++)
        yield* store.put(`message/${i}`, JSON.stringify({ i, text: "wörd ".repeat(i % 60) }))
      for (let i = 0; i < 50; i++) yield* store.put(`credential.token/${i}>${i}`, "")
      yield* store.put("upload/1", "u".repeat(40_000))
      for (let i = 0; i < 3; i++) yield* store.put(`gone/${i}`, "g".repeat(20_000))
      for (let i = 0; i < 3; i++) yield* store.delete(`gone/${i}`)
    })
  )
)

const ALL = { start: " ", end: "\x7f" }

/** Everything, read in each way. */
const readAll = (keys: ReadonlyArray<string>) =>
  Effect.flatMap(Storage, (storage) =>
    storage.transaction(() =>
      Body.gen(function* () {
        const listed = yield* store.list(ALL)
        const reversed = yield* store.list(ALL, { reverse: true })
        const values = yield* store.getMany(keys)
        return { listed, reversed: reversed.toReversed(), got: keys.map((key, i) => [key, values[i]] as const) }
      })
    )
  )

/** The bits of the header of the file and of each page, and of drawn places. */
const places = (size: number): ReadonlyArray<number> => {
  const { below } = chance(16)
  const drawn = (start: number, length: number) => Array.from({ length: FLIPS }, () => start * 8 + below(length * 8))
  const pages = Array.from({ length: size / PAGE }, (_, page) => page * PAGE)
  const header = Array.from({ length: 100 }, (_, byte) => byte * 8 + below(8))
  return [...header, ...pages.flatMap((start) => [...drawn(start, 64), ...drawn(start, PAGE)])]
}

/** What a start on a damaged file must not do; undefined if it read what was written. */
const faultOf = (exit: Exit.Exit<unknown, unknown>, whole: unknown): string | undefined => {
  if (Exit.isSuccess(exit)) return isDeepStrictEqual(exit.value, whole) ? undefined : "silently different"
  const error = Cause.squash(exit.cause)
  // A changed bit of the header can be the mark of a foreign file, or the version of a newer one.
  const isNamed = error instanceof StorageUnusable && ["damaged", "foreign", "newer"].includes(error.reason)
  return isNamed ? "refused" : `not refused by name: ${error}`
}

it.live(
  "a data file with one changed bit is refused, or all that is read is what was written",
  () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* Effect.provide(fill, openAt(file))
      const expected = (yield* Effect.provide(readAll([]), openAt(file))).listed
      const keys = expected.map(([key]) => key)
      const whole = { listed: expected, reversed: expected, got: expected }
      const bytes = readFileSync(file)
      const damaged = `${file}.damaged`
      const wrong: Array<string> = []
      let count = 0
      for (const place of places(statSync(file).size)) {
        const at = Math.floor(place / 8)
        copyFileSync(file, damaged)
        overwrite(damaged, at, Uint8Array.of((bytes[at] ?? 0) ^ (1 << (place % 8))))
        const result = yield* Effect.exit(Effect.provide(readAll(keys), openAt(damaged)))
        const fault = faultOf(result, whole)
        if (fault === "refused") count++
        else if (fault !== undefined) wrong.push(`bit ${place % 8} of byte ${at}: ${fault}`)
        for (const end of ["", "-wal", "-journal", "-journal-1", "-journal-2"])
          rmSync(`${damaged}${end}`, { force: true })
      }
      assert.deepStrictEqual(wrong, [])
      assert.isAbove(count, 50)
    }),
  300_000
)

it.live("a row that is damaged while the file is open fails the read, with the file and the kind of the row", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    const text = "the text of a message".repeat(100)
    const write = Effect.flatMap(Storage, (storage) =>
      storage.transaction(() =>
        Body.forEach(
          Array.from({ length: 3_000 }, (_, i) => `message/${i}`),
          (key) => store.put(key, text)
        )
      )
    )
    yield* Effect.provide(write, openAt(file))
    const damaged = Effect.gen(function* () {
      yield* Storage
      // More than SQLite's cache holds, so that some of it is read again.
      const bytes = readFileSync(file)
      for (let at = bytes.indexOf("the text"); at >= 0; at = bytes.indexOf("the text", at + 1)) bytes[at] = 0x55
      overwrite(file, 0, bytes)
      return yield* Effect.flip(readAll([]))
    })
    const error = yield* Effect.provide(damaged, openAt(file))
    assert.strictEqual(error._tag, "StorageError")
    assert.strictEqual(
      error.message,
      `${file}: the file is damaged: a row of the kind "message" is not what was written`
    )
  })
)
