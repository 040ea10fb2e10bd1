/** The counters port, shared by all processes: one round trip per `take`. Source: architecture.md "Storage". */
import { type Claim, Counters, MOST_READ, type Taking } from "@backlot/ports/Counters"
import type { StorageError } from "@backlot/ports/Storage"
import { Effect, Layer } from "effect"
import { Database } from "./Database.ts"
import type { Statement } from "./Session.ts"
import { toStorageError } from "./SqlFailure.ts"

/** Counters are lost when the database crashes: they are short-lived and not in its log. */
export const layer: Layer.Layer<Counters, never, Database> = Layer.effect(
  Counters,
  Effect.map(Database, (database) => make(database))
)

export const make = (database: Database["Service"]): Counters["Service"] => {
  const { schema } = database.settings
  const takeSql = `SELECT granted, units, reset_ms FROM ${schema}.take($1::json, $2::float8)`
  const readSql = `SELECT key, units, reset_ms FROM ${schema}.counter WHERE reset_ms > $1::float8 LIMIT ${MOST_READ}`

  const exchange = (statements: ReadonlyArray<Statement>) =>
    Effect.scoped(Effect.flatMap(database.open, (session) => session.exchange(statements))).pipe(
      // Sent statements run to their end, so the connection must wait for them.
      Effect.uninterruptible,
      Effect.mapError((error) => toStorageError(database.name, error))
    )

  const take = (claims: ReadonlyArray<Claim>, nowMs: number): Effect.Effect<Taking, StorageError> =>
    Effect.map(
      // Deliberately not serializable: the function waits for its locks, then reads what was committed meanwhile.
      exchange([["BEGIN ISOLATION LEVEL READ COMMITTED"], [takeSql, encode(claims), String(nowMs)], ["COMMIT"]]),
      ([, taken]) => {
        const rows = taken?.rows ?? []
        return {
          granted: rows[0]?.["granted"] === true,
          readings: rows.map((row) => ({ count: Number(row["units"]), resetMs: Number(row["reset_ms"]) }))
        }
      }
    )

  return {
    take: (claims, nowMs) =>
      claims.length === 0 ? Effect.succeed({ granted: true, readings: [] }) : take(claims, nowMs),
    read: (nowMs) =>
      Effect.map(exchange([[readSql, String(nowMs)]]), ([found]) =>
        (found?.rows ?? []).map((row) => ({
          key: String(row["key"]),
          count: Number(row["units"]),
          resetMs: Number(row["reset_ms"])
        }))
      ),
    clear: Effect.asVoid(exchange([[`TRUNCATE ${schema}.counter`]]))
  }
}

/** JSON has no Infinity, so `null` means no limit. */
const encode = (claims: ReadonlyArray<Claim>) =>
  JSON.stringify(claims.map(({ key, limit, windowMs, cost }) => ({ key, most: limit, span: windowMs, cost })))
