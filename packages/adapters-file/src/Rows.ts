/** The rows that SQLite has. There is no other writer, so reads are consistent without a transaction. */
import type { DatabaseSync } from "node:sqlite"
import type { Bounds } from "@backlot/ports/Bounds"
import type { Entry } from "@backlot/ports/Storage"
import { checked, sumOf } from "./Checksum.ts"
import { type Row, recentRows } from "./RecentRows.ts"
import { arrays } from "./Schema.ts"

/** Characters of rows that are remembered. Our choice: docs/choices.md "Storage and time". */
const RECENT = 2 ** 22

export type Rows = ReturnType<typeof rowsOf>

export const rowsOf = (database: DatabaseSync) => {
  const range = "SELECT key, sum, value FROM kv WHERE key >= ? AND key < ? ORDER BY key"
  const get = arrays(database, "SELECT sum, value FROM kv WHERE key = ?")
  // The sign keeps SQLite from planning the statement again for each limit.
  const ascending = arrays(database, `${range} LIMIT +?`)
  const descending = arrays(database, `${range} DESC LIMIT +?`)
  const put = database.prepare(
    "INSERT INTO kv (key, sum, value) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET sum = excluded.sum, value = excluded.value"
  )
  const remove = database.prepare("DELETE FROM kv WHERE key = ?")
  const askCheckpoint = arrays(database, "PRAGMA wal_checkpoint(TRUNCATE)")
  const recent = recentRows(RECENT)

  const rollback = () => {
    recent.clear()
    // After the end of the scope nothing is open; after some errors SQLite has rolled back already.
    if (!database.isOpen) return
    if (database.isTransaction) database.exec("ROLLBACK")
    database.exec("PRAGMA synchronous = NORMAL")
  }
  const checkpoint = () => {
    if (askCheckpoint()[0]?.[0] !== 0) throw new Error("the write-ahead log is in use")
  }

  return {
    get: (key: string): string | undefined => {
      const known = recent.get(key)
      if (known !== undefined) return known ?? undefined
      const [row] = get(key)
      const value = row === undefined ? undefined : checked(key, row[0], row[1])
      recent.set(key, value ?? null)
      return value
    },
    list: ({ start, end, limit, reverse }: Bounds): ReadonlyArray<Entry> =>
      // A negative limit is none. A key is text if its sum is right.
      (reverse ? descending : ascending)(start, end, limit ?? -1).map(
        ([key, sum, value]): Entry => [key as string, checked(key, sum, value)]
      ),
    /** Writes, or removes if `row` is null. */
    write: (key: string, row: Row): void => {
      recent.forget(key)
      if (row === null) remove.run(key)
      else put.run(key, sumOf(key, row), row)
    },
    /** Keeps all that `body` writes, or nothing if it throws. After a power loss it can be missing. */
    transact: (body: () => void): void => {
      database.exec("BEGIN IMMEDIATE")
      try {
        body()
        database.exec("COMMIT")
      } catch (cause) {
        rollback()
        throw cause
      }
    },
    /** Begins a transaction that is on the disk when `commitDurable` returns. */
    beginDurable: (): void => database.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE"),
    commitDurable: (): void => {
      database.exec("COMMIT; PRAGMA synchronous = NORMAL")
      try {
        // It can have made the log long.
        checkpoint()
      } catch {
        // The next merge tries again.
      }
    },
    rollback,
    /** Afterwards everything that was committed is in the file and on the disk. */
    checkpoint
  }
}
