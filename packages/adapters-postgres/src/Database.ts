/**
 * Connections to one PostgreSQL database. `exchange` sends statements together and awaits their answers in one round
 * trip. Source: architecture.md "Storage" (postgres).
 */
import { StorageUnusable } from "@backlot/ports/Storage"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import { Clock, Context, Effect, Layer, Result as Outcome, Redacted, Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Changes from "./Changes.ts"
import { prepare } from "./Schema.ts"
import type { Connections, Statement } from "./Session.ts"
import { DEFAULTS, MESSAGE_BYTES, type Settings } from "./Session.ts"
import * as Silence from "./Silence.ts"
import { lost } from "./SqlFailure.ts"

export interface Options extends Partial<Settings> {
  /** `postgres://user:password@host:port/database`. */
  readonly url: Redacted.Redacted
}

export interface Shared extends Connections {
  readonly changes: Changes.Changes
}

export class Database extends Context.Service<Database, Shared>()("./Database.ts") {}

/** Creates what is missing in the schema, and keeps the connections until the scope ends. */
export const layer = (options: Options): Layer.Layer<Database, StorageUnusable> =>
  Layer.effect(
    Database,
    Effect.gen(function* () {
      const database = yield* connect(options)
      yield* prepare(database)
      yield* Effect.forkScoped(live(Changes.tend(database)))
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
    const pool = yield* Effect.orDie(
      PgPool.make({
        ...connectionConfig(options.url, settings),
        maxConnections: settings.maxConnections,
        multiplexConcurrency: 1
      })
    )
    const silence = Silence.make()
    return {
      name,
      settings,
      changes: Changes.makeChanges(settings.schema),
      silence,
      open: live(
        Effect.map(
          inTime(silence, fresh(pool, silence), settings.acquireTimeoutMs, "no connection became free"),
          (connection) => ({
            // A late answer may still arrive, so a connection that timed out is not used again.
            exchange: (statements) =>
              exchange(silence, connection, statements, settings.answerTimeoutMs, pool.invalidate(connection)),
            discard: pool.invalidate(connection)
          })
        )
      ),
      listen: (channel) => live(listen({ ...connectionConfig(options.url, settings), multiplex: false }, channel))
    } satisfies Shared
  }).pipe(live)

/** Connections from before a silence may be lost, and nothing would tell. */
const fresh = (pool: PgPool.PgPool, silence: Silence.Silence) => {
  const usedAt = new WeakMap<PgConnection.PgConnection, number>()
  const get: typeof pool.get = Effect.flatMap(pool.get, (connection) => {
    const now = silence.times()
    const at = usedAt.get(connection) ?? now
    usedAt.set(connection, at)
    return at === now ? Effect.succeed(connection) : Effect.andThen(pool.invalidate(connection), get)
  })
  return get
}

/** The connection closes before its listener, which would ask a lost one to end, and wait for that. */
const listen = Effect.fnUntraced(function* (config: PgConnection.Config, channel: string) {
  const later = yield* Scope.fork(yield* Effect.scope)
  const connection = yield* PgConnection.make(config)
  return yield* Scope.provide(connection.listen(channel), later)
})

export const connectionConfig = (url: Redacted.Redacted, settings: Settings): PgConnection.Config => ({
  url,
  multiplex: true,
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
  silence: Silence.Silence,
  connection: {
    readonly query: (sql: string, parameters?: ReadonlyArray<unknown>) => Effect.Effect<PgConnection.Result, SqlError>
  },
  statements: ReadonlyArray<Statement>,
  timeoutMs: number,
  giveUp: Effect.Effect<void>
): Effect.Effect<ReadonlyArray<PgConnection.Result>, SqlError> =>
  Effect.flatMap(
    live(
      inTime(
        silence,
        Effect.forEach(statements, ([sql, ...parameters]) => Effect.result(connection.query(sql, parameters)), {
          concurrency: "unbounded"
        }),
        timeoutMs,
        "the server did not answer",
        giveUp
      )
    ),
    (outcomes) => {
      if (outcomes.some(Outcome.isSuccess)) silence.hear()
      const failed = outcomes.find(Outcome.isFailure)
      return failed === undefined ? Effect.fromResult(Outcome.all(outcomes)) : Effect.fail(failed.failure)
    }
  )

const inTime = <A, R>(
  silence: Silence.Silence,
  effect: Effect.Effect<A, SqlError, R>,
  ms: number,
  message: string,
  giveUp: Effect.Effect<void> = Effect.void
) => {
  const overdue = Effect.callback<never, SqlError>((resume) => {
    const fail = (why: string) => resume(Effect.fail(lost(why)))
    const timer = setTimeout(() => fail(`${message} within ${ms} ms`), ms)
    const forget = silence.whenNow(() => fail(SILENT))
    return Effect.sync(() => {
      clearTimeout(timer)
      forget()
    })
  })
  return Effect.raceFirst(
    effect,
    Effect.tapError(overdue, () => giveUp)
  )
}

const SILENT = "the server does not answer"

/** Fails when silence begins, or at once if it has. */
export const untilSilent = (silence: Silence.Silence): Effect.Effect<never, SqlError> =>
  Effect.callback((resume) => {
    const forget = silence.whenNow(() => resume(Effect.fail(lost(SILENT))))
    return Effect.sync(forget)
  })

const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/

/** For messages, without user and password. */
export const nameOf = (url: Redacted.Redacted, schema: string): Effect.Effect<string, StorageUnusable> =>
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
