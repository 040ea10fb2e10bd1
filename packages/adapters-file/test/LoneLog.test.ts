import { copyFileSync, existsSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { store } from "@backlot/ports/Body"
import { Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isAbsent } from "../src/Storage.ts"
import { newFile, openAt } from "./Folder.ts"
import { makeEarlier, refused } from "./Refused.ts"

const put = Effect.flatMap(Storage, (storage) => storage.transaction(() => store.put("key", "value")))
const get = Effect.flatMap(Storage, (storage) => storage.transaction(() => store.get("key")))

/** The files of a killed process: what was written is in the journal alone. */
const leaveJournal = (file: string) => {
  const origin = `${file}.origin`
  const copy = Effect.sync(() => {
    for (const end of ["", "-journal-1"]) copyFileSync(`${origin}${end}`, `${file}${end}`)
  })
  return Effect.andThen(put, copy).pipe(
    Effect.provide(openAt(origin)),
    Effect.andThen(Effect.sync(() => rmSync(origin)))
  )
}

/** The files of a killed process of an earlier release: what was written is in SQLite's log alone. */
const leaveLog = (file: string) =>
  Effect.sync(() => {
    const origin = `${file}.origin`
    makeEarlier(origin)
    const database = new DatabaseSync(origin)
    database.exec("INSERT INTO kv VALUES ('key', 'value')")
    for (const end of ["", "-wal"]) copyFileSync(`${origin}${end}`, `${file}${end}`)
    database.close()
    rmSync(origin)
  })

const LOGS: Readonly<Record<string, (file: string) => Effect.Effect<void, unknown>>> = {
  "-journal-1": leaveJournal,
  "-wal": leaveLog
}

const LOST: Readonly<Record<string, (file: string) => void>> = {
  absent: (file) => rmSync(file),
  empty: (file) => truncateSync(file, 0)
}

describe("a log whose data file is lost is kept, and both are named", () => {
  for (const [end, leave] of Object.entries(LOGS)) {
    for (const [what, lose] of Object.entries(LOST)) {
      it.live(`${what}, ${end}`, () =>
        Effect.gen(function* () {
          const file = yield* newFile
          yield* leave(file)
          copyFileSync(file, `${file}.copy`)
          lose(file)
          const { reason, message } = yield* refused(file)
          assert.strictEqual(reason, "log-alone")
          assert.include(message, `${file}${end}`)
          // The advice: the file beside its log again has everything.
          copyFileSync(`${file}.copy`, file)
          assert.strictEqual(yield* Effect.provide(get, openAt(file)), "value")
        })
      )
    }

    it.live(`empty, behind a link, ${end}`, () =>
      Effect.gen(function* () {
        const file = yield* newFile
        yield* leave(file)
        truncateSync(file, 0)
        symlinkSync(file, `${file}.link`)
        const { reason, message } = yield* refused(`${file}.link`)
        assert.strictEqual(reason, "log-alone")
        assert.include(message, `${file}${end}`)
      })
    )
  }
})

it.live("an empty log keeps nobody from a new file", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    const ends = ["-wal", "-journal-1", "-journal-2"]
    for (const end of ends) writeFileSync(`${file}${end}`, "")
    yield* Effect.provide(put, openAt(file))
    assert.strictEqual(yield* Effect.provide(get, openAt(file)), "value")
    for (const end of ends) assert.isFalse(existsSync(`${file}${end}`))
  })
)

describe("a data file is absent if neither it nor a log of it is there", () => {
  it.live("and nothing is there before the first start", () =>
    Effect.gen(function* () {
      assert.isTrue(isAbsent(yield* newFile))
    })
  )

  for (const [end, leave] of Object.entries(LOGS)) {
    it.live(`but not beside its ${end}`, () =>
      Effect.gen(function* () {
        const file = yield* newFile
        yield* leave(file)
        rmSync(file)
        assert.isFalse(isAbsent(file))
        truncateSync(`${file}${end}`)
        assert.isTrue(isAbsent(file))
      })
    )
  }
})
