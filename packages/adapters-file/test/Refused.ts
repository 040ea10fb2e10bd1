/** Files that are refused: each opening must leave the folder as it was. */

import { closeSync, lstatSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { Storage, type StorageUnusable } from "@backlot/ports/Storage"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { sumOf } from "../src/Checksum.ts"
import { APPLICATION_ID } from "../src/Schema.ts"
import { openAt } from "./Folder.ts"

export const opened = (file: string) => Effect.provide(Effect.asVoid(Storage), openAt(file))

export const filled = (file: string) =>
  Effect.flatMap(Storage, (storage) =>
    storage.transaction(() =>
      Body.forEach(
        Array.from({ length: 800 }, (_, i) => `key/${i}`),
        (key) => store.put(key, "v".repeat(200))
      )
    )
  ).pipe(Effect.provide(openAt(file)))

/** Names, kinds, modification times and bytes of all files beside the data file. */
export const look = (file: string) =>
  readdirSync(dirname(file)).map((name) => {
    const path = join(dirname(file), name)
    const { mode, mtimeMs } = lstatSync(path)
    return [name, mode, mtimeMs, lstatSync(path).isFile() ? readFileSync(path, "latin1") : undefined]
  })

/** Opens the file, checks that its folder is unchanged, and returns the refusal. */
export const refused = (file: string, attempt: Effect.Effect<void, StorageUnusable> = opened(file)) =>
  Effect.gen(function* () {
    const before = look(file)
    const error = yield* Effect.flip(attempt)
    assert.deepStrictEqual(look(file), before)
    assert.notInclude(error.message, "\n")
    assert.isTrue(error.message.startsWith(file), error.message)
    return error
  })

export const refusal = (file: string) => Effect.map(refused(file), ({ reason }) => reason)

export const sqlite = (file: string, sql: string) => {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

/** A closed file of the first release: 800 rows without checksums. */
export const makeEarlier = (file: string) =>
  sqlite(
    file,
    `PRAGMA page_size = 16384;
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = 1;
    CREATE TABLE kv (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 799)
    INSERT INTO kv SELECT 'key/' || i, printf('%.200c', 'v') FROM n;
    PRAGMA journal_mode = WAL`
  )

/** A closed file of the third release: the same rows, with checksums, and without a row about journals. */
export const makeThird = (file: string) => {
  sqlite(
    file,
    `PRAGMA page_size = 16384;
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = 3;
    CREATE TABLE kv (key TEXT NOT NULL PRIMARY KEY, sum INTEGER NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
    PRAGMA journal_mode = WAL`
  )
  const value = "v".repeat(200)
  const rows = Array.from({ length: 800 }, (_, i) => `('key/${i}', ${sumOf(`key/${i}`, value)}, '${value}')`)
  sqlite(file, `INSERT INTO kv VALUES ${rows.join(", ")}`)
}

export const overwrite = (file: string, at: number, bytes: Uint8Array) => {
  const descriptor = openSync(file, "r+")
  writeSync(descriptor, bytes, 0, bytes.length, at)
  closeSync(descriptor)
}
