/** Expected failures on the wire. Source: wire-rest.md §3.1, §3.3. */

import { type WireError, wireOf } from "@backlot/domain/error/Failure"
import { type ErrorTree, toErrorTree } from "@backlot/domain/error/Fault"
import type { ServiceError } from "@backlot/domain/error/ServiceError"
import { BECAUSE } from "./Header.ts"
import * as RateLimitAnswer from "./RateLimitAnswer.ts"

/** The body of an error: only an invalid form has `errors`, only a 429 has `retry_after` and `global`. */
export interface ErrorBody extends Partial<RateLimitAnswer.Fields> {
  readonly message: string
  /** Absent when a window of requests refused (wire-rest.md §4.1). */
  readonly code?: number
  readonly errors?: ErrorTree
}

/** HTTP status of a failure. */
export const statusOf = (error: ServiceError): number => wireOf(error).status

/** JSON body of a failure, keys in the order seen on the wire. */
export const bodyOf = (error: ServiceError): ErrorBody => {
  const { message, code } = wireOf(error)
  switch (error._tag) {
    case "InvalidForm":
      return { message, code, errors: toErrorTree(error.faults) }
    case "RateLimited":
      return { message, ...RateLimitAnswer.fieldsOf(error) }
    case "DailyCreatesSpent":
    case "SlowedDown":
      return { message, ...RateLimitAnswer.fieldsOf(error), code }
    default:
      return { message, code }
  }
}

/** Headers that belong to a failure alone: those of a 429, and why access or permissions are missing. */
export const headersOf = (error: ServiceError): Readonly<Record<string, string>> | undefined => {
  switch (error._tag) {
    case "RateLimited":
    case "DailyCreatesSpent":
    case "SlowedDown":
      return { ...RateLimitAnswer.headersOf(error) }
    case "MissingAccess":
    case "MissingPermissions":
    case "ProvisionalAccounts":
      return { [BECAUSE]: encodeBecause(error.because) }
    default:
      return undefined
  }
}

/** A header takes ASCII alone, and names of roles and channels are anything. */
const encodeBecause = (because: string): string =>
  because.slice(0, BECAUSE_MAX).replace(/[^\x20-\x24\x26-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()))

const BECAUSE_MAX = 1_000

/** The reason that `headersOf` wrote. */
export const becauseIn = (headers: Readonly<Record<string, string | undefined>>): string | undefined => {
  const text = headers[BECAUSE]
  return text === undefined ? undefined : decodeURIComponent(text)
}

/** A defect: nothing about it reaches the client. */
export const INTERNAL: WireError = { status: 500, code: 0, message: "500: Internal Server Error" }
