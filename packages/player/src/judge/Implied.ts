/**
 * What is expected where a step says nothing: that nothing is refused, fails, times out or answers with an error. A run
 * tells what came instead, a load counts it by its kind. Source: product.md "Scenario files" (expect).
 */

import { errorText } from "@backlot/scenario/describe/ErrorText"
import type { Expectation } from "@backlot/scenario/Expectation"
import { match } from "@backlot/scenario/match/Match"
import { hasOperators } from "@backlot/scenario/match/MatchOperators"
import type { Outcome } from "@backlot/scenario/Outcome"
import { isPlain } from "@backlot/scenario/variable/Interpolation"

/** An end that nobody asked for. */
export interface Unexpected {
  /** What a load counts it as: `refused:permission`, `http:404`, `failed`, `timed_out`, `wait_expired`, `error`. */
  readonly kind: string
  /** The field of the outcome that tells it. */
  readonly field: "refused" | "state" | "status" | "error"
  /** What that field should be. */
  readonly expected: unknown
  readonly actual: string | number
  /** Why it came to this, where more is known. */
  readonly because: string | undefined
}

/**
 * The first is what went wrong, others follow from it. A field that is expected to be as it should be, as by
 * `refused: false` or `status: 200`, is as good as nothing said.
 */
export const unexpected = (expect: Expectation, outcome: Outcome): ReadonlyArray<Unexpected> =>
  IMPLIED.flatMap(({ unless, found }) => {
    const end = found(outcome)
    if (end === undefined) return []
    const isMeant = unless.some(
      (field) => saysOf(field, expect, outcome) && !(field === end.field && misses(expect, end))
    )
    return isMeant ? [] : [end]
  })

/** Each finds ends of these kinds, where none of these fields says something else. */
const IMPLIED: ReadonlyArray<{
  /** Without what stands behind the colon of some. */
  readonly kinds: ReadonlyArray<string>
  readonly unless: ReadonlyArray<keyof Expectation>
  readonly found: (outcome: Outcome) => Unexpected | undefined
}> = [
  {
    kinds: ["refused"],
    unless: ["refused", "because", "code", "status", "outcome"],
    found: ({ refused, because }) =>
      refused === undefined
        ? undefined
        : { kind: `refused:${refused}`, field: "refused", expected: false, actual: refused, because }
  },
  {
    kinds: ["failed", "timed_out"],
    unless: ["state", "error", "outcome"],
    found: ({ state, error }) =>
      state === "failed" || state === "timed_out"
        ? { kind: state, field: "state", expected: "responded", actual: state, because: error }
        : undefined
  },
  {
    // Ours: 10 s of real time are over, in which a clock that stands still lets nothing time out.
    kinds: ["wait_expired"],
    unless: ["state", "error", "outcome"],
    found: ({ state, error, wait_expired }) =>
      wait_expired === true && (state === "pending" || state === "deferred")
        ? {
            kind: "wait_expired",
            field: "state",
            expected: "responded",
            actual: state,
            because: [WAITED_FOR[state], error].filter((one) => one !== undefined).join("; ")
          }
        : undefined
  },
  {
    kinds: ["http"],
    unless: ["status", "code", "refused", "because", "outcome"],
    found: ({ status, because, body }) =>
      status === undefined || status < 400
        ? undefined
        : { kind: `http:${status}`, field: "status", expected: 200, actual: status, because: because ?? toldIn(body) }
  },
  {
    // Nothing came of it at all: declined, or the connection was cut.
    kinds: ["error"],
    unless: ["error", "outcome"],
    found: ({ state, status, error }) =>
      error === undefined || state !== undefined || status !== undefined
        ? undefined
        : { kind: "error", field: "error", expected: null, actual: error, because: undefined }
  }
]

const WAITED_FOR = {
  pending: "the app has not answered",
  deferred: "the app has not completed its answer"
} as const

/** `refused`, `failed`, … */
export const UNEXPECTED_KINDS: ReadonlyArray<string> = IMPLIED.flatMap(({ kinds }) => kinds)

/**
 * Whether something is said of a field that this outcome could contradict: `code: null` says nothing of a refusal that has
 * no code. A whole outcome speaks of the fields that it names.
 */
const saysOf = (field: keyof Expectation, expect: Expectation, outcome: Outcome): boolean => {
  const expected = saidOf(field, expect)
  if (expected === undefined) return false
  if (field === "outcome")
    return !isPlain(expected) || hasOperators(expected) || OUTCOMES.some((one) => one in expected)
  // Of those that are left, each is a field of the outcome.
  return outcome[field as keyof Outcome] !== undefined || match(expected, undefined).length > 0
}

/** `refused: false` is that there is none. */
const saidOf = (field: keyof Expectation, expect: Expectation): unknown =>
  field === "refused" && expect.refused === false ? null : expect[field]

/** Whether what is said of the field holds where all is well, and does not hold of this end. */
const misses = (expect: Expectation, { field, expected, actual }: Unexpected): boolean => {
  const said = saidOf(field, expect)
  const well = field === "refused" ? undefined : expected
  return match(said, well).length === 0 && match(said, actual).length > 0
}

/** How an outcome says that something went wrong. */
const OUTCOMES = ["refused", "because", "state", "status", "code", "error"] as const

const toldIn = (body: unknown): string =>
  errorText(body) ?? (body === undefined ? "it has no body" : JSON.stringify(body))
