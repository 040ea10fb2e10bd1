/**
 * Opens and closes the data file. A file that can not be ours is judged by its header alone, before SQLite sees it,
 * so that it stays as it is. Source: architecture.md "Storage"; SQLite file format §1.3 (header).
 */
import { existsSync, mkdirSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { StorageUnusable } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { APPLICATION_ID, checkHeader, FORMAT_VERSION } from "./Header.ts"
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

/** Refuses rather than waits, and leaves a refused file as it was. */
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
      return database
    },
    catch: (cause) => toUnusable(options.file, cause)
  })

/** Folds the write-ahead log into the file. What can not be folded now is, when it is opened next. */
export const close = (database: DatabaseSync): void => {
  try {
    database.close()
  } finally {
    openHere.delete(identities.get(database) ?? "")
  }
}

const openFile = (path: string, file: string): Opened => {
  makeFolder(dirname(path))
  const before = identityOf(path)
  if (before !== undefined && openHere.has(before)) throw refuse(file, "in-use")
  const isNew = checkHeader(path, file) === "empty"
  const database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: false })
  try {
    // The lock is taken by the first access and kept until the end.
    database.exec("PRAGMA locking_mode = EXCLUSIVE")
    if (isNew) create(database)
    database.exec("PRAGMA journal_mode = WAL")
    check(database, file)
    return { database, identity: identityOf(path) ?? path }
  } catch (cause) {
    database.close()
    throw cause
  }
}

/** Parents one at a time: on some file systems, such as /proc, the recursive form never returns. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** One transaction of the rollback journal, so that the file is ours whole or still empty. */
const create = (database: DatabaseSync) =>
  database.exec(`
    BEGIN EXCLUSIVE;
    CREATE TABLE IF NOT EXISTS kv (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${FORMAT_VERSION};
    COMMIT;
  `)

const check = (database: DatabaseSync, file: string) => {
  const first = Object.values(database.prepare("PRAGMA quick_check(1)").get() ?? {})[0]
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'kv'").get()
  if (first !== "ok" || table === undefined) throw refuse(file, "damaged", first)
}

const identityOf = (path: string): string | undefined => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`
}
