/** Classifies the driver's failures. Source: PostgreSQL manual, appendix A (SQLSTATE). */
import { StorageError, StorageUnusable } from "@backlot/ports/Storage"
import { ConnectionError, SqlError, UnknownError } from "effect/sql/SqlError"

/** What a transaction was played on is not so any more. Our own code. */
export const STALE = "BL001"

/**
 * `stale`: the same as `conflict`, found by ourselves. `conflict`: the server rolled the transaction back, and the body may run again. `lost`: the connection is gone.
 * `refused`: the server answered with an error.
 */
export type Kind = "stale" | "conflict" | "lost" | "refused"

/** serialization_failure, deadlock_detected. */
const CONFLICTS: ReadonlySet<string> = new Set(["40001", "40P01"])
/** Connection exceptions; shutdown, crash, not yet up; idle transaction ended by the server; too many connections. */
const LOST = /^(08|57P0[123]|25P03|53300)/

const sqlState = (error: SqlError): string | undefined => {
  const { cause } = error.reason
  return typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined
}

export const kindOf = (error: SqlError): Kind => {
  const state = sqlState(error)
  if (state === STALE) return "stale"
  if (state !== undefined && CONFLICTS.has(state)) return "conflict"
  return error.reason._tag === "ConnectionError" || LOST.test(state ?? "") ? "lost" : "refused"
}

/** Our own time-out, in the driver's form. */
export const lost = (message: string): SqlError =>
  new SqlError({ reason: new ConnectionError({ cause: new Error(message), message, operation: "query" }) })

/** The server answered COMMIT with ROLLBACK. */
export const undone = (): SqlError =>
  new SqlError({
    reason: new UnknownError({ cause: new Error("the server undid the transaction"), operation: "commit" })
  })

/** One line, without the connection's URL. */
export const describe = (error: SqlError): string => {
  const { cause } = error.reason
  const said = cause instanceof Error ? cause.message : error.message
  const state = sqlState(error)
  return `${said}${state === undefined ? "" : ` (${state})`}`.replaceAll(/\s+/g, " ")
}

export const toStorageError = (name: string, error: SqlError): StorageError =>
  new StorageError({ message: `${name}: ${describe(error)}`, isAway: kindOf(error) === "lost", cause: error })

type Reason = StorageUnusable["reason"]

const ADVICE: Readonly<Record<Exclude<Reason, "in-use" | "damaged" | `log-${string}`>, string>> = {
  foreign: "has tables of another program with Backlot's names and was not changed; choose another schema",
  newer: "was made by a newer Backlot; use that release, or choose another schema",
  "not-permitted": "rejects these credentials; check user, password and rights",
  unavailable: "cannot be reached; check that the server runs and the address is right"
}

export const refuse = (name: string, reason: keyof typeof ADVICE, error?: SqlError): StorageUnusable =>
  new StorageUnusable({
    reason,
    message: `${name} ${ADVICE[reason]}${error === undefined ? "" : ` (${describe(error)})`}`,
    cause: error
  })

/** `isAlone`: the store was asked for alone, and so a server or another command has it. */
export const inUse = (name: string, isAlone: boolean): StorageUnusable =>
  new StorageUnusable({
    reason: "in-use",
    message: isAlone
      ? `${name} is in use by a running server`
      : `${name} is in use by a command that needs it alone, such as \`backlot world import\`; start again when that has ended`
  })

/** For a failure while opening the store. 28: credentials, 42501: rights, 42: tables of another program. */
export const toUnusable = (name: string, error: SqlError): StorageUnusable => {
  const state = sqlState(error) ?? ""
  const { _tag } = error.reason
  if (_tag === "AuthenticationError" || state.startsWith("28") || state === "42501") {
    return refuse(name, "not-permitted", error)
  }
  return refuse(name, state.startsWith("42") ? "foreign" : "unavailable", error)
}
