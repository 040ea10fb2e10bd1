import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { store } from "@backlot/ports/Body"
import { chance } from "@backlot/ports/conformance/suite/Chance"
import { Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Journal from "../src/Journal.ts"
import { type Change, type Contents, readAll } from "../src/JournalFormat.ts"
import { type Call, copyOf, noRoom, watched } from "./Calls.ts"
import { newFile, openAt } from "./Folder.ts"
import { filled, refused } from "./Refused.ts"

const IDENTITY = "0123456789abcdef0123456789abcdef"
const RECORDS: ReadonlyArray<ReadonlyArray<Change>> = [
  [
    ["user/1", '{"name":"wörd ✓"}'],
    ["user/2", null]
  ],
  [["credential.token/1", ""]],
  [
    ["message/1", "m".repeat(300)],
    ["user/1", "second"]
  ]
]

/** A journal with these records, and where each of them begins. */
const written = Effect.map(newFile, (file) => {
  writeFileSync(file, "")
  const journal = Journal.create(file, { identity: IDENTITY, number: 7, before: 99 }, false)
  const starts = RECORDS.map((record) => {
    const start = Math.max(journal.size(), 36)
    journal.append(record)
    return start
  })
  journal.close()
  const path = Journal.pathOf(file, 7)
  return { path, starts, bytes: readFileSync(path), sum: journal.sum() }
})

const readOf = (bytes: Uint8Array): Contents => readAll("backlot.db-journal-1", Buffer.from(bytes))

describe("a journal", () => {
  it.live("is read as it was written", () =>
    Effect.gen(function* () {
      const { path, sum } = yield* written
      const head = { identity: IDENTITY, number: 7, before: 99 }
      assert.deepStrictEqual(Journal.read(path), { head, changes: RECORDS.flat(), damage: [], sum })
    })
  )

  it.live("shows each changed bit", () =>
    Effect.gen(function* () {
      const { bytes } = yield* written
      for (let place = 0; place < bytes.length * 8; place++) {
        const changed = Buffer.from(bytes)
        changed[place >> 3] = (changed[place >> 3] ?? 0) ^ (1 << (place & 7))
        assert.isNotEmpty(readOf(changed).damage, `bit ${place & 7} of byte ${place >> 3}`)
      }
    })
  )

  it.live("shows records that were swapped or lost", () =>
    Effect.gen(function* () {
      const { bytes, starts } = yield* written
      const [head, first, second, third] = [0, ...starts].map((start, i, all) => bytes.subarray(start, all[i + 1]))
      const parts = (...given: ReadonlyArray<Uint8Array | undefined>) =>
        readOf(Buffer.concat(given.flatMap((p) => p ?? [])))
      assert.isEmpty(parts(head, first, second, third).damage)
      for (const wrong of [parts(head, second, third), parts(head, first, third), parts(head, second, first, third)])
        assert.lengthOf(wrong.damage, 1)
    })
  )

  it.live("that ends anywhere has the records that are whole, and is not damaged", () =>
    Effect.gen(function* () {
      const { bytes, starts } = yield* written
      for (let length = 0; length < bytes.length; length++) {
        const whole = starts.filter((_, i) => (starts[i + 1] ?? bytes.length) <= length).length
        for (const zeros of [0, 700]) {
          const { changes, damage } = readOf(Buffer.concat([bytes.subarray(0, length), Buffer.alloc(zeros)]))
          assert.deepStrictEqual([changes, damage], [RECORDS.slice(0, whole).flat(), []], `${length} bytes`)
        }
      }
    })
  )

  it.live("leaves out a last record of which a block was never written; before others that is damage", () =>
    Effect.gen(function* () {
      const { bytes, starts } = yield* written
      const hole = (starts[2] ?? 0) + 100
      const last = readOf(Buffer.from(bytes).fill(0, hole, hole + 128))
      assert.deepStrictEqual([last.changes, last.damage], [RECORDS.slice(0, 2).flat(), []])
      const longer = Buffer.concat([Buffer.from(bytes).fill(0, hole, hole + 128), Buffer.from("more\n".repeat(9))])
      assert.isNotEmpty(readOf(longer).damage)
    })
  )

  it.live("stays as it was when a record cannot be written, and takes the next one", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      writeFileSync(file, "")
      let failing: ReadonlyArray<Call["name"]> = []
      yield* watched(({ name }) => void (failing.includes(name) && noRoom()))
      const journal = Journal.create(file, { identity: IDENTITY, number: 1, before: 0 }, true)
      const path = Journal.pathOf(file, 1)
      journal.append(RECORDS[0] ?? [])
      for (const names of [["writeSync"], ["fdatasyncSync"], ["fdatasyncSync", "ftruncateSync"]] as const) {
        failing = names
        const before = [journal.size(), journal.sum()]
        assert.throws(() => journal.append([["lost", "lost"]]), "no space left")
        assert.deepStrictEqual([journal.size(), journal.sum()], before)
      }
      failing = []
      journal.append(RECORDS[1] ?? [])
      journal.close()
      assert.deepStrictEqual(Journal.read(path).changes, RECORDS.slice(0, 2).flat())
      assert.strictEqual(Journal.read(path).sum, journal.sum())
    })
  )
})

const put = (key: string, value: string) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(() => store.put(key, value)))
const get = (key: string) => Effect.flatMap(Storage, (storage) => storage.transaction(() => store.get(key)))

/** What a process leaves that was killed after it acknowledged a write. */
const left = Effect.gen(function* () {
  const file = yield* newFile
  yield* filled(file)
  copyFileSync(file, `${file}.before`)
  const kill = Effect.sync(() => copyOf(file, join(dirname(file), "killed")))
  return yield* Effect.provide(Effect.andThen(put("key/7", "new"), kill), openAt(file))
})

describe("a data file whose process was killed", () => {
  it.live("has what its journal has, and needs it no more", () =>
    Effect.gen(function* () {
      const file = yield* left
      for (const _ of [1, 2]) assert.strictEqual(yield* Effect.provide(get("key/7"), openAt(file)), "new")
      assert.isEmpty(Journal.pathsOf(file))
    })
  )

  it.live("is refused as damaged if its journal is, wherever a bit changed", () =>
    Effect.gen(function* () {
      const file = yield* left
      const [path = ""] = Journal.pathsOf(file)
      const bytes = readFileSync(path)
      const { below } = chance(3)
      for (let flip = 0; flip < 30; flip++) {
        const changed = Buffer.from(bytes)
        const at = below(bytes.length)
        changed[at] = (changed[at] ?? 0) ^ (1 << below(8))
        writeFileSync(path, changed)
        const { reason, message } = yield* refused(file)
        // In the head, the identity can be that of another file only if its sum is right.
        assert.strictEqual(reason, "damaged", `byte ${at}`)
        assert.include(message, path)
      }
    })
  )

  it.live("is refused without its journal, also if it was copied alone; salvage has the rest", () =>
    Effect.gen(function* () {
      const file = yield* left
      const [path = ""] = Journal.pathsOf(file)
      rmSync(path)
      for (const lose of [() => undefined, () => rmSync(`${file}-wal`, { force: true })]) {
        lose()
        const { reason, message } = yield* refused(file)
        assert.strictEqual(reason, "log-absent")
        assert.include(message, "put the journal back, or save what the file alone has with `backlot world export")
        assert.include(message, path)
      }
    })
  )

  it.live("has all that it had if its journal is empty", () =>
    Effect.gen(function* () {
      const file = yield* left
      truncateSync(Journal.pathsOf(file)[0] ?? "")
      assert.strictEqual(yield* Effect.provide(get("key/7"), openAt(file)), "v".repeat(200))
      assert.isEmpty(Journal.pathsOf(file))
    })
  )
})

describe("a journal beside a data file that it does not belong to is kept, and both are named", () => {
  it.live("of another file", () =>
    Effect.gen(function* () {
      const other = yield* left
      const file = yield* newFile
      yield* filled(file)
      const path = Journal.pathOf(file, 1)
      copyFileSync(Journal.pathsOf(other)[0] ?? "", path)
      const { reason, message } = yield* refused(file)
      assert.strictEqual(reason, "log-foreign")
      assert.include(message, path)
      // The advice.
      rmSync(path)
      assert.strictEqual(yield* Effect.provide(get("key/7"), openAt(file)), "v".repeat(200))
    })
  )

  it.live("of the same file, later", () =>
    Effect.gen(function* () {
      const file = yield* left
      const before = join(dirname(dirname(file)), "backlot.db.before")
      // The earlier file goes on for one journal, and then lacks the one between.
      yield* Effect.provide(put("key/8", "new"), openAt(file))
      const kill = Effect.sync(() => copyOf(file, join(dirname(file), "later")))
      const later = yield* Effect.provide(Effect.andThen(put("key/9", "new"), kill), openAt(file))
      for (const end of ["-wal", ""]) rmSync(`${later}${end}`, { force: true })
      copyFileSync(before, later)
      assert.strictEqual((yield* refused(later)).reason, "log-foreign")
    })
  )

  it.live("a file of another program", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* filled(file)
      for (const text of ["log", "a text of some other program\n".repeat(9)]) {
        writeFileSync(Journal.pathOf(file, 2), text)
        const { reason, message } = yield* refused(file)
        assert.strictEqual(reason, "damaged")
        assert.include(message, `the head of its journal ${Journal.pathOf(file, 2)}`)
      }
    })
  )
})

it.live("a kill at any call of the file system loses nothing that was acknowledged, and adds nothing by half", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    const moments: Array<{ readonly path: string; readonly acknowledged: number }> = []
    let acknowledged = 0
    let isWatching = true
    yield* watched(() => {
      if (!isWatching) return
      isWatching = false
      moments.push({ path: copyOf(file, join(dirname(file), `${moments.length}`)), acknowledged })
      isWatching = true
    })
    const both = (value: string) =>
      Effect.flatMap(Storage, (storage) =>
        storage.transaction(function* () {
          yield* store.put("left", value)
          yield* store.put("right", value)
        })
      )
    const writing = Effect.gen(function* () {
      for (let number = 1; number <= 3; number++) {
        yield* both(String(acknowledged + 1))
        acknowledged++
      }
    })
    for (const _ of [1, 2]) yield* Effect.provide(writing, openAt(file))
    isWatching = false
    assert.isAbove(moments.length, 12)
    for (const { path, acknowledged: least } of moments) {
      const found = yield* Effect.provide(Effect.all([get("left"), get("right")]), openAt(path))
      assert.strictEqual(found[0], found[1])
      assert.include([least, least + 1], Number(found[0] ?? 0))
    }
  })
)
