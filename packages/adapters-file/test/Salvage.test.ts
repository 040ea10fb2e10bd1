import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { chance } from "@backlot/ports/conformance/suite/Chance"
import { type Entry, Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { pathsOf } from "../src/Journal.ts"
import { salvage } from "../src/Salvage.ts"
import { copyOf } from "./Calls.ts"
import { newFile, openAt } from "./Folder.ts"
import { look, makeEarlier, overwrite } from "./Refused.ts"

const PAGE = 16 * 1024

const ENTRIES: ReadonlyArray<Entry> = ["channel", "message", "user"].flatMap((kind) =>
  Array.from(
    { length: 400 },
    (_, i): Entry => [`${kind}/${String(i).padStart(20, "0")}`, JSON.stringify("v".repeat(i))]
  )
)

const filled = (file: string) =>
  Effect.flatMap(Storage, (storage) =>
    storage.transaction(() => Body.forEach(ENTRIES, ([key, value]) => store.put(key, value)))
  ).pipe(Effect.provide(openAt(file)))

/** Saves from the file, which must stay as it was, and nothing may be saved that was not written. */
const saved = (file: string) =>
  Effect.gen(function* () {
    const before = look(file)
    const found = yield* salvage(file)
    assert.deepStrictEqual(look(file), before)
    const written = new Map(ENTRIES)
    for (const [key, value] of found.entries) assert.strictEqual(value, written.get(key))
    return found
  })

it.live("all of a whole file is saved", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    yield* filled(file)
    const found = yield* saved(file)
    assert.deepStrictEqual(found, { entries: [...ENTRIES], isChecked: true, lost: [] })
  })
)

it.live("a row with a changed bit is lost alone, and its kind is told", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    yield* filled(file)
    const at = readFileSync(file).indexOf(`"${"v".repeat(300)}"`)
    overwrite(file, at + 100, Uint8Array.of(0x77))
    const found = yield* saved(file)
    assert.lengthOf(found.entries, ENTRIES.length - 1)
    assert.lengthOf(found.lost, 1)
    assert.match(found.lost[0] ?? "", /^rows of the kind "(channel|message|user)" that are not what was written: 1$/)
  })
)

describe("pages without sense take only their own rows along", () => {
  for (const pages of [[3], [3, 9], [3, 6, 9, 12]]) {
    it.live(`pages ${pages.join(", ")}`, () =>
      Effect.gen(function* () {
        const file = yield* newFile
        yield* filled(file)
        for (const page of pages) overwrite(file, page * PAGE, new Uint8Array(PAGE).fill(0xa5))
        const found = yield* saved(file)
        // A page holds up to 130 rows of these lengths.
        assert.isAbove(found.entries.length, ENTRIES.length - pages.length * 130)
        assert.match(found.lost.join("\n"), /rows that cannot be read, of the kind "/)
      })
    )
  }
})

it.live("of a file with many changed bits everything that is saved is what was written, and the rest is told", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    yield* filled(file)
    const bytes = readFileSync(file)
    for (let seed = 0; seed < 40; seed++) {
      const { below } = chance(seed)
      const damaged = Buffer.from(bytes)
      for (let flip = 0; flip < 12; flip++) {
        const at = PAGE + below(bytes.length - PAGE)
        damaged[at] = (damaged[at] ?? 0) ^ (1 << below(8))
      }
      writeFileSync(file, damaged)
      const found = yield* Effect.exit(saved(file))
      if (found._tag === "Failure") assert.match(String(found.cause), /nothing can be saved/)
      else if (found.value.entries.length < ENTRIES.length) assert.isNotEmpty(found.value.lost)
    }
  })
)

it.live("a file that ends early gives what stands before its end, or says that nothing can be saved", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    yield* filled(file)
    copyFileSync(file, `${file}.whole`)
    for (const part of [0.95, 0.5, 0.1]) {
      copyFileSync(`${file}.whole`, file)
      truncateSync(file, Math.floor(statSync(file).size * part))
      const found = yield* Effect.exit(saved(file))
      if (found._tag === "Failure") assert.match(String(found.cause), /nothing can be saved/)
      else assert.isNotEmpty(found.value.lost)
    }
  })
)

it.live("a file of an earlier release, without checksums, gives the rows that have the form of one", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    makeEarlier(file)
    overwrite(file, 5 * PAGE, new Uint8Array(PAGE).fill(0xa5))
    const { entries, isChecked } = yield* salvage(file)
    assert.isFalse(isChecked)
    // A page holds some 75 of these rows.
    assert.isAbove(entries.length, 700)
    assert.isBelow(entries.length, 800)
  })
)

const put = (entries: ReadonlyArray<Entry>) =>
  Effect.flatMap(Storage, (storage) =>
    storage.transaction(() => Body.forEach(entries, ([key, value]) => store.put(key, value)))
  )

/** The files of a process that was killed: a part of the rows is in its journal alone. */
const killed = Effect.gen(function* () {
  const file = yield* newFile
  yield* Effect.provide(put(ENTRIES.slice(0, 800)), openAt(file))
  const kill = Effect.sync(() => copyOf(file, join(dirname(file), "killed")))
  // Two records: a row of the file and some new ones, then the others.
  const rest = [
    put([[ENTRIES[0]?.[0] ?? "", "x"]]),
    put(ENTRIES.slice(800, 1_000)),
    put(ENTRIES.slice(1_000)),
    put(ENTRIES.slice(0, 1))
  ]
  return yield* Effect.provide(Effect.andThen(Effect.all(rest), kill), openAt(file))
})

describe("of a process that was killed", () => {
  it.live("the rows in the journal are saved too, and the folder stays as it was", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* saved(yield* killed), { entries: [...ENTRIES], isChecked: true, lost: [] })
    })
  )

  it.live("a row of the file that is damaged is saved if the journal has it, and its loss is told", () =>
    Effect.gen(function* () {
      const file = yield* killed
      // The first row is in the journal, the one beside it is not.
      for (const text of ["vvvvvvvvvv", ENTRIES[1]?.[0] ?? ""])
        overwrite(file, readFileSync(file).indexOf(text), Buffer.from("?"))
      const { entries, lost } = yield* saved(file)
      assert.isAtLeast(entries.length, ENTRIES.length - 2)
      assert.isNotEmpty(lost)
    })
  )

  it.live("a damaged record is lost alone, and the journal is told", () =>
    Effect.gen(function* () {
      const file = yield* killed
      const [path = ""] = pathsOf(file)
      const [lost = ""] = ENTRIES[900] ?? []
      overwrite(path, readFileSync(path).indexOf(lost), Buffer.from("?"))
      const found = yield* saved(file)
      assert.lengthOf(found.entries, 1_000)
      assert.lengthOf(found.lost, 1)
      assert.match(found.lost[0] ?? "", /^the record at byte \d+ of its journal .*-journal-2 is not what was written$/)
    })
  )

  it.live("a journal that is absent or of another file is told, and the file's own rows are saved", () =>
    Effect.gen(function* () {
      const file = yield* killed
      const other = yield* killed
      const [path = ""] = pathsOf(file)
      rmSync(path)
      const absent = yield* saved(file)
      assert.deepStrictEqual([absent.entries, absent.lost], [ENTRIES.slice(0, 800), [`its journal ${path} is absent`]])
      copyFileSync(pathsOf(other)[0] ?? "", path)
      const foreign = yield* saved(file)
      assert.deepStrictEqual(
        [foreign.entries, foreign.lost],
        [ENTRIES.slice(0, 800), [`${path} belongs to another data file and is left out`]]
      )
    })
  )

  it.live("a file whose pages have no sense gives what its journal has", () =>
    Effect.gen(function* () {
      const file = yield* killed
      overwrite(file, 100, new Uint8Array(statSync(file).size - 100).fill(0xa5))
      const { entries, lost } = yield* saved(file)
      assert.deepStrictEqual(entries, [...ENTRIES.slice(0, 1), ...ENTRIES.slice(800)])
      assert.include(lost.join("\n"), "the file without its journals")
    })
  )
})

it.live("the rows in the log of a killed process of an earlier release are saved too", () =>
  Effect.gen(function* () {
    const origin = yield* newFile
    const file = `${origin}.copy`
    makeEarlier(origin)
    const database = new DatabaseSync(origin)
    database.exec("INSERT INTO kv VALUES ('key/in the log', '')")
    for (const end of ["", "-wal"]) copyFileSync(`${origin}${end}`, `${file}${end}`)
    database.close()
    const before = look(file)
    const { entries } = yield* salvage(file)
    assert.deepStrictEqual(look(file), before)
    assert.lengthOf(entries, 801)
  })
)
