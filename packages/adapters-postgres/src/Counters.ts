/**
 * The counters port, shared by all processes. A `take` is one round trip, and those that come while one is under way go
 * together in the next. Source: architecture.md "Storage".
 */
import { type Claim, Counters, MOST_READ, SteadyCounters, type Taking } from "@backlot/ports/Counters"
import type { Result } from "@effect/sql-pg/PgConnection"
import { Context, Effect, Exit, Layer } from "effect"
import { Database } from "./Database.ts"
import { counterLock } from "./Schema.ts"
import type { Statement } from "./Session.ts"
import { toStorageError } from "./SqlFailure.ts"
import { together } from "./Together.ts"

/** Counters are lost when the database crashes: they are short-lived and not in its log. */
export const layer: Layer.Layer<Counters | SteadyCounters, never, Database> = Layer.effectContext(
  Effect.gen(function* () {
    const database = yield* Database
    return Context.make(Counters, yield* counters(database)).pipe(Context.add(SteadyCounters, steadyCounters(database)))
  })
)

interface Asked {
  readonly claims: ReadonlyArray<Claim>
  readonly nowMs: number
}

const counters = Effect.fnUntraced(function* (database: Database["Service"]) {
  const { schema } = database.settings
  const asked = "json_to_recordset($1::json) AS (claims json, now_ms float8)"
  // All locks in the order of `take`, so that batches and requests of other processes never wait for each other in a circle.
  const lockSql = `SELECT count(pg_advisory_xact_lock(hash)) FROM (
    SELECT DISTINCT ${counterLock(schema, "counter")} AS hash
    FROM ROWS FROM (${asked}) AS asked, json_to_recordset(claims) AS claim(key text) ORDER BY 1) AS locks`
  const takeSql = `SELECT place::int, granted, units, reset_ms
    FROM ROWS FROM (${asked}) WITH ORDINALITY AS asked(claims, now_ms, place), ${schema}.take(claims, now_ms)`
  const readSql = `SELECT key, units, reset_ms FROM ${schema}.counter WHERE reset_ms > $1::float8 LIMIT ${MOST_READ}`

  const takeAll = (all: ReadonlyArray<Asked>) => {
    const counted = all.filter(({ claims }) => claims.length > 0)
    const text = `[${counted.map(({ claims, nowMs }) => `{"now_ms":${nowMs},"claims":${encode(claims)}}`).join()}]`
    // Begun after all of them came, so what it finds is as new as each of them needs.
    const { statement, see } = database.changes.look()
    const statements: Array<Statement> = [statement]
    if (counted.length > 0) statements.unshift([takeSql, text])
    if (counted.length > 1) statements.unshift([lockSql, text])
    return Effect.map(readCommitted(database, statements), (results) => {
      see(results.at(-1))
      const rows = results.at(-2)?.rows ?? []
      let place = 0
      return all.map(({ claims }) => {
        if (claims.length === 0) return Exit.succeed(NOTHING)
        place++
        return Exit.succeed(takingOf(rows.filter((row) => row["place"] === place)))
      })
    })
  }
  const take = yield* together(database.name, takeAll)

  return {
    take: (claims, nowMs) => take({ claims, nowMs }),
    read: (nowMs) =>
      Effect.map(exchange(database, [[readSql, String(nowMs)]]), ([found]) =>
        (found?.rows ?? []).map((row) => ({
          key: String(row["key"]),
          count: Number(row["units"]),
          resetMs: Number(row["reset_ms"])
        }))
      ),
    clear: Effect.asVoid(exchange(database, [[`TRUNCATE ${schema}.counter`]]))
  } satisfies Counters["Service"]
})

/** On the clock of the database, in whole milliseconds. */
const steadyCounters = (database: Database["Service"]): SteadyCounters["Service"] => {
  const { schema } = database.settings
  const now = "floor(extract(epoch FROM now()) * 1000)::float8"
  const takeSql = `SELECT granted, units, reset_ms - ${now} AS reset_ms FROM ${schema}.take_session_start($1::json, ${now})`
  return {
    take: (claims) =>
      claims.length === 0
        ? Effect.succeed(NOTHING)
        : Effect.map(readCommitted(database, [[takeSql, encode(claims)]]), ([taken]) => takingOf(taken?.rows ?? [])),
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

const takingOf = (rows: Result["rows"]): Taking => ({
  granted: rows[0]?.["granted"] === true,
  readings: rows.map((row) => ({ count: Number(row["units"]), resetMs: Number(row["reset_ms"]) }))
})

/** JSON has no Infinity, so `null` means no limit. */
const encode = (claims: ReadonlyArray<Claim>) =>
  JSON.stringify(claims.map(({ key, limit, windowMs, cost }) => ({ key, most: limit, span: windowMs, cost })))
