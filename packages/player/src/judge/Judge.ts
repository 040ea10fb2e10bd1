/** Judges an outcome. `Implied.ts` has the default expectations. Source: product.md "Scenario files" (expect). */
import { interaction } from "@backlot/domain/base/Limits"
import { formatMillis, millisOf } from "@backlot/scenario/Duration"
import { Expectation } from "@backlot/scenario/Expectation"
import { isPlain } from "@backlot/scenario/Fields"
import { match, matchInOrder } from "@backlot/scenario/match/Match"
import { hasOperators } from "@backlot/scenario/match/MatchOperators"
import type { Mismatch } from "@backlot/scenario/match/Mismatch"
import type { Outcome } from "@backlot/scenario/Outcome"
import { actOf, type Step } from "@backlot/scenario/Step"
import type { Answered } from "./AnswerTimes.ts"
import { unexpected } from "./Implied.ts"

export interface Evidence {
  /** When the app gave its first answer; undefined if it gave none, or if nobody watched. */
  readonly answered?: Answered | undefined
  /** The longest real time to a first answer, unless the step has another. */
  readonly answers_within_ms?: number | undefined
  /** Whether each user of `seen_by` and `unseen_by` sees the message. */
  readonly sightings: ReadonlyMap<string, boolean>
}

/** Every mismatch; empty if all expectations hold. */
export const judge = (expect: Expectation, outcome: Outcome, evidence: Evidence): ReadonlyArray<Mismatch> => [
  ...implied(expect, outcome),
  ...FIELDS.flatMap((field) => match(expect[field], outcome[field], [field])),
  ...match(lowerCased(expect.headers), outcome.headers, ["headers"]),
  ...refusal(expect, outcome),
  ...ephemeral(expect, outcome),
  ...within(expect, outcome),
  ...answersWithin(expect, evidence),
  ...LISTS.flatMap((field) => listed(field, expect, outcome)),
  ...sighted(expect, evidence),
  ...match(expect.outcome, outcome, [])
]

/** Expectations that are judged in their own way. */
const SPECIAL = [
  "refused",
  "ephemeral",
  "seen_by",
  "unseen_by",
  "headers",
  "within",
  "answers_within",
  "gateway",
  "events",
  "trace"
]

/** All others have the name of their field of the outcome; `outcome` comes last. */
const FIELDS = Object.keys(Expectation.fields).filter(
  // The keys of the shape are its fields.
  (field): field is keyof Expectation & keyof Outcome => !SPECIAL.includes(field) && field !== "outcome"
)

const LISTS = ["gateway", "events", "trace"] as const

/** A field with an expectation of its own is judged by that alone. */
const implied = (expect: Expectation, outcome: Outcome): ReadonlyArray<Mismatch> =>
  unexpected(expect, outcome)
    .filter(({ field }) => expect[field] === undefined)
    .map(({ field, expected, actual, because }) => ({
      path: [field],
      expected,
      actual,
      message: `was not expected${because === undefined ? "" : `: ${because}`}`
    }))

/** Outcomes have header names in lower case. */
const lowerCased = (headers: unknown): unknown =>
  isPlain(headers) && !hasOperators(headers)
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    : headers

/** `false` expects no refusal. */
const refusal = ({ refused }: Expectation, outcome: Outcome): ReadonlyArray<Mismatch> => {
  if (refused === true && outcome.refused !== undefined) return []
  return match(refused === false ? null : refused, outcome.refused, ["refused"])
}

const ephemeral = (expect: Expectation, { message, response }: Outcome): ReadonlyArray<Mismatch> =>
  match(expect.ephemeral, message?.ephemeral ?? response?.ephemeral, ["message", "ephemeral"])

const within = (expect: Expectation, { real_ms }: Outcome): ReadonlyArray<Mismatch> => {
  const most = expect.within === undefined ? undefined : millisOf(expect.within)
  if (most === undefined || real_ms <= most) return []
  const message = `ms are more than ${expect.within}`
  return [{ path: ["within"], expected: expect.within, actual: Math.round(real_ms), message }]
}

/** By default each interaction is judged once, at the first step that shows its answer. */
const answersWithin = (
  { answers_within: expected }: Expectation,
  { answered, answers_within_ms = interaction.acknowledgeMs }: Evidence
): ReadonlyArray<Mismatch> => {
  const most = expected === undefined ? undefined : millisOf(expected)
  const path = ["answers_within"]
  if (answered === undefined) {
    return most === undefined ? [] : [{ path, expected, actual: undefined, message: "the app has not answered" }]
  }
  if (most === undefined && !answered.fresh) return []
  const limit = most ?? answers_within_ms
  if (answered.answered_ms <= limit) return []
  const message =
    `ms of real time until the app's first answer are more than ${formatMillis(limit)}; ` +
    `on the platform an interaction fails after ${formatMillis(interaction.acknowledgeMs)}`
  return [{ path, expected: formatMillis(limit), actual: Math.round(answered.answered_ms), message }]
}

const listed = (field: (typeof LISTS)[number], expect: Expectation, outcome: Outcome): ReadonlyArray<Mismatch> => {
  const expected = expect[field]
  if (expected?.length === 0) return [empty(field, expected)]
  return expected === undefined ? [] : matchInOrder(expected, outcome[field] ?? [], [field])
}

/** The loader refuses it in files (ShapeRules.ts). */
const empty = (field: string, expected: ReadonlyArray<unknown>): Mismatch => ({
  path: [field],
  expected,
  actual: expected,
  message: "is empty: an empty list proves nothing"
})

const SIGHTS = [
  { field: "seen_by", isSeen: true, message: "does not see the message" },
  { field: "unseen_by", isSeen: false, message: "sees the message" }
] as const

const sighted = (expect: Expectation, { sightings }: Evidence): ReadonlyArray<Mismatch> =>
  SIGHTS.flatMap(({ field, isSeen, message }) => {
    const users = expect[field] ?? []
    if (expect[field]?.length === 0) return [empty(field, users)]
    return users.flatMap((user, index) =>
      sightings.get(user) === isSeen ? [] : [{ path: [field, index], expected: user, actual: user, message }]
    )
  })

/**
 * A step without an act judges the present state. If the app has not answered yet, the first mismatch gets a hint how to
 * wait.
 */
export const withPresentHint = (
  step: Step,
  { state }: Outcome,
  mismatches: ReadonlyArray<Mismatch>
): ReadonlyArray<Mismatch> => {
  const [first, ...rest] = mismatches
  const isOpen = state === "pending" || state === "deferred"
  if (first === undefined || !isOpen || actOf(step) !== undefined) return mismatches
  // A step that expects an open state does not want to wait.
  const wanted = step.expect?.state
  if (wanted !== undefined && match(wanted, state).length === 0) return mismatches
  return [{ ...first, message: `${first.message}; ${PRESENT_HINT}` }, ...rest]
}

export const PRESENT_HINT = "a step that only expects does not wait: put `wait: { state: responded }` before it"
