/**
 * Opens and closes the data file. A file that can not be ours is judged by its header alone, before SQLite sees it,
 * so that it stays as it is. Source: architecture.md "Storage"; SQLite file format §1.3 (header).
 */
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import type { DatabaseSync, DatabaseSyncOptions } from "node:sqlite"
import type { StorageUnusable } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { APPLICATION_ID, checkHeader, FORMAT_VERSION } from "./Header.ts"
import { requireFile } from "./Place.ts"
import { refuse, toUnusable } from "./Refusal.ts"

interface Opened {
  readonly database: DatabaseSync
  readonly identity: string
}

/**
 * Files open in this process. SQLite's locks belong to the process, so that reading the header of a file it has open
 * would, on closing, release them.
 */
const openHere = new Set<string>()
const identities = new WeakMap<DatabaseSync, string>()

/**
 * Ours: bytes that the write-ahead log may keep between checkpoints. Every 4 MiB it is folded into the file and begun
 * again; a large transaction makes it longer, and this makes it short again.
 */
export const LOG_BYTES = 16 * 1024 * 1024
const CHECKPOINT_BYTES = 4 * 1024 * 1024

/**
 * Ours: a row of up to a quarter of a page stands in it, a longer one takes pages of its own; a command has 1 to 4 KiB.
 * A file keeps the size it was made with.
 */
const PAGE_BYTES = 16 * 1024

/**
 * Refuses rather than waits, and leaves a refused file as it was. Every commit reaches the operating system before it
 * is acknowledged; `durable` also waits for the disk.
 */
export const open = (options: {
  readonly file: string
  readonly durable: boolean
}): Effect.Effect<DatabaseSync, StorageUnusable> =>
  Effect.try({
    try: () => {
      const { database, identity } = openFile(resolve(options.file), options.file)
      openHere.add(identity)
      identities.set(database, identity)
      database.exec(`PRAGMA synchronous = ${options.durable ? "FULL" : "NORMAL"}`)
      database.exec(`PRAGMA journal_size_limit = ${LOG_BYTES}`)
      database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_BYTES / askNumber(database, "page_size")}`)
      return database
    },
    catch: (cause) => toUnusable(options.file, cause)
  })

/**
 * Folds the write-ahead log into the file. What can not be folded now is, when it is opened next; then gives the path
 * of the log, without which the file is not whole.
 */
export const close = (database: DatabaseSync): string | undefined => {
  // Where links lead, SQLite keeps the log.
  const log = `${database.location()}-wal`
  try {
    database.close()
  } finally {
    openHere.delete(identities.get(database) ?? "")
  }
  return existsSync(log) ? log : undefined
}

const openFile = (path: string, file: string): Opened => {
  makeFolder(dirname(path))
  requireFile(path, file)
  const before = identityOf(path)
  if (before !== undefined && openHere.has(before)) throw refuse(file, "in-use")
  const hasLog = checkHeader(path, file) === "ours" && existsSync(`${path}-wal`)
  if (hasLog) checkWithLog(path, file)
  if (before === undefined) makePrivate(path)
  const database = connect(path, { timeout: 0, enableForeignKeyConstraints: false })
  try {
    // The lock is taken by the first access and kept until the end.
    database.exec("PRAGMA locking_mode = EXCLUSIVE")
    if (!hasLog) createOrCheck(database, file)
    database.exec("PRAGMA journal_mode = WAL")
    raiseVersion(database)
    return { database, identity: identityOf(path) ?? path }
  } catch (cause) {
    database.close()
    throw cause
  }
}

/**
 * SQLite is loaded with the first file: who keeps everything in memory does not wait for it, nor hears from Node 22 and 24
 * that it is experimental there.
 */
const connect = (path: string, options: DatabaseSyncOptions): DatabaseSync =>
  new (process.getBuiltinModule("node:sqlite").DatabaseSync)(path, options)

/** Parents one at a time: on some file systems, such as /proc, the recursive form never returns. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** Of mode 0600, because it holds credentials; SQLite gives the journal, the log and its index the mode of the file. */
const makePrivate = (path: string): void => closeSync(openSync(path, "a", 0o600))

/** SQLite says what is empty: when making it was cut short, what was written of it is rolled back by this question. */
const createOrCheck = (database: DatabaseSync, file: string) => {
  if (askNumber(database, "page_count") === 0) create(database)
  else check(database, file)
}

/** One transaction of the rollback journal, so that the file is ours whole or still empty. */
const create = (database: DatabaseSync) =>
  database.exec(`
    PRAGMA page_size = ${PAGE_BYTES};
    BEGIN EXCLUSIVE;
    CREATE TABLE IF NOT EXISTS kv (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${FORMAT_VERSION};
    COMMIT;
  `)

/**
 * Before anything is written in a way that earlier releases do not know. They judge the header of the file itself, so
 * that it may not wait in the log.
 */
const raiseVersion = (database: DatabaseSync) => {
  if (askNumber(database, "user_version") === FORMAT_VERSION) return
  database.exec(`PRAGMA user_version = ${FORMAT_VERSION}; PRAGMA wal_checkpoint(TRUNCATE)`)
}

/**
 * Closing folds the log of a killed process into the file. So that one which turns out damaged is left alone, it is
 * looked at by a connection that may not write; all that this leaves behind is an index of the log.
 */
const checkWithLog = (path: string, file: string) => {
  const index = `${path}-shm`
  const hadIndex = existsSync(index)
  const database = connect(path, { readOnly: true, timeout: 0 })
  try {
    check(database, file)
  } finally {
    database.close()
    if (!hadIndex) rmSync(index, { force: true })
  }
}

/** Reads the whole file: 0.2 s for a million rows of 400 bytes. */
const check = (database: DatabaseSync, file: string) => {
  const first = Object.values(database.prepare("PRAGMA quick_check(1)").get() ?? {})[0]
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'kv'").get()
  if (first !== "ok" || table === undefined) throw refuse(file, "damaged", first)
}

const askNumber = (database: DatabaseSync, pragma: "page_count" | "page_size" | "user_version"): number =>
  Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])

const identityOf = (path: string): string | undefined => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`
}
