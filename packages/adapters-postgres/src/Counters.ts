/** The counters port, shared by all processes: one round trip per `take`. Source: architecture.md "Storage". */
import { type Claim, Counters, MOST_READ, SteadyCounters, type Taking } from "@backlot/ports/Counters"
import type { Result } from "@effect/sql-pg/PgConnection"
import { Context, Effect, Layer } from "effect"
import { Database } from "./Database.ts"
import type { Statement } from "./Session.ts"
import { toStorageError } from "./SqlFailure.ts"

/** Counters are lost when the database crashes: they are short-lived and not in its log. */
export const layer: Layer.Layer<Counters | SteadyCounters, never, Database> = Layer.effectContext(
  Effect.map(Database, (database) =>
    Context.make(Counters, counters(database)).pipe(Context.add(SteadyCounters, steadyCounters(database)))
  )
)

const counters = (database: Database["Service"]): Counters["Service"] => {
  const { schema } = database.settings
  const takeSql = `SELECT granted, units, reset_ms FROM ${schema}.take($1::json, $2::float8)`
  const readSql = `SELECT key, units, reset_ms FROM ${schema}.counter WHERE reset_ms > $1::float8 LIMIT ${MOST_READ}`
  return {
    take: (claims, nowMs) => {
      const { statement, see } = database.changes.look()
      const counting: Statement = [takeSql, encode(claims), String(nowMs)]
      return claims.length === 0
        ? Effect.map(readCommitted(database, [statement]), ([seen]) => {
            see(seen)
            return NOTHING
          })
        : Effect.map(readCommitted(database, [counting, statement]), ([taken, seen]) => {
            see(seen)
            return takingOf(taken)
          })
    },
    read: (nowMs) =>
      Effect.map(exchange(database, [[readSql, String(nowMs)]]), ([found]) =>
        (found?.rows ?? []).map((row) => ({
          key: String(row["key"]),
          count: Number(row["units"]),
          resetMs: Number(row["reset_ms"])
        }))
      ),
    clear: Effect.asVoid(exchange(database, [[`TRUNCATE ${schema}.counter`]]))
  }
}

/** On the clock of the database, in whole milliseconds. */
const steadyCounters = (database: Database["Service"]): SteadyCounters["Service"] => {
  const { schema } = database.settings
  const now = "floor(extract(epoch FROM now()) * 1000)::float8"
  const takeSql = `SELECT granted, units, reset_ms - ${now} AS reset_ms FROM ${schema}.take_session_start($1::json, ${now})`
  return {
    take: (claims) =>
      claims.length === 0
        ? Effect.succeed(NOTHING)
        : Effect.map(readCommitted(database, [[takeSql, encode(claims)]]), ([taken]) => takingOf(taken)),
    forget: (prefix) =>
      Effect.asVoid(
        readCommitted(database, [[`DELETE FROM ${schema}.session_start WHERE starts_with(key, $1)`, prefix]])
      )
  }
}

const exchange = (database: Database["Service"], statements: ReadonlyArray<Statement>) =>
  Effect.scoped(Effect.flatMap(database.open, (session) => session.exchange(statements))).pipe(
    // Sent statements run to their end, so the connection must wait for them.
    Effect.uninterruptible,
    Effect.mapError((error) => toStorageError(database.name, error))
  )

const NOTHING: Taking = { granted: true, readings: [] }

/** Deliberately not serializable: `take` waits for its locks, then reads what was committed meanwhile. */
const readCommitted = (database: Database["Service"], statements: ReadonlyArray<Statement>) =>
  Effect.map(
    exchange(database, [["BEGIN ISOLATION LEVEL READ COMMITTED"], ...statements, ["COMMIT"]]),
    ([, ...results]) => results.slice(0, statements.length)
  )

const takingOf = (result: Result | undefined): Taking => {
  const rows = result?.rows ?? []
  return {
    granted: rows[0]?.["granted"] === true,
    readings: rows.map((row) => ({ count: Number(row["units"]), resetMs: Number(row["reset_ms"]) }))
  }
}

/** JSON has no Infinity, so `null` means no limit. */
const encode = (claims: ReadonlyArray<Claim>) =>
  JSON.stringify(claims.map(({ key, limit, windowMs, cost }) => ({ key, most: limit, span: windowMs, cost })))
