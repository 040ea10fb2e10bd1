/**
 * The storage port on one SQLite file, used by one process at a time. An acknowledged write survives the end of the
 * process, and with `durable` also a power loss. Source: architecture.md "Storage".
 */
import type { DatabaseSync } from "node:sqlite"
import { type Engine, make } from "@backlot/ports/SerialStorage"
import { type Entry, Storage, StorageError, type StorageUnusable } from "@backlot/ports/Storage"
import { Effect, Layer, Semaphore } from "effect"
import { close, open } from "./DataFile.ts"
import { fullness } from "./Refusal.ts"

export interface Options {
  /** Path of the data file. The file and its folder are created if absent. */
  readonly file: string
  /** Waits for the disk at every commit; concurrent transactions share one wait. */
  readonly durable: boolean
}

/** Open until the scope ends. Then it waits for the running transaction and folds the log into the file. */
export const layer = (options: Options): Layer.Layer<Storage, StorageUnusable> =>
  Layer.effect(
    Storage,
    Effect.gen(function* () {
      const lock = Semaphore.makeUnsafe(1)
      const { storage } = yield* Effect.acquireRelease(
        Effect.map(open(options), (database) => ({
          database,
          storage: make(makeEngine(database), lock, toError(options.file))
        })),
        ({ database, storage }) =>
          lock.withPermit(
            Effect.suspend(() => {
              storage.flush()
              return warnOfLog(options.file, close(database))
            })
          )
      )
      return storage
    })
  )

/** A copy of the file alone would lack the contents of the log. */
const warnOfLog = (file: string, log: string | undefined) =>
  log === undefined
    ? Effect.void
    : Effect.logWarning(
        `${file} could not take in ${log}, for example because the disk is full. Nothing is lost if both files stay together. Make room; the next start folds the log in`
      )

const makeEngine = (database: DatabaseSync): Engine => {
  const arrays = (sql: string) => {
    const statement = database.prepare(sql)
    // Node 22 silently ignores the same option of `prepare`.
    statement.setReturnArrays(true)
    return statement
  }
  const range = "SELECT key, value FROM kv WHERE key >= ? AND key < ? ORDER BY key"
  const get = arrays("SELECT value FROM kv WHERE key = ?")
  // The sign keeps SQLite from planning the statement again for each limit.
  const ascending = arrays(`${range} LIMIT +?`)
  const descending = arrays(`${range} DESC LIMIT +?`)
  const put = database.prepare("INSERT INTO kv VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
  const remove = database.prepare("DELETE FROM kv WHERE key = ?")
  const begin = database.prepare("BEGIN IMMEDIATE")
  const commit = database.prepare("COMMIT")
  const savepoint = database.prepare("SAVEPOINT unit")
  const release = database.prepare("RELEASE unit")

  // There is no other writer, so reads are consistent without BEGIN.
  let writing = false
  /** The open transaction contains committed units of work; the next one is a savepoint in it. */
  let grouped = false
  const startWriting = () => {
    if (writing) return
    ;(grouped ? savepoint : begin).run()
    writing = true
  }
  // After some errors SQLite has rolled back already; after the end of the scope nothing is open.
  const isOpen = () => database.isOpen && database.isTransaction
  const drop = () => {
    writing = false
    grouped = false
    if (isOpen()) database.exec("ROLLBACK")
  }

  return {
    // The statement selects one column of text, as an array.
    get: (key) => (get.get(key) as unknown as readonly [string] | undefined)?.[0],
    list: ({ start, end, limit, reverse }) =>
      // The statements select two columns of text, as arrays; a negative limit is none.
      (reverse ? descending : ascending).all(start, end, limit ?? -1) as unknown as ReadonlyArray<Entry>,
    put: (key, value) => {
      startWriting()
      put.run(key, value)
    },
    delete: (key) => {
      startWriting()
      remove.run(key)
    },
    commit: () => {
      if (!writing) return
      if (grouped) release.run()
      writing = false
      grouped = true
    },
    rollback: () => {
      if (grouped && isOpen()) {
        try {
          if (writing) database.exec("ROLLBACK TO unit; RELEASE unit")
          writing = false
          return true
        } catch {}
      }
      const lost = grouped
      drop()
      return !lost
    },
    group: {
      flush: () => {
        if (!grouped) return
        try {
          commit.run()
          grouped = false
        } catch (cause) {
          drop()
          throw cause
        }
      },
      afterOthers: setImmediate
    }
  }
}

const toError = (file: string) => (cause: unknown) =>
  new StorageError({ message: `${file}: ${fullness(cause) ?? textOf(cause)}`, cause })

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
