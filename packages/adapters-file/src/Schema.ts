/** The one table of a data file: how it is made, checked, and brought to the current version. */
import { randomBytes } from "node:crypto"
import type { DatabaseSync } from "node:sqlite"
import { checked, Damage, sumOf } from "./Checksum.ts"

/** "BLot" in ASCII: marks our files among SQLite databases. */
export const APPLICATION_ID = 0x424c_6f74
/**
 * The version of the contents. A larger number comes from a newer release; a smaller one is raised on opening. Version 2
 * has rows that a release with version 1 would leave without their indexes; in version 3 every row has a checksum; a
 * file of version 4 may have journals, which a release with version 3 would not read.
 */
export const FORMAT_VERSION = 4
const FIRST_WITH_SUMS = 3

/** The key of the row that says which journals belong to the file. No key of the port is like it, or in its range. */
export const STATE = "\x7fjournal"

/**
 * A row of up to a quarter of a page is stored in the page; a longer one takes pages of its own. A command has 1 to 4
 * KiB. An existing file keeps its page size.
 */
const PAGE_BYTES = 16 * 1024

/** As SQLite keeps it. The sum stands before the value, which may continue on other pages. */
const TABLE = "CREATE TABLE kv (key TEXT NOT NULL PRIMARY KEY, sum INTEGER NOT NULL, value TEXT NOT NULL) WITHOUT ROWID"

/** Rows held in memory at once; one of them can be an upload of many megabytes. */
const BATCH = 64

/** One transaction of the rollback journal: the file is complete or still empty. */
export const create = (database: DatabaseSync) => {
  database.exec(`
    PRAGMA page_size = ${PAGE_BYTES};
    BEGIN EXCLUSIVE;
    ${TABLE};
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${FORMAT_VERSION};
  `)
  putFirstState(database)
  database.exec("COMMIT")
}

/** What the file says of its journals. */
export interface State {
  /** 32 hexadecimal digits, which no other file has but its copies. */
  readonly identity: string
  /** The number of the journal that was merged last. */
  readonly merged: number
  /** The number of the journal that was begun last, as far as the file knows: those after `merged` must be there. */
  readonly begun: number
}

const textOf = ({ identity, merged, begun }: State): string => `${identity} ${merged} ${begun}`

/** Part of a transaction. */
export const putState = (rows: { readonly write: (key: string, text: string) => void }, state: State): void =>
  rows.write(STATE, textOf(state))

/** Undefined before version 4. */
export const stateOf = (database: DatabaseSync): State | undefined => {
  if (versionOf(database) < FORMAT_VERSION) return undefined
  const [row] = arrays(database, "SELECT sum, value FROM kv WHERE key = ?")(STATE)
  const [, identity, merged, begun] = /^([0-9a-f]{32}) (\d+) (\d+)$/.exec(textIn(row)) ?? []
  if (identity === undefined) throw new Damage("the row of its journals is not what was written")
  return { identity, merged: Number(merged), begun: Number(begun) }
}

const textIn = (row: ReadonlyArray<unknown> | undefined): string => {
  try {
    return checked(STATE, row?.[0], row?.[1])
  } catch {
    return ""
  }
}

const putFirstState = (database: DatabaseSync) => {
  const text = textOf({ identity: randomBytes(16).toString("hex"), merged: 0, begun: 0 })
  database.prepare("INSERT INTO kv (key, sum, value) VALUES (?, ?, ?)").run(STATE, sumOf(STATE, text), text)
}

/** Reads the whole file: 0.3 s for a million rows of 400 bytes for SQLite's check, 1 s for the checksums. */
export const check = (database: DatabaseSync) => {
  const first = askFirst(database, "integrity_check(1)")
  if (first !== "ok") throw new Damage(String(first).replaceAll(/\s+/g, " "))
  const isChecked = versionOf(database) >= FIRST_WITH_SUMS
  // A changed bit can turn a column or its type into another one, or the version into an earlier one.
  if (isChecked !== hasSums(database)) throw new Damage("its table is not what was written")
  if (isChecked) for (const [key, sum, value] of rows(database, "key, sum, value")) checked(key, sum, value)
}

/** Fails for a file without the table. */
export const hasSums = (database: DatabaseSync): boolean => {
  const found = database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'kv'").get()
  if (found === undefined) throw new Damage("its table is not there")
  return found["sql"] === TABLE
}

/**
 * One transaction. The rollback journal keeps rows and version together in the file itself, where earlier releases read
 * the version; in the log they would come apart.
 */
export const upgrade = (database: DatabaseSync) => {
  const version = versionOf(database)
  if (version === FORMAT_VERSION) return
  database.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
  if (version < FIRST_WITH_SUMS) addSums(database)
  putFirstState(database)
  database.exec(`PRAGMA user_version = ${FORMAT_VERSION}; COMMIT`)
}

const addSums = (database: DatabaseSync) => {
  database.exec(`ALTER TABLE kv RENAME TO kv_before; ${TABLE}`)
  const put = database.prepare("INSERT INTO kv (key, sum, value) VALUES (?, ?, ?)")
  for (const [key, value] of rows(database, "key, value", "kv_before")) {
    if (typeof key !== "string" || typeof value !== "string") throw new Damage("a row is not text")
    put.run(key, sumOf(key, value), value)
  }
  database.exec("DROP TABLE kv_before")
}

function* rows(database: DatabaseSync, columns: string, table = "kv"): Generator<ReadonlyArray<unknown>> {
  const next = arrays(database, `SELECT ${columns} FROM ${table} WHERE key > ? ORDER BY key LIMIT ${BATCH}`)
  let last: unknown = ""
  for (;;) {
    const batch = next(String(last))
    yield* batch
    if (batch.length < BATCH) return
    last = batch.at(-1)?.[0]
  }
}

/** The rows of a statement as arrays of any type. */
export const arrays = (database: DatabaseSync, sql: string) => {
  const statement = database.prepare(sql)
  // Node 22 silently ignores the same option of `prepare`.
  statement.setReturnArrays(true)
  // The types of Node do not know of arrays.
  return (...values: ReadonlyArray<string | number>) =>
    statement.all(...values) as unknown as ReadonlyArray<ReadonlyArray<unknown>>
}

export const askNumber = (database: DatabaseSync, pragma: "page_count" | "page_size" | "user_version"): number =>
  Number(askFirst(database, pragma))

const versionOf = (database: DatabaseSync) => askNumber(database, "user_version")

const askFirst = (database: DatabaseSync, pragma: string) =>
  Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]
