/**
 * The storage port on one SQLite file, used by one process at a time. An acknowledged write survives the end of the
 * process, and with `durable` also a power loss. Source: architecture.md "Storage".
 */
import type { DatabaseSync } from "node:sqlite"
import { type Engine, make } from "@backlot/ports/SerialStorage"
import { type Entry, Storage, StorageError, type StorageUnusable } from "@backlot/ports/Storage"
import { Effect, Layer } from "effect"
import { checked, damageOf, sumOf } from "./Checksum.ts"
import { close, open } from "./DataFile.ts"
import { recentRows } from "./RecentRows.ts"
import { fullness } from "./Refusal.ts"
import { arrays } from "./Schema.ts"

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
      const { storage } = yield* Effect.acquireRelease(
        Effect.map(open(options), (database) => ({
          database,
          storage: make(makeEngine(database), toError(options.file))
        })),
        ({ database, storage }) =>
          Effect.suspend(() => {
            storage.flush()
            return warnOfLog(options.file, close(database))
          })
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

/** Characters of rows that are remembered. Our choice: docs/choices.md "Storage and time". */
const RECENT = 2 ** 22

const makeEngine = (database: DatabaseSync): Engine => {
  const range = "SELECT key, sum, value FROM kv WHERE key >= ? AND key < ? ORDER BY key"
  const get = arrays(database, "SELECT sum, value FROM kv WHERE key = ?")
  // The sign keeps SQLite from planning the statement again for each limit.
  const ascending = arrays(database, `${range} LIMIT +?`)
  const descending = arrays(database, `${range} DESC LIMIT +?`)
  const put = database.prepare(
    "INSERT INTO kv (key, sum, value) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET sum = excluded.sum, value = excluded.value"
  )
  const remove = database.prepare("DELETE FROM kv WHERE key = ?")
  const begin = database.prepare("BEGIN IMMEDIATE")
  const commit = database.prepare("COMMIT")
  const savepoint = database.prepare("SAVEPOINT unit")
  const release = database.prepare("RELEASE unit")

  const recent = recentRows(RECENT)
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
    if (writing || grouped) recent.clear()
    writing = false
    grouped = false
    if (isOpen()) database.exec("ROLLBACK")
  }

  return {
    get: (key) => {
      const known = recent.get(key)
      if (known !== undefined) return known ?? undefined
      const [row] = get(key)
      const value = row === undefined ? undefined : checked(key, row[0], row[1])
      recent.set(key, value ?? null)
      return value
    },
    list: ({ start, end, limit, reverse }) =>
      // A negative limit is none. A key is text if its sum is right.
      (reverse ? descending : ascending)(start, end, limit ?? -1).map(
        ([key, sum, value]): Entry => [key as string, checked(key, sum, value)]
      ),
    put: (key, value) => {
      startWriting()
      put.run(key, sumOf(key, value), value)
      recent.set(key, value)
    },
    delete: (key) => {
      startWriting()
      remove.run(key)
      recent.set(key, null)
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
          if (writing) {
            recent.clear()
            database.exec("ROLLBACK TO unit; RELEASE unit")
          }
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

const toError = (file: string) => (cause: unknown) => {
  const damage = damageOf(cause)
  const text = damage === undefined ? (fullness(cause) ?? textOf(cause)) : `the file is damaged: ${damage}`
  return new StorageError({ message: `${file}: ${text}`, cause })
}

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
