import { copyFileSync, existsSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs"
import { store } from "@backlot/ports/Body"
import { Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { newFile, openAt } from "./Folder.ts"
import { refused } from "./Refused.ts"

const put = Effect.flatMap(Storage, (storage) => storage.transaction(() => store.put("key", "value")))
const get = Effect.flatMap(Storage, (storage) => storage.transaction(() => store.get("key")))

/** The files of a killed process: what was written is in the log alone. */
const leaveLog = (file: string) => {
  const origin = `${file}.origin`
  const copy = Effect.sync(() => {
    for (const end of ["", "-wal"]) copyFileSync(`${origin}${end}`, `${file}${end}`)
  })
  return Effect.andThen(put, copy).pipe(
    Effect.provide(openAt(origin)),
    Effect.andThen(Effect.sync(() => rmSync(origin)))
  )
}

const LOST: Readonly<Record<string, (file: string) => void>> = {
  absent: (file) => rmSync(file),
  empty: (file) => truncateSync(file, 0)
}

describe("a log whose data file is lost is kept, and both are named", () => {
  for (const [what, lose] of Object.entries(LOST)) {
    it.live(what, () =>
      Effect.gen(function* () {
        const file = yield* newFile
        yield* leaveLog(file)
        copyFileSync(file, `${file}.copy`)
        lose(file)
        const { reason, message } = yield* refused(file)
        assert.strictEqual(reason, "log-alone")
        assert.include(message, `${file}-wal`)
        // The advice: the file beside its log again has everything.
        copyFileSync(`${file}.copy`, file)
        assert.strictEqual(yield* Effect.provide(get, openAt(file)), "value")
      })
    )
  }

  it.live("empty, behind a link", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      yield* leaveLog(file)
      truncateSync(file, 0)
      symlinkSync(file, `${file}.link`)
      const { reason, message } = yield* refused(`${file}.link`)
      assert.strictEqual(reason, "log-alone")
      assert.include(message, `${file}-wal`)
    })
  )
})

it.live("an empty log keeps nobody from a new file", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    writeFileSync(`${file}-wal`, "")
    yield* Effect.provide(put, openAt(file))
    assert.strictEqual(yield* Effect.provide(get, openAt(file)), "value")
    assert.isFalse(existsSync(`${file}-wal`))
  })
)
