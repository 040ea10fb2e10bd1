/** The adapter's connections to the server. Source: architecture.md "Storage" (postgres). */
import type { Notification, Result } from "@effect/sql-pg/PgConnection"
import type { Effect, Queue, Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Silence } from "./Silence.ts"

export type Statement = readonly [sql: string, ...parameters: ReadonlyArray<unknown>]

/** A connection for the exclusive use of its scope. */
export interface Session {
  /**
   * Sends the statements in one round trip. Each runs even if an earlier one fails, but in a transaction the server
   * refuses everything after a failure. Fails with the first failure. Interruption does not stop the statements.
   */
  readonly exchange: (statements: ReadonlyArray<Statement>) => Effect.Effect<ReadonlyArray<Result>, SqlError>
  /** Closes the connection instead of returning it to the pool. */
  readonly discard: Effect.Effect<void>
}

export interface Connections {
  /** For messages: server, database and schema, without credentials. */
  readonly name: string
  readonly settings: Settings
  readonly open: Effect.Effect<Session, SqlError, Scope.Scope>
  readonly silence: Silence
  /** Listens on a separate connection; the queue fails when that connection is lost. */
  readonly listen: (channel: string) => Effect.Effect<Queue.Dequeue<Notification, SqlError>, SqlError, Scope.Scope>
}

export const DEFAULTS = {
  /** The schema of all tables; created if absent. */
  schema: "backlot",
  /** Connections per process; further transactions wait. */
  maxConnections: 10,
  connectTimeoutMs: 5_000,
  /** Real time that a transaction waits for a connection. */
  acquireTimeoutMs: 30_000,
  /** Real time that the server allows for one statement, including waits for locks. */
  statementTimeoutMs: 15_000,
  /** Real time until a connection without an answer counts as lost. */
  answerTimeoutMs: 20_000,
  /** Real time without a statement after which the server ends the transaction of a hanging process: others may wait for it. */
  idleTransactionMs: 5_000,
  /** Maximum runs of a transaction's body. */
  attempts: 10,
  /** Real time after which no further run follows a lost connection: callers hear that the database is away. */
  awayMs: 500,
  /** From this run on, a transaction locks out other writers, so that conflicts cannot starve it. */
  aloneFrom: 5,
  backoffMs: 2,
  backoffMaxMs: 200,
  /** Wait before listening again after a lost connection. */
  reconnectMs: 250,
  /** Real time between two questions whether the database answers at all. */
  probeMs: 250,
  /**
   * Real time for the answer, in turns of this process: without one, the database counts as away. With half of it, a machine
   * with many times more to do than it has cores took its own PostgreSQL for away.
   */
  probeAnswerMs: 1_000
} as const

export type Settings = {
  readonly [Key in keyof typeof DEFAULTS]: (typeof DEFAULTS)[Key] extends string ? string : number
}

/** The largest message of the server: PostgreSQL's own limit of a value. */
export const MESSAGE_BYTES = 2 ** 30

/** Where the processes of a schema hear how far the log is. */
export const channelOf = (schema: string): string => `backlot_${schema}`
