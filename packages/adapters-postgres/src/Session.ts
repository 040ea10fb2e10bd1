/** How the adapter talks with the server. Source: architecture.md "Storage" (postgres). */
import type { Notification, Result } from "@effect/sql-pg/PgConnection"
import type { Effect, Queue, Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Settings } from "./Settings.ts"

export type Statement = readonly [sql: string, ...parameters: ReadonlyArray<unknown>]

/** A connection that its scope has for itself. */
export interface Session {
  /**
   * Sends the statements in one round trip. Each is executed even when one before it fails, but in a transaction the
   * server refuses what follows a failure. Fails with the first failure. Interrupting it leaves them under way.
   */
  readonly exchange: (statements: ReadonlyArray<Statement>) => Effect.Effect<ReadonlyArray<Result>, SqlError>
  /** Has the connection closed instead of used again. */
  readonly discard: Effect.Effect<void>
}

export interface Connections {
  /** For messages: server, database and schema, without credentials. */
  readonly name: string
  readonly settings: Settings
  readonly open: Effect.Effect<Session, SqlError, Scope.Scope>
  /** Listens on a connection of its own; the queue fails when that is lost. */
  readonly listen: (channel: string) => Effect.Effect<Queue.Dequeue<Notification, SqlError>, SqlError, Scope.Scope>
}
