import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Storage, StorageUnusable, Transaction } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { folder, newFile, openAt } from "./Folder.ts"

const opened = (file: string) => Effect.provide(Effect.asVoid(Storage), openAt(file))

const filled = (file: string) =>
  Effect.flatMap(Storage, (storage) =>
    storage.transaction(
      Effect.flatMap(Transaction, (transaction) =>
        Effect.forEach(
          Array.from({ length: 200 }, (_, i) => `key/${i}`),
          (key) => transaction.put(key, "v".repeat(200))
        )
      )
    )
  ).pipe(Effect.provide(openAt(file)))

/** Opens the file, and gives the refusal after checking that its folder looks as before. */
const refusal = (file: string) =>
  Effect.gen(function* () {
    const look = () =>
      readdirSync(dirname(file)).map((name) => {
        const path = join(dirname(file), name)
        return [name, statSync(path).isFile() ? readFileSync(path, "latin1") : "folder"]
      })
    const before = look()
    const error = yield* Effect.flip(opened(file))
    assert.deepStrictEqual(look(), before)
    assert.notInclude(error.message, "\n")
    assert.isTrue(error.message.startsWith(file), error.message)
    return error.reason
  })

const sqlite = (file: string, sql: string) => {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

const FOREIGN: Readonly<Record<string, (file: string) => void>> = {
  "a text": (file) => writeFileSync(file, "hello\n"),
  "a short binary": (file) => writeFileSync(file, Uint8Array.from([0])),
  "a long text": (file) => writeFileSync(file, "hello\n".repeat(10_000)),
  "a SQLite database of another program": (file) => sqlite(file, "CREATE TABLE kv (key, value)"),
  "a SQLite database of another program with a write-ahead log": (file) =>
    sqlite(file, "PRAGMA journal_mode = WAL; PRAGMA application_id = 7; CREATE TABLE t (a)")
}

describe("a foreign file is refused untouched", () => {
  for (const [what, write] of Object.entries(FOREIGN)) {
    it.live(what, () =>
      Effect.gen(function* () {
        const file = yield* newFile
        write(file)
        assert.strictEqual(yield* refusal(file), "foreign")
      })
    )
  }
})

const overwrite = (file: string, at: number, bytes: Uint8Array) => {
  const descriptor = openSync(file, "r+")
  writeSync(descriptor, bytes, 0, bytes.length, at)
  closeSync(descriptor)
}

const DAMAGE: Readonly<Record<string, (file: string) => void>> = {
  "cut off in the middle": (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  "cut off after its header": (file) => truncateSync(file, 100),
  "overwritten behind its header": (file) => overwrite(file, 100, new Uint8Array(statSync(file).size - 100).fill(0xa5)),
  "overwritten in the middle": (file) => overwrite(file, 4096 * 5, new Uint8Array(4096).fill(0xa5)),
  "without its table": (file) => sqlite(file, "DROP TABLE kv")
}

describe("a damaged file is refused untouched", () => {
  for (const [what, damage] of Object.entries(DAMAGE)) {
    it.live(what, () =>
      Effect.gen(function* () {
        const file = yield* newFile
        yield* filled(file)
        damage(file)
        assert.strictEqual(yield* refusal(file), "damaged")
      })
    )
  }
})

it.live("a file of a newer release is refused untouched", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    yield* filled(file)
    sqlite(file, "PRAGMA user_version = 2")
    assert.strictEqual(yield* refusal(file), "newer")
  })
)

it.live("a file that is open in this process is refused, and stays open for its owner alone", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    yield* filled(file)
    yield* Effect.provide(
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(opened(file))).reason, "in-use")
        assert.strictEqual((yield* Effect.flip(opened(join(dirname(file), ".", "backlot.db")))).reason, "in-use")
      }),
      openAt(file)
    )
    yield* opened(file)
  })
)

it.live("a folder in place of the file is refused as unavailable", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    mkdirSync(file)
    assert.strictEqual(yield* refusal(file), "unavailable")
  })
)

it.live("a file in place of a folder is refused as unavailable", () =>
  Effect.gen(function* () {
    const parent = yield* newFile
    writeFileSync(parent, "")
    assert.strictEqual((yield* Effect.flip(opened(join(parent, "backlot.db")))).reason, "unavailable")
  })
)

it.live("a folder that the system will not make is refused at once", () =>
  Effect.gen(function* () {
    assert.instanceOf(yield* Effect.flip(opened("/proc/backlot/deep/backlot.db")), StorageUnusable)
  })
)

/** Runs as a user without rights on what root owns, where the test runs as root. */
const unprivileged = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  process.getuid?.() === 0
    ? Effect.acquireUseRelease(
        Effect.sync(() => process.seteuid?.(65_534)),
        () => effect,
        () => Effect.sync(() => process.seteuid?.(0))
      )
    : effect

describe("what the user may not do is refused as not permitted", () => {
  const LOCKED: Readonly<Record<string, { readonly folder: number; readonly file?: number }>> = {
    "a file that can not be read": { folder: 0o755, file: 0o000 },
    "a file that can not be written": { folder: 0o755, file: 0o444 },
    "a folder that can not be entered": { folder: 0o000 },
    "a folder in which nothing can be made": { folder: 0o555 }
  }
  for (const [what, modes] of Object.entries(LOCKED)) {
    it.live(what, () =>
      Effect.gen(function* () {
        const path = yield* folder
        const file = join(path, "backlot.db")
        if (modes.file !== undefined) {
          yield* filled(file)
          chmodSync(file, modes.file)
        }
        chmodSync(path, modes.folder)
        const error = yield* unprivileged(Effect.flip(opened(file)))
        chmodSync(path, 0o755)
        assert.instanceOf(error, StorageUnusable)
        assert.strictEqual(error.reason, "not-permitted", error.message)
      })
    )
  }
})
