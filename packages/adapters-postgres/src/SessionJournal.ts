/** What gateways sent, in tables of their own. Source: architecture.md "Storage" (postgres). */
import { gateway } from "@backlot/domain/base/Limits"
import type { Entry, Journal, KeptSession } from "@backlot/ports/SessionJournal"
import type { StorageError } from "@backlot/ports/Storage"
import { Effect } from "effect"
import type { Database } from "./Database.ts"
import type { Statement } from "./Session.ts"
import { toStorageError } from "./SqlFailure.ts"

export const make = (database: Database["Service"], self: string): Journal => {
  const { schema } = database.settings
  const sessions = `${schema}.gateway_session`
  const entries = `${schema}.gateway_entry`

  const rowsOf = (...statement: Statement) => ask(database, statement)
  const done = (...statement: Statement) => Effect.asVoid(rowsOf(...statement))

  return {
    append: (kept) =>
      done(
        `INSERT INTO ${entries} AS kept (owner, n, text) SELECT $1, * FROM unnest($2::bigint[], $3::text[])
         ON CONFLICT (owner, n) DO UPDATE SET text = excluded.text`,
        self,
        kept.map(({ n }) => String(n)),
        kept.map(({ text }) => text)
      ),
    after: (owner, n) =>
      Effect.map(
        rowsOf(`SELECT n, text FROM ${entries} WHERE owner = $1 AND n > $2::bigint ORDER BY n`, owner, String(n)),
        (rows) => rows.map((row): Entry => ({ n: Number(row["n"]), text: String(row["text"]) }))
      ),
    trim: (n) =>
      Effect.asVoid(
        Effect.all([
          done(`DELETE FROM ${entries} WHERE owner = $1 AND n <= $2::bigint`, self, String(n)),
          ...[entries, sessions].map((table) =>
            done(`DELETE FROM ${table} WHERE at < now() - $1::bigint * interval '1 ms'`, String(gateway.journal.keptMs))
          )
        ])
      ),
    keep: (all) =>
      Effect.map(
        rowsOf(
          `INSERT INTO ${sessions} AS kept (id, owner, token_hash, text)
           SELECT id, $1, token_hash, text FROM unnest($2::text[], $3::text[], $4::text[]) AS new(id, token_hash, text)
           ORDER BY id ON CONFLICT (id) DO UPDATE SET text = excluded.text, at = now() WHERE kept.owner = $1 RETURNING id`,
          self,
          all.map(({ id }) => id),
          all.map(({ token_hash }) => token_hash),
          all.map(({ text }) => text)
        ),
        (rows) => {
          const still = new Set(rows.map((row) => row["id"]))
          return all.flatMap(({ id }) => (still.has(id) ? [] : [id]))
        }
      ),
    claim: (id, token_hash) =>
      Effect.map(
        rowsOf(
          `UPDATE ${sessions} AS now SET owner = $2, at = now() FROM (SELECT * FROM ${sessions} WHERE id = $1 AND token_hash = $3 FOR UPDATE) AS old
           WHERE now.id = old.id RETURNING old.*`,
          id,
          self,
          token_hash
        ),
        ([row]) => (row === undefined ? undefined : sessionOf(row))
      ),
    forget: (ids) => done(`DELETE FROM ${sessions} WHERE id = ANY($1::text[]) AND owner = $2`, ids, self),
    sessions: Effect.map(rowsOf(`SELECT * FROM ${sessions}`), (rows) => rows.map(sessionOf)),
    owners: Effect.map(rowsOf(`SELECT DISTINCT owner FROM ${sessions} WHERE owner <> ''`), (rows) =>
      rows.map((row) => String(row["owner"]))
    ),
    orphan: (owners) =>
      Effect.map(
        rowsOf(
          `UPDATE ${sessions} AS now SET owner = '', at = now() FROM (
             SELECT * FROM ${sessions} WHERE owner = ANY($1::text[]) FOR UPDATE) AS old
           WHERE now.id = old.id RETURNING old.*`,
          owners
        ),
        (rows) => rows.map(sessionOf)
      )
  }
}

export type Row = Readonly<Record<string, unknown>>

/** The rows of one statement, outside the transactions of the store. */
export const ask = (
  database: Database["Service"],
  statement: Statement
): Effect.Effect<ReadonlyArray<Row>, StorageError> =>
  Effect.scoped(
    Effect.flatMap(database.open, (session) =>
      session.exchange([["BEGIN ISOLATION LEVEL READ COMMITTED"], statement, ["COMMIT"]])
    )
  ).pipe(
    // Sent statements run to their end, so the connection must wait for them.
    Effect.uninterruptible,
    Effect.mapError((error) => toStorageError(database.name, error)),
    Effect.map(([, result]) => result?.rows ?? [])
  )

const sessionOf = (row: Row): KeptSession => ({
  id: String(row["id"]),
  owner: String(row["owner"]),
  token_hash: String(row["token_hash"]),
  text: String(row["text"])
})
