/**
 * What every step expects by default: no refusal, failure, time-out or error. A load counts the others by kind. Source:
 * product.md "Scenario files" (expect).
 */
import { errorText } from "@backlot/scenario/describe/ErrorText"
import type { Expectation } from "@backlot/scenario/Expectation"
import { isPlain } from "@backlot/scenario/Fields"
import { match } from "@backlot/scenario/match/Match"
import { hasOperators } from "@backlot/scenario/match/MatchOperators"
import type { Outcome } from "@backlot/scenario/Outcome"

export interface Unexpected {
  /** The kind that a load counts: `refused:permission`, `http:404`, `failed`, `timed_out`, `wait_expired`, `error`. */
  readonly kind: string
  /** The field of the outcome that shows it. */
  readonly field: "refused" | "state" | "status" | "error"
  readonly expected: unknown
  readonly actual: string | number
  readonly because: string | undefined
}

/**
 * The unexpected ends of an outcome, the cause first. To expect a normal value (`status: 200`) turns no default off.
 */
export const unexpected = (expect: Expectation, outcome: Outcome): ReadonlyArray<Unexpected> =>
  IMPLIED.flatMap(({ unless, found }) => {
    const end = found(outcome)
    if (end === undefined) return []
    const isMeant = unless.some(
      (field) => couldMiss(field, expect, outcome) && !(field === end.field && misses(expect, end))
    )
    return isMeant ? [] : [end]
  })

/** Each row finds the ends of these kinds, unless the step has an expectation of one of these fields. */
const IMPLIED: ReadonlyArray<{
  /** Some kinds have a detail after a colon. */
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
    // The wait of 10 s of real time is over. A frozen clock lets nothing time out. Our choice: docs/choices.md
    // "Control plane".
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
        : { kind: `http:${status}`, field: "status", expected: 200, actual: status, because: because ?? textOf(body) }
  },
  {
    // No answer at all: the user declined, or the connection was cut.
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

/** Whether the step expects something of this field that the outcome could contradict. */
const couldMiss = (field: keyof Expectation, expect: Expectation, outcome: Outcome): boolean => {
  const expected = expectedOf(field, expect)
  if (expected === undefined) return false
  if (field === "outcome")
    return !isPlain(expected) || hasOperators(expected) || OUTCOMES.some((one) => one in expected)
  // Every other field is a field of the outcome.
  return outcome[field as keyof Outcome] !== undefined || match(expected, undefined).length > 0
}

/** `refused: false` expects that there is no refusal. */
const expectedOf = (field: keyof Expectation, expect: Expectation): unknown =>
  field === "refused" && expect.refused === false ? null : expect[field]

/** Whether the expectation of the field holds for the normal value and does not hold for this end. */
const misses = (expect: Expectation, { field, expected, actual }: Unexpected): boolean => {
  const wanted = expectedOf(field, expect)
  const normal = field === "refused" ? undefined : expected
  return match(wanted, normal).length === 0 && match(wanted, actual).length > 0
}

/** Fields of an outcome that report a failure. */
const OUTCOMES = ["refused", "because", "state", "status", "code", "error"] as const

const textOf = (body: unknown): string =>
  errorText(body) ?? (body === undefined ? "it has no body" : JSON.stringify(body))
