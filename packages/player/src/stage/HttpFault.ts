/** Why a request had no answer, in words for a person. */
import { type Bound, formatBound } from "@backlot/scenario/Bounds"

/** Limits of an answer. */
export interface AnswerBounds {
  readonly time: Bound
  readonly body: Bound
}

const TIMEOUTS: ReadonlySet<string> = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"])
const TOO_LARGE = "UND_ERR_RES_EXCEEDED_MAX_SIZE"

/** Options of an undici Agent. */
export const bounded = ({ time, body }: AnswerBounds) => ({
  headersTimeout: time.value,
  bodyTimeout: time.value,
  maxResponseSize: body.value
})

export const isTimeout = (error: Error): boolean => TIMEOUTS.has(codeOf(error))

export const wordsOf = (error: Error, { time, body }: AnswerBounds): string => {
  if (isTimeout(error)) return `no answer within ${formatBound(time)}`
  if (codeOf(error) === TOO_LARGE) return `its answer is larger than ${formatBound(body)}`
  // If several addresses were tried, the error has only a code.
  return error.message || codeOf(error) || error.name
}

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "")
