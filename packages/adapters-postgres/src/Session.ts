/** The adapter's connections to the server. Source: architecture.md "Storage" (postgres). */
import type { Notification, Result } from "@effect/sql-pg/PgConnection"
import type { Effect, Queue, Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Settings } from "./Settings.ts"

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
  /** Listens on a separate connection; the queue fails when that connection is lost. */
  readonly listen: (channel: string) => Effect.Effect<Queue.Dequeue<Notification, SqlError>, SqlError, Scope.Scope>
}
