import { execFileSync } from "node:child_process"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { chance } from "@backlot/ports/conformance/suite/Chance"
import { Storage, StorageUnusable } from "@backlot/ports/Storage"
import { commandOf, run } from "@backlot/test-engines/crash/Victim"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { sumOf } from "../src/Checksum.ts"
import { pathsOf } from "../src/Journal.ts"
import { FORMAT_VERSION } from "../src/Schema.ts"
import { folder, newFile, openAt } from "./Folder.ts"
import { filled, look, makeEarlier, makeThird, opened, overwrite, refusal, refused, sqlite } from "./Refused.ts"

const WRITER = new URL("./Writer.ts", import.meta.url)

const FOREIGN: Readonly<Record<string, (file: string) => void>> = {
  "a text": (file) => writeFileSync(file, "hello\n"),
  "a text that begins as SQLite's files do": (file) => writeFileSync(file, "SQLite format 3\0".padEnd(8_192, "x")),
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

const flipBits = (file: string, seed: number) => {
  const { below } = chance(seed)
  // Behind the headers of the file and of the root page, so that only the contents are damaged.
  for (let flip = 0; flip < 200; flip++)
    overwrite(file, 200 + below(statSync(file).size - 200), Uint8Array.from([below(256)]))
}

const DAMAGE: Readonly<Record<string, (file: string) => void>> = {
  "cut off in the middle": (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  "cut off after its header": (file) => truncateSync(file, 100),
  "overwritten behind its header": (file) => overwrite(file, 100, new Uint8Array(statSync(file).size - 100).fill(0xa5)),
  "overwritten in the middle": (file) =>
    overwrite(file, Math.floor(statSync(file).size / 2), new Uint8Array(4096).fill(0xa5)),
  "with single bytes changed all over": (file) => flipBits(file, 1),
  "with other bytes changed all over": (file) => flipBits(file, 2),
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

/** The files of a killed process: the data file, SQLite's log, and the journal of writes not merged into it. */
const leaveLog = (file: string) =>
  Effect.gen(function* () {
    yield* filled(file)
    const { lines } = yield* run(commandOf(WRITER, [file, "4000"]), { lines: 20, rounds: 0 })
    assert.isAbove(lines.length, 2)
    assert.isTrue(existsSync(`${file}-wal`))
    assert.isNotEmpty(pathsOf(file))
  })

describe("a damaged file beside the log of a killed process is refused untouched, the log too", () => {
  for (const [what, damage] of Object.entries(DAMAGE).filter(([name]) => name !== "without its table")) {
    it.live(what, () =>
      Effect.gen(function* () {
        const file = yield* newFile
        yield* leaveLog(file)
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
    sqlite(file, `PRAGMA user_version = ${FORMAT_VERSION + 1}`)
    assert.strictEqual(yield* refusal(file), "newer")
  })
)

/** The version in the header of the file, without the log. */
const versionOf = (file: string) => readFileSync(file).readInt32BE(60)

const countKeys = Effect.flatMap(Storage, (storage) =>
  storage.transaction(() =>
    Body.map(store.list({ prefix: "key/" }), (rows) => {
      assert.strictEqual(rows.find(([key]) => key === "key/7")?.[1], "v".repeat(200))
      return rows.length
    })
  )
)

/** The files of an earlier release that was killed: 800 rows in the file, and one more in its log. */
const leaveEarlierLog = (values: string) => (file: string) => {
  const origin = `${file}.origin`
  renameSync(file, origin)
  const database = new DatabaseSync(origin)
  database.exec(`INSERT INTO kv VALUES (${values})`)
  for (const suffix of ["", "-wal"]) copyFileSync(`${origin}${suffix}`, `${file}${suffix}`)
  database.close()
}

/** The files of a later release that was killed while it gave the rows their checksums. */
const leaveHalfUpgraded = (file: string) => {
  const origin = `${file}.origin`
  renameSync(file, origin)
  const database = new DatabaseSync(origin)
  // With so small a cache, changed pages go to the file before the end.
  database.exec(`
    PRAGMA cache_size = 2;
    PRAGMA journal_mode = DELETE;
    BEGIN EXCLUSIVE;
    ALTER TABLE kv RENAME TO kv_before;
    CREATE TABLE kv (key TEXT NOT NULL PRIMARY KEY, sum INTEGER NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO kv SELECT key, 0, value FROM kv_before;
  `)
  for (const suffix of ["", "-journal"]) copyFileSync(`${origin}${suffix}`, `${file}${suffix}`)
  assert.isAbove(statSync(`${file}-journal`).size, 512)
  database.close()
}

describe("a file of an earlier release is opened with all it holds, and that release refuses it from then on", () => {
  interface Case {
    readonly make: (file: string) => void
    readonly leave?: (file: string) => void
    readonly version: number
    readonly keys: number
  }
  const [first, third] = [
    { make: makeEarlier, version: 1 },
    { make: makeThird, version: 3 }
  ]
  const inLog = "key/in the log"
  const LEFT: Readonly<Record<string, Case>> = {
    "the first, after it was closed": { ...first, keys: 800 },
    "the first, after a kill, which left a log": { ...first, leave: leaveEarlierLog(`'${inLog}', ''`), keys: 801 },
    "the first, after a kill while a newer release brought it up to date": {
      ...first,
      leave: leaveHalfUpgraded,
      keys: 800
    },
    "the third, after it was closed": { ...third, keys: 800 },
    "the third, after a kill, which left a log": {
      ...third,
      leave: leaveEarlierLog(`'${inLog}', ${sumOf(inLog, "")}, ''`),
      keys: 801
    }
  }
  for (const [what, { make, leave, version, keys }] of Object.entries(LEFT)) {
    it.live(what, () =>
      Effect.gen(function* () {
        const file = yield* newFile
        make(file)
        leave?.(file)
        assert.strictEqual(versionOf(file), version)
        // Copied while open, like after a kill.
        const whileOpen = Effect.sync(() => versionOf(file))
        const found = yield* Effect.provide(Effect.all([countKeys, whileOpen]), openAt(file))
        assert.deepStrictEqual(found, [keys, FORMAT_VERSION])
        assert.strictEqual(versionOf(file), FORMAT_VERSION)
        // It takes journals from then on.
        const write = Effect.flatMap(Storage, (storage) => storage.transaction(() => store.put("key/new", "")))
        yield* Effect.provide(write, openAt(file))
        assert.strictEqual(yield* Effect.provide(countKeys, openAt(file)), keys + 1)
      })
    )
  }
})

it.live("a file of an earlier release that is refused keeps its version", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    makeEarlier(file)
    truncateSync(file, Math.floor(statSync(file).size / 2))
    assert.strictEqual(yield* refusal(file), "damaged")
    assert.strictEqual(versionOf(file), 1)
  })
)

/** Opens no file in this process, which would release its lock on closing (see DataFile). */
const lookFromOutside = (file: string) => [
  readdirSync(dirname(file)).map((name) => [name, statSync(join(dirname(file), name)).mtimeMs]),
  execFileSync("sh", ["-c", "cat *"], { cwd: dirname(file), encoding: "latin1", maxBuffer: 2 ** 26 })
]

it.live("a file that another process has open is refused untouched, its log too", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    yield* leaveLog(file)
    yield* Effect.provide(
      Effect.gen(function* () {
        const before = lookFromOutside(file)
        const { lines } = yield* run(commandOf(WRITER, [file]))
        assert.match(lines[1] ?? "", /^unusable in-use: /)
        assert.deepStrictEqual(lookFromOutside(file), before)
      }),
      openAt(file)
    )
  })
)

it.live("an empty file is taken as a new one", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    writeFileSync(file, "")
    yield* filled(file)
    yield* opened(file)
  })
)

it.live("a file that is made is for its owner's eyes only, and so are its logs", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    const storage = yield* Storage.pipe(Effect.provide(yield* Layer.build(openAt(file))))
    yield* storage.transaction(() => store.put("key", "value"))
    const modes = readdirSync(dirname(file)).map((name) => [name, statSync(join(dirname(file), name)).mode & 0o777])
    assert.sameDeepMembers(modes, [
      ["backlot.db", 0o600],
      ["backlot.db-journal-1", 0o600],
      ["backlot.db-wal", 0o600]
    ])
  })
)

it.live("a file that is there keeps its mode, and its logs have the same", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    yield* filled(file)
    chmodSync(file, 0o660)
    const storage = yield* Storage.pipe(Effect.provide(yield* Layer.build(openAt(file))))
    yield* storage.transaction(() => store.put("key", "value"))
    const modes = readdirSync(dirname(file)).map((name) => statSync(join(dirname(file), name)).mode & 0o777)
    assert.deepStrictEqual(modes, [0o660, 0o660, 0o660])
  })
)

/** Each kind of path, with the words of its refusal. */
const NO_FILES: Readonly<Record<string, { readonly make: (file: string) => void; readonly says: string }>> = {
  "a folder": { make: (file) => mkdirSync(file), says: "it is a folder" },
  "a named pipe": { make: (file) => execFileSync("mkfifo", [file]), says: "it is a named pipe" },
  "a link to a device": { make: (file) => symlinkSync("/dev/null", file), says: "it is a device" },
  "a link to nothing": {
    make: (file) => symlinkSync("elsewhere/backlot.db", file),
    says: "it is a link to a file that is not there"
  }
}

describe("what can hold no data is refused at once", () => {
  for (const [what, { make, says }] of Object.entries(NO_FILES)) {
    it.live(what, () =>
      Effect.gen(function* () {
        const file = yield* newFile
        make(file)
        const { reason, message } = yield* refused(file)
        assert.strictEqual(reason, "unavailable")
        assert.include(message, says)
      })
    )
  }
})

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

/** If the test runs as root, runs the program as a user without rights on root's files. */
const unprivileged = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  process.getuid?.() === 0
    ? Effect.acquireUseRelease(
        Effect.sync(() => process.seteuid?.(65_534)),
        () => effect,
        () => Effect.sync(() => process.seteuid?.(0))
      )
    : effect

describe("what the user may not do is refused as not permitted, and stays as it was", () => {
  const LOCKED: Readonly<Record<string, { readonly folder: number; readonly file?: number }>> = {
    "a file that can not be read": { folder: 0o755, file: 0o000 },
    "a file that can not be written": { folder: 0o777, file: 0o444 },
    "a folder that can not be entered": { folder: 0o000 },
    "a folder in which nothing can be made": { folder: 0o555 },
    "a file in a folder in which no log can be made": { folder: 0o555, file: 0o666 }
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
        const before = readAll(path)
        const error = yield* unprivileged(Effect.flip(opened(file)))
        assert.deepStrictEqual(readAll(path), before)
        chmodSync(path, 0o755)
        assert.strictEqual(error.reason, "not-permitted", error.message)
      })
    )
  }
})

/** As far as the rights of the test's user allow. */
const readAll = (path: string) => {
  try {
    return look(join(path, "backlot.db"))
  } catch (cause) {
    return cause instanceof Error ? cause.message : cause
  }
}
