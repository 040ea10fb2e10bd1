/** Every bound of the PostgreSQL adapter, once. Ours: the sources name none of them. */

export const DEFAULTS = {
  /** The schema that holds all tables; made when absent. */
  schema: "backlot",
  /** Connections of one process; more transactions wait their turn. */
  maxConnections: 10,
  connectTimeoutMs: 5_000,
  /** Real time that a transaction waits for a connection. */
  acquireTimeoutMs: 30_000,
  /** Real time that the server gives one statement, waiting for locks included. */
  statementTimeoutMs: 15_000,
  /** Real time beyond that for an answer that does not come: the connection counts as lost. */
  answerTimeoutMs: 20_000,
  /** After this real time without a statement the server ends a transaction whose process hangs. */
  idleTransactionMs: 60_000,
  /** Runs of one transaction's body. */
  attempts: 10,
  /** From this run on a transaction keeps other writers out, so that conflicts can not starve it. */
  aloneFrom: 5,
  backoffMs: 2,
  backoffMaxMs: 200,
  /** After the listening connection was lost. */
  reconnectMs: 250
} as const

export type Settings = {
  readonly [Key in keyof typeof DEFAULTS]: (typeof DEFAULTS)[Key] extends string ? string : number
}

/** What one message of the server may hold: PostgreSQL's own limit of a value. */
export const MESSAGE_BYTES = 2 ** 30
