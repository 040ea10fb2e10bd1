/** The counters port: one round trip per `take`, shared by every process. Source: architecture.md "Storage". */
import { type Claim, Counters, type Taking } from "@backlot/ports/Counters"
import type { StorageError } from "@backlot/ports/Storage"
import { Effect, Layer } from "effect"
import { Database } from "./Database.ts"
import type { Statement } from "./Session.ts"
import { toStorageError } from "./SqlFailure.ts"

/** Counters are forgotten when the server crashes: they are short, and kept out of its log. */
export const layer: Layer.Layer<Counters, never, Database> = Layer.effect(
  Counters,
  Effect.map(Database, (database) => make(database))
)

export const make = (database: Database["Service"]): Counters["Service"] => {
  const { schema } = database.settings
  const takeSql = `SELECT granted, units, reset_ms FROM ${schema}.take($1::json, $2::float8)`

  const exchange = (statements: ReadonlyArray<Statement>) =>
    Effect.scoped(Effect.flatMap(database.open, (session) => session.exchange(statements))).pipe(
      // What was sent runs to its end, so that the connection is free for the next.
      Effect.uninterruptible,
      Effect.mapError((error) => toStorageError(database.name, error))
    )

  const take = (claims: ReadonlyArray<Claim>, nowMs: number): Effect.Effect<Taking, StorageError> =>
    Effect.map(
      // The function waits for its locks, then reads what was committed meanwhile: not serializable on purpose.
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
    clear: Effect.asVoid(exchange([[`TRUNCATE ${schema}.counter`]]))
  }
}

/** JSON has no Infinity: no limit is `null`. */
const encode = (claims: ReadonlyArray<Claim>) =>
  JSON.stringify(claims.map(({ key, limit, windowMs, cost }) => ({ key, most: limit, span: windowMs, cost })))
