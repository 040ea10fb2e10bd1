/**
 * The storage port on one SQLite file, which one process at a time has for itself. An acknowledged write survives
 * the end of the process; with `durable` also the loss of power. Source: architecture.md "Storage".
 */
import type { DatabaseSync } from "node:sqlite"
import { type Engine, make } from "@backlot/ports/SerialStorage"
import { type Entry, Storage, StorageError, type StorageUnusable } from "@backlot/ports/Storage"
import { Effect, Layer, Semaphore } from "effect"
import { close, open } from "./DataFile.ts"
import { fullness } from "./Full.ts"

export interface Options {
  /** Path of the data file; it and its folder are made when absent. */
  readonly file: string
  /** Waits for the disk at every commit. */
  readonly durable: boolean
}

/** Open until the scope ends; then the running transaction is awaited and the file is left complete on its own. */
export const layer = (options: Options): Layer.Layer<Storage, StorageUnusable> =>
  Layer.effect(
    Storage,
    Effect.gen(function* () {
      const lock = Semaphore.makeUnsafe(1)
      const database = yield* Effect.acquireRelease(open(options), (opened) =>
        lock.withPermit(
          Effect.flatMap(
            Effect.sync(() => close(opened)),
            (log) => warnOfLog(options.file, log)
          )
        )
      )
      return make(makeEngine(database), lock, toError(options.file))
    })
  )

/** Whoever copies the file alone would lose what stands in the log. */
const warnOfLog = (file: string, log: string | undefined) =>
  log === undefined
    ? Effect.void
    : Effect.logWarning(
        `${file} could not take in ${log}, as on a full disk: nothing is lost while both stay together; make room, and the next start folds them`
      )

const makeEngine = (database: DatabaseSync): Engine => {
  const arrays = { returnArrays: true }
  const range = "SELECT key, value FROM kv WHERE key >= ? AND key < ? ORDER BY key"
  const get = database.prepare("SELECT value FROM kv WHERE key = ?", arrays)
  const ascending = database.prepare(`${range} LIMIT ?`, arrays)
  const descending = database.prepare(`${range} DESC LIMIT ?`, arrays)
  const put = database.prepare("INSERT INTO kv VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
  const remove = database.prepare("DELETE FROM kv WHERE key = ?")
  const begin = database.prepare("BEGIN IMMEDIATE")
  const commit = database.prepare("COMMIT")

  // Nobody else writes, so reads need no BEGIN to be of one moment.
  let writing = false
  const startWriting = () => {
    if (writing) return
    begin.run()
    writing = true
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
      commit.run()
      writing = false
    },
    rollback: () => {
      writing = false
      // After some errors SQLite has rolled back by itself; after the scope's end nothing is open.
      if (database.isOpen && database.isTransaction) database.exec("ROLLBACK")
    }
  }
}

const toError = (file: string) => (cause: unknown) =>
  new StorageError({ message: `${file}: ${fullness(cause) ?? textOf(cause)}`, cause })

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
