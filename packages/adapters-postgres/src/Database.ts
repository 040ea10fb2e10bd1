/**
 * Connections to one PostgreSQL database. `exchange` sends statements together and awaits their answers in one round
 * trip. Source: architecture.md "Storage" (postgres).
 */
import { StorageUnusable } from "@backlot/ports/Storage"
import type { Result } from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import { Clock, Context, Effect, Layer, Result as Outcome, Redacted, type Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { type Changes, makeChanges } from "./Changes.ts"
import { prepare } from "./Schema.ts"
import type { Connections, Statement } from "./Session.ts"
import { DEFAULTS, MESSAGE_BYTES, type Settings } from "./Session.ts"
import { lost } from "./SqlFailure.ts"

export interface Options extends Partial<Settings> {
  /** `postgres://user:password@host:port/database`. */
  readonly url: Redacted.Redacted
}

export interface Shared extends Connections {
  readonly changes: Changes
}

export class Database extends Context.Service<Database, Shared>()("./Database.ts") {}

/** Creates what is missing in the schema, and keeps the connections until the scope ends. */
export const layer = (options: Options): Layer.Layer<Database, StorageUnusable> =>
  Layer.effect(
    Database,
    Effect.gen(function* () {
      const database = yield* connect(options)
      yield* prepare(database)
      return database
    })
  )

/** Runs on the real clock, also in a test with a TestClock: the database needs real time. */
export const live: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = Effect.provideService(
  Clock.Clock,
  Clock.Clock.defaultValue()
)

const connect = (options: Options): Effect.Effect<Shared, StorageUnusable, Scope.Scope> =>
  Effect.gen(function* () {
    const settings: Settings = { ...DEFAULTS, ...options }
    const name = yield* nameOf(options.url, settings.schema)
    // Only a multiplexed connection sends several statements in one write. A concurrency of 1 keeps it exclusive.
    const pool = yield* Effect.orDie(PgPool.make({ ...poolConfig(options.url, settings), multiplexConcurrency: 1 }))
    const listeners = { ...poolConfig(options.url, settings), maxConnections: 1, multiplex: false }
    const listening = yield* Effect.orDie(PgPool.make(listeners))
    return {
      name,
      settings,
      changes: makeChanges(settings.schema),
      open: live(
        Effect.map(inTime(pool.get, settings.acquireTimeoutMs, "no connection became free"), (connection) => ({
          // A late answer may still arrive, so a connection that timed out is not used again.
          exchange: (statements) =>
            exchange(connection, statements, settings.answerTimeoutMs, pool.invalidate(connection)),
          discard: pool.invalidate(connection)
        }))
      ),
      listen: (channel) => live(Effect.flatMap(listening.reserve, (connection) => connection.listen(channel)))
    } satisfies Shared
  }).pipe(live)

const poolConfig = (url: Redacted.Redacted, settings: Settings): PgPool.Config => ({
  url,
  multiplex: true,
  maxConnections: settings.maxConnections,
  connectTimeout: settings.connectTimeoutMs,
  // The operating system rounds to whole seconds.
  keepAlive: Math.max(settings.answerTimeoutMs, 1_000),
  maxMessageSize: MESSAGE_BYTES,
  applicationName: "backlot",
  startupParameters: {
    // A single statement is a transaction too.
    default_transaction_isolation: "serializable",
    statement_timeout: String(settings.statementTimeoutMs),
    idle_in_transaction_session_timeout: String(settings.idleTransactionMs),
    // A full table scan would conflict with every writer.
    enable_seqscan: "off"
  }
})

const exchange = (
  connection: {
    readonly query: (sql: string, parameters?: ReadonlyArray<unknown>) => Effect.Effect<Result, SqlError>
  },
  statements: ReadonlyArray<Statement>,
  timeoutMs: number,
  giveUp: Effect.Effect<void>
): Effect.Effect<ReadonlyArray<Result>, SqlError> =>
  Effect.flatMap(
    live(
      inTime(
        Effect.forEach(statements, ([sql, ...parameters]) => Effect.result(connection.query(sql, parameters)), {
          concurrency: "unbounded"
        }),
        timeoutMs,
        "the server did not answer",
        giveUp
      )
    ),
    (outcomes) => {
      const failed = outcomes.find(Outcome.isFailure)
      return failed === undefined ? Effect.fromResult(Outcome.all(outcomes)) : Effect.fail(failed.failure)
    }
  )

const inTime = <A, R>(
  effect: Effect.Effect<A, SqlError, R>,
  ms: number,
  message: string,
  giveUp: Effect.Effect<void> = Effect.void
) =>
  Effect.timeoutOrElse(effect, {
    duration: ms,
    orElse: () => Effect.andThen(giveUp, Effect.fail(lost(`${message} within ${ms} ms`)))
  })

const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/

const nameOf = (url: Redacted.Redacted, schema: string): Effect.Effect<string, StorageUnusable> =>
  Effect.try({
    try: () => {
      const { hostname, port, pathname, protocol } = new URL(Redacted.value(url))
      if (!/^postgres(ql)?:$/.test(protocol) || !SCHEMA.test(schema)) throw new Error("not an address")
      return `postgres://${hostname}${port === "" ? "" : `:${port}`}${pathname} (schema ${schema})`
    },
    catch: () =>
      new StorageUnusable({
        reason: "unavailable",
        message: "not a PostgreSQL address: give postgres://user:password@host:port/database, and a plain schema name"
      })
  })
