import { copyFileSync, rmSync, statSync, truncateSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { Storage, StorageError } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Journal from "../src/Journal.ts"
import { LAYER_BYTES, layersOf } from "../src/Layers.ts"
import { type Rows, rowsOf } from "../src/Rows.ts"
import * as Schema from "../src/Schema.ts"
import { type Call, copyOf, noRoom, watched } from "./Calls.ts"
import { newFile, openAt } from "./Folder.ts"
import { look, refused } from "./Refused.ts"

/** So long that each is a slice of its own. */
const LONG = "l".repeat(80_000)
const ROWS = Math.ceil(LAYER_BYTES / LONG.length) + 1

/** Each transaction writes the same text at both ends of the keys, which different slices merge. */
const write = (round: number, row: number, text = LONG) =>
  Effect.flatMap(Storage, (storage) =>
    storage.transaction(function* () {
      yield* store.put("a/first", `${round} ${row}`)
      yield* store.put(`b/${row}`, text)
      yield* store.put("c/last", `${round} ${row}`)
    })
  )

const turn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

type During = (round: number, row: number) => void
const nothing: During = () => {}

/** Fills a journal, and writes until the next one is begun: then the merge goes on turn by turn. */
const begin = (file: string, round: number, during = nothing) =>
  Effect.gen(function* () {
    for (let row = 0; row < ROWS; row++) yield* write(round, row)
    for (let row = ROWS; Journal.pathsOf(file).length < 2; row++) {
      yield* write(round, row, "")
      yield* turn
      during(round, row)
    }
  })

/** A journal from its first record to its removal. `during` is called in each turn, with what was acknowledged last. */
const fill = (file: string, round: number, during = nothing) =>
  Effect.gen(function* () {
    yield* begin(file, round, during)
    let row = 1_000
    yield* write(round, row, "")
    for (let turns = 1; Journal.pathsOf(file).length > 1; turns++) {
      if (turns % 8 === 0) yield* write(round, ++row, "")
      yield* turn
      during(round, row)
    }
  })

/** The text at both ends. */
const judge = (file: string) =>
  Effect.flatMap(Storage, (storage) =>
    storage.transaction(function* () {
      const [first, last] = yield* store.getMany(["a/first", "c/last"])
      assert.strictEqual(first, last, file)
      const rows = yield* store.list({ prefix: "b/" })
      assert.isAtLeast(rows.length, ROWS)
      return `${first}`
    })
  ).pipe(Effect.provide(openAt(file)))

describe("a kill in the middle of a merge", () => {
  it.live("loses nothing, in whichever turn, and the file alone is refused", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const moments: Array<{ readonly path: string; readonly logs: ReadonlyArray<string>; readonly last: string }> = []
      const copy: During = (round, row) => {
        const path = copyOf(file, join(dirname(file), `${moments.length}`))
        moments.push({ path, logs: Journal.pathsOf(path), last: `${round} ${row}` })
      }
      const writing = Effect.gen(function* () {
        for (const round of [1, 2]) yield* fill(file, round)
        yield* fill(file, 3, copy)
      })
      yield* Effect.provide(writing, openAt(file))
      // All states of it were seen: before, during, and after.
      assert.includeMembers(
        moments.map(({ logs }) => logs.length),
        [1, 2]
      )
      for (const { path, last } of moments) {
        const alone = copyOf(path, join(dirname(path), "alone"), (name) => name !== "backlot.db")
        assert.strictEqual((yield* refused(alone)).reason, "log-absent")
        assert.strictEqual(yield* judge(path), last)
        assert.isEmpty(Journal.pathsOf(path))
      }
    })
  )

  it.live("or between its end and the removal of its journal, loses nothing", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      let copied: string | undefined
      yield* watched(({ name, path }) => {
        if (name === "rmSync" && path === Journal.pathOf(file, 1) && copied === undefined) {
          copied = ""
          copied = copyOf(file, join(dirname(file), "killed"))
        }
      })
      yield* Effect.provide(fill(file, 1), openAt(file))
      assert.lengthOf(Journal.pathsOf(copied ?? ""), 2)
      assert.match(yield* judge(copied ?? ""), /^1 /)
    })
  )
})

/** The files of a process that was killed while one journal was merged and the next one had a write. */
const killedBetween = Effect.gen(function* () {
  const file = yield* newFile
  const writing = Effect.gen(function* () {
    yield* begin(file, 1)
    yield* write(2, 777)
    return copyOf(file, join(dirname(file), "killed"))
  })
  return yield* Effect.provide(writing, openAt(file))
})

describe("of two journals", () => {
  it.live("the later one has the last word", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* judge(yield* killedBetween), "2 777")
    })
  )

  it.live("none may be missing, and the earlier one may not end early", () =>
    Effect.gen(function* () {
      const file = yield* killedBetween
      const [first, second] = [Journal.pathOf(file, 1), Journal.pathOf(file, 2)]
      const lose: Readonly<Record<string, () => void>> = {
        "log-absent": () => rmSync(first),
        damaged: () => truncateSync(first, statSync(first).size - 1_000)
      }
      for (const [reason, damage] of Object.entries(lose)) {
        copyFileSync(first, `${first}.kept`)
        damage()
        const error = yield* refused(file)
        assert.strictEqual(error.reason, reason)
        assert.include(error.message, first)
        copyFileSync(`${first}.kept`, first)
        rmSync(`${first}.kept`)
      }
      copyFileSync(first, second)
      assert.strictEqual((yield* refused(file)).reason, "log-foreign")
    })
  )
})

it.live("a merge keeps nobody waiting: in each turn it takes a slice", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    const writing = Effect.gen(function* () {
      const keys = Array.from({ length: 20_000 }, (_, i) => `key/${String(i).padStart(200, "0")}`)
      const storage = yield* Storage
      for (let at = 0; at < keys.length; at += 100) {
        yield* storage.transaction(() => Body.forEach(keys.slice(at, at + 100), (key) => store.put(key, "")))
      }
      let turns = 0
      // It begins with the first write after the disk has the journal.
      while (Journal.pathsOf(file).length < 2) {
        yield* turn
        yield* write(1, 1, "")
      }
      while (Journal.pathsOf(file).includes(Journal.pathOf(file, 1))) {
        yield* turn
        turns++
      }
      return turns
    })
    // 32 rows in each, and hardly anything is written meanwhile.
    assert.isAbove(yield* Effect.provide(writing, openAt(file)), 400)
  })
)

const newRows = (file: string) => {
  const database = new DatabaseSync(file)
  database.exec("PRAGMA locking_mode = EXCLUSIVE")
  Schema.create(database)
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
  const state = Schema.stateOf(database)
  if (state === undefined) throw new Error("no state")
  return { database, rows: rowsOf(database), state }
}

describe("while the disk refuses", () => {
  /** A new file, and what makes these calls fail from then on. */
  const refusing = Effect.fnUntraced(function* (isFor: (file: string, path: string) => boolean = () => true) {
    const file = yield* newFile
    let refused: ReadonlyArray<Call["name"]> = []
    yield* watched(({ name, path }) => void (refused.includes(name) && isFor(file, path) && noRoom()))
    return [
      file,
      (...names: typeof refused) => {
        refused = names
      }
    ] as const
  })

  it.live("a record, its writes fail and are not seen, and later ones are kept", () =>
    Effect.gen(function* () {
      const [file, refuse] = yield* refusing()
      const writing = Effect.gen(function* () {
        yield* write(1, 1)
        refuse("writeSync")
        const failed = yield* Effect.flip(write(1, 2))
        assert.instanceOf(failed, StorageError)
        assert.strictEqual(failed.message, `${file}: the disk is full; make room`)
        const storage = yield* Storage
        assert.strictEqual(yield* storage.transaction(() => store.get("a/first")), "1 1")
        refuse()
        yield* write(1, 3)
      })
      yield* Effect.provide(writing, openAt(file))
      const rows = Effect.flatMap(Storage, (storage) => storage.transaction(() => store.list({ prefix: "b/" })))
      const found = yield* Effect.provide(rows, openAt(file))
      assert.deepStrictEqual(
        found.map(([key]) => key),
        ["b/1", "b/3"]
      )
    })
  )

  it.live("a new journal, its writes fail, and what was kept before stays", () =>
    Effect.gen(function* () {
      const [file, refuse] = yield* refusing((file, path) => path !== file)
      const writing = Effect.gen(function* () {
        for (const name of ["openSync", "fsyncSync", "writeSync"] as const) {
          refuse(name)
          assert.instanceOf(yield* Effect.flip(write(1, 1)), StorageError)
          refuse()
        }
        yield* write(1, 2)
      })
      yield* Effect.provide(writing, openAt(file))
      const first = Effect.flatMap(Storage, (storage) => storage.transaction(() => store.get("a/first")))
      assert.strictEqual(yield* Effect.provide(first, openAt(file)), "1 2")
    })
  )

  it.live(
    "a merge, the journals grow to their bound, then writes fail; with room all goes on, and nothing is lost",
    () =>
      Effect.gen(function* () {
        const file = yield* newFile
        const { rows, state, database } = yield* Effect.acquireRelease(
          Effect.sync(() => newRows(file)),
          (opened) => Effect.sync(() => opened.database.close())
        )
        let isFull = true
        const transact: Rows["transact"] = (body) => (isFull ? noRoom() : rows.transact(body))
        const layers = layersOf({ ...rows, transact }, { base: file, state, durable: false })
        const append = (key: string) => {
          layers.upper().set(key, LONG)
          try {
            layers.append([[key, LONG]])
          } catch (cause) {
            layers.upper().delete(key)
            throw cause
          }
        }
        // The first journal is marked in the file.
        isFull = false
        append("0")
        isFull = true
        let kept = 1
        assert.throws(() => {
          for (; ; kept++) append(`${kept}`)
        }, "no space left")
        const bytes = Journal.pathsOf(file).reduce((sum, path) => sum + statSync(path).size, 0)
        assert.isAbove(bytes, 16 * LAYER_BYTES)
        assert.isAtMost(bytes, 34 * LAYER_BYTES)
        for (let key = 0; key < kept; key++) assert.strictEqual(layers.get(`${key}`), LONG)
        assert.isUndefined(layers.get(`${kept}`))
        isFull = false
        append(`${kept}`)
        layers.close()
        assert.isEmpty(Journal.pathsOf(file))
        assert.lengthOf(rows.list({ start: " ", end: "\x7f", limit: undefined, reverse: false }), kept + 1)
        assert.deepStrictEqual(Schema.stateOf(database)?.merged, Schema.stateOf(database)?.begun)
      })
  )

  it.live("the removal of a journal before a large transaction, that one fails, and others are kept", () =>
    Effect.gen(function* () {
      const [file, refuse] = yield* refusing()
      const writing = Effect.gen(function* () {
        yield* write(1, 1)
        refuse("rmSync")
        const large = "l".repeat(2 * LAYER_BYTES)
        assert.instanceOf(yield* Effect.flip(write(1, 2, large)), StorageError)
        yield* write(1, 3)
        const killed = copyOf(file, join(dirname(file), "killed"))
        refuse()
        yield* write(1, 4, large)
        return killed
      })
      const killed = yield* Effect.provide(writing, openAt(file))
      const rows = Effect.flatMap(Storage, (storage) => storage.transaction(() => store.list({ prefix: "b/" })))
      const keysOf = (path: string) =>
        Effect.map(Effect.provide(rows, openAt(path)), (found) => found.map(([key]) => key))
      assert.deepStrictEqual(yield* keysOf(killed), ["b/1", "b/3"])
      assert.deepStrictEqual(yield* keysOf(file), ["b/1", "b/3", "b/4"])
    })
  )

  it.live("the removal of a journal that was merged, nothing is lost, and it is removed later", () =>
    Effect.gen(function* () {
      const [file, refuse] = yield* refusing()
      refuse("rmSync")
      yield* Effect.provide(begin(file, 1), openAt(file))
      const before = look(file)
      assert.isNotEmpty(Journal.pathsOf(file))
      refuse()
      assert.match(yield* judge(file), /^1 /)
      assert.notDeepEqual(look(file), before)
      assert.isEmpty(Journal.pathsOf(file))
    })
  )
})
