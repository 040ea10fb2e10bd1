/**
 * Opens and closes the data file. The header is checked before SQLite opens the file, so that a foreign file stays
 * unchanged. Source: architecture.md "Storage"; SQLite file format §1.3 (header).
 */
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync
} from "node:fs"
import { dirname, resolve } from "node:path"
import type { DatabaseSync, DatabaseSyncOptions } from "node:sqlite"
import type { StorageUnusable } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { Damage } from "./Checksum.ts"
import { type FileEngine, makeEngine } from "./Engine.ts"
import * as Journal from "./Journal.ts"
import { find, recover } from "./Recovery.ts"
import { refuse, toUnusable } from "./Refusal.ts"
import { rowsOf } from "./Rows.ts"
import * as Schema from "./Schema.ts"
import { APPLICATION_ID, askNumber, FORMAT_VERSION } from "./Schema.ts"

/**
 * Files open in this process. SQLite's locks belong to the process: reading the header of an open file would release
 * them when the header is closed.
 */
const openHere = new Set<string>()

/** Checkpoints happen every so often while rows go into SQLite. */
const CHECKPOINT_BYTES = 4 * 1024 * 1024

export interface OpenFile {
  readonly engine: FileEngine
  /**
   * Merges everything into the file. If that fails, returns the paths of the logs, which the file then needs; the next
   * start merges them.
   */
  readonly close: () => ReadonlyArray<string>
}

/**
 * Refuses a locked file instead of waiting, and leaves a refused file unchanged. Every commit reaches the operating
 * system before it is acknowledged; `durable` also waits for the disk.
 */
export const open = (options: {
  readonly file: string
  readonly durable: boolean
}): Effect.Effect<OpenFile, StorageUnusable> =>
  Effect.try({
    try: () => {
      const path = resolve(options.file)
      const { database, rows, state } = openFile(path, options.file)
      const base = baseOf(path)
      const identity = identityOf(path) ?? path
      openHere.add(identity)
      const engine = makeEngine(rows, { base, state, durable: options.durable })
      return { engine, close: () => close(engine, database, base, identity) }
    },
    catch: (cause) => toUnusable(options.file, cause)
  })

const close = (engine: FileEngine, database: DatabaseSync, base: string, identity: string) => {
  try {
    engine.close()
  } catch {
    // The journals keep what could not be merged.
  }
  try {
    database.close()
  } finally {
    openHere.delete(identity)
  }
  return logsOf(base)
}

const openFile = (path: string, file: string) => {
  makeFolder(dirname(path))
  requireFile(path, file)
  const before = identityOf(path)
  if (before !== undefined && openHere.has(before)) throw refuse(file, "in-use")
  const isEmpty = checkHeader(path, file) === "empty"
  // SQLite would make a new file and remove its log, and with it all acknowledged writes that only the log has.
  if (isEmpty) refuseLogs(path, file)
  const hasLog = !isEmpty && existsSync(logOf(baseOf(path)))
  if (hasLog) checkWithLog(path, file)
  if (before === undefined) makePrivate(path)
  const database = connect(path, { timeout: 0, enableForeignKeyConstraints: false })
  try {
    // SQLite takes the lock at the first access and keeps it.
    database.exec("PRAGMA locking_mode = EXCLUSIVE")
    if (!hasLog) createOrCheck(database, path, file)
    Schema.upgrade(database)
    database.exec("PRAGMA journal_mode = WAL")
    // The journal keeps what a power loss may take of SQLite's log.
    database.exec("PRAGMA synchronous = NORMAL")
    database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_BYTES / askNumber(database, "page_size")}`)
    const rows = rowsOf(database)
    const state = Schema.stateOf(database)
    if (state === undefined) throw new Error("the data file was not brought up to date")
    return { database, rows, state: recover(rows, baseOf(path), file, state) }
  } catch (cause) {
    database.close()
    throw cause
  }
}

/** Reads a damaged file, which stays as it is; refuses what is no file of ours, or is in use. */
export const readDamaged = <A>(file: string, read: (database: DatabaseSync, base: string) => A): A => {
  const path = resolve(file)
  requireFile(path, file)
  if (openHere.has(identityOf(path) ?? "")) throw refuse(file, "in-use")
  if (checkHeader(path, file) === "empty") {
    refuseLogs(path, file)
    throw new Damage("it is empty")
  }
  const base = baseOf(path)
  const hasLog = existsSync(logOf(base))
  const index = `${base}-shm`
  const hadIndex = existsSync(index)
  const database = connect(path, { readOnly: hasLog, timeout: 0, enableForeignKeyConstraints: false })
  try {
    if (!hasLog) database.exec("PRAGMA locking_mode = EXCLUSIVE")
    return read(database, base)
  } finally {
    database.close()
    if (hasLog && !hadIndex) rmSync(index, { force: true })
  }
}

/**
 * Loads SQLite with the first file. A server in memory does not wait for it, and does not see the warning of Node 22 and
 * 24 that it is experimental.
 */
const connect = (path: string, options: DatabaseSyncOptions): DatabaseSync =>
  new (process.getBuiltinModule("node:sqlite").DatabaseSync)(path, options)

/** Logs and journals lie beside the target of a link. */
const baseOf = (path: string): string => (existsSync(path) ? realpathSync(path) : path)

/** SQLite's own log. */
const logOf = (base: string): string => `${base}-wal`

/** What a data file needs beside itself: SQLite's log and the journals, if they are not empty. */
const logsOf = (base: string): ReadonlyArray<string> =>
  [logOf(base), ...Journal.pathsOf(base)].filter((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0)

const refuseLogs = (path: string, file: string) => {
  const logs = logsOf(baseOf(path))
  if (logs.length > 0) throw refuse(file, "log-alone", logs.join(", "))
}

/** True if nothing is there: no data file, and no log or journal of one, which opening would name. */
export const isAbsent = (file: string): boolean => !existsSync(file) && logsOf(resolve(file)).length === 0

/** Makes parents one by one: on some file systems, such as /proc, `recursive` never returns. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** Mode 0600, because the file holds credentials. SQLite gives its own journal, log and index the same mode. */
const makePrivate = (path: string): void => closeSync(openSync(path, "a", 0o600))

/** Asking SQLite for the page count also rolls back a creation or an upgrade that was interrupted. */
const createOrCheck = (database: DatabaseSync, path: string, file: string) => {
  if (askNumber(database, "page_count") === 0) Schema.create(database)
  else check(database, path, file)
}

const check = (database: DatabaseSync, path: string, file: string) => {
  Schema.check(database)
  find(baseOf(path), file, Schema.stateOf(database))
}

/**
 * Checks a file with the log of a killed process through a read-only connection, because closing a writable one folds the
 * log even into a damaged file. This leaves only an index of the log behind.
 */
const checkWithLog = (path: string, file: string) => {
  const index = `${baseOf(path)}-shm`
  const hadIndex = existsSync(index)
  const database = connect(path, { readOnly: true, timeout: 0 })
  try {
    check(database, path, file)
  } finally {
    database.close()
    if (!hadIndex) rmSync(index, { force: true })
  }
}

const identityOf = (path: string): string | undefined => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`
}

const HEADER_BYTES = 100
const MAGIC = "SQLite format 3\0"
/** Both bytes say whether the file uses a write-ahead log; SQLite opens a larger number read-only, or not at all. */
const LOG_VERSIONS_AT = [18, 19]
const USER_VERSION_AT = 60
const APPLICATION_ID_AT = 68

/** Throws a refusal for a foreign or newer file, and the system's error for one that cannot be written. */
export const checkHeader = (path: string, file: string): "empty" | "ours" => {
  const header = readHeader(path)
  if (header.length === 0) return "empty"
  const isSqlite = header.length === HEADER_BYTES && header.toString("latin1", 0, MAGIC.length) === MAGIC
  if (!isSqlite || header.readInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID) throw refuse(file, "foreign")
  if (header.readInt32BE(USER_VERSION_AT) > FORMAT_VERSION) throw refuse(file, "newer")
  if (LOG_VERSIONS_AT.some((at) => header[at] !== 1 && header[at] !== 2))
    throw new Damage("its header is not what was written")
  return "ours"
}

const readHeader = (path: string): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES)
  try {
    // Opened for writing as SQLite does, which would fall back to read-only. Nothing is written.
    const descriptor = openSync(path, "r+")
    try {
      return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0))
    } finally {
      closeSync(descriptor)
    }
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return header.subarray(0, 0)
    throw cause
  }
}

/** Refuses anything but a file before it is opened: opening a named pipe may never return. */
export const requireFile = (path: string, file: string): void => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() === true) return
  if (found !== undefined) throw refuse(file, "unavailable", new Error(`it is ${nameOf(found)}`))
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    throw refuse(file, "unavailable", new Error("it is a link to a file that is not there"))
  }
}

const nameOf = (found: Stats): string => {
  if (found.isDirectory()) return "a folder"
  if (found.isFIFO()) return "a named pipe"
  return found.isSocket() ? "a socket" : "a device"
}
