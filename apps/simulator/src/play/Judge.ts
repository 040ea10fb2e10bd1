/**
 * What a step expects, judged on what it came to: which field of the outcome each expectation is about, and what is
 * expected where nothing is said. Source: product.md "Scenario files" (expect).
 */
import type { Path } from "@backlot/domain/Fault"
import { millisOf } from "../scenario/Duration.ts"
import type { Expectation } from "../scenario/Expectation.ts"
import { isPlain } from "../scenario/Interpolation.ts"
import { errorText } from "./ErrorText.ts"
import { match, matchInOrder } from "./Match.ts"
import { isOperation } from "./MatchOperators.ts"
import type { Mismatch } from "./Mismatch.ts"
import type { Outcome } from "./Outcome.ts"

/** What is known beside the outcome. */
export interface Evidence {
  /** By the names in `seen_by` and `unseen_by`: whether that user sees the message. */
  readonly sightings: ReadonlyMap<string, boolean>
}

/** Every place where it is not as expected; empty where all is. */
export const judge = (expect: Expectation, outcome: Outcome, evidence: Evidence): ReadonlyArray<Mismatch> => [
  ...implied(expect, outcome),
  ...FIELDS.flatMap((field) => match(expect[field], outcome[field], [field])),
  ...match(lowerCased(expect.headers), outcome.headers, ["headers"]),
  ...refusal(expect, outcome),
  ...ephemeral(expect, outcome),
  ...within(expect, outcome),
  ...LISTS.flatMap((field) => listed(field, expect, outcome)),
  ...sighted(expect, evidence),
  ...match(expect.outcome, outcome, [])
]

/** Those whose name in an outcome is their own, judged by their value. */
const FIELDS = [
  "state",
  "because",
  "choices",
  "message",
  "modal",
  "activity",
  "error",
  "commands",
  "visible",
  "usable",
  "decisions",
  "messages",
  "status",
  "code",
  "body",
  "rate_limit",
  "lobby",
  "service_time"
] as const satisfies ReadonlyArray<keyof Expectation & keyof Outcome>

const LISTS = ["gateway", "events", "trace"] as const

/** Each judges what is expected where none of these fields says something else. */
const IMPLIED: ReadonlyArray<{
  readonly unless: ReadonlyArray<keyof Expectation>
  readonly judge: (outcome: Outcome) => Mismatch | undefined
}> = [
  {
    unless: ["refused", "because", "code", "status", "outcome"],
    judge: ({ refused, because }) =>
      refused === undefined
        ? undefined
        : { path: ["refused"], expected: false, actual: refused, message: `was not expected: ${because ?? ""}` }
  },
  {
    unless: ["state", "error", "outcome"],
    judge: ({ state, error }) =>
      state === "failed" || state === "timed_out"
        ? {
            path: ["state"],
            expected: "responded",
            actual: state,
            message: `was not expected${error === undefined ? "" : `: ${error}`}`
          }
        : undefined
  },
  {
    // Ours: 10 s of real time are over, in which a clock that stands still lets nothing time out.
    unless: ["state", "error", "outcome"],
    judge: ({ state, wait_expired }) =>
      wait_expired === true && (state === "pending" || state === "deferred")
        ? {
            path: ["state"],
            expected: "responded",
            actual: state,
            message: `was not expected: the app ${state === "pending" ? "did not answer" : "did not complete its answer"} in time`
          }
        : undefined
  },
  {
    unless: ["status", "code", "refused", "because", "outcome"],
    judge: ({ status, because, body }) =>
      status === undefined || status < 400
        ? undefined
        : { path: ["status"], expected: 200, actual: status, message: `was not expected: ${because ?? toldIn(body)}` }
  },
  {
    // Nothing came of it at all: declined, or the connection was cut.
    unless: ["error", "outcome"],
    judge: ({ state, status, error }) =>
      error === undefined || state !== undefined || status !== undefined
        ? undefined
        : { path: ["error"], expected: null, actual: error, message: "was not expected" }
  }
]

const implied = (expect: Expectation, outcome: Outcome): ReadonlyArray<Mismatch> =>
  IMPLIED.flatMap(({ unless, judge: judged }) => {
    if (unless.some((field) => saysOf(field, expect, outcome))) return []
    return judged(outcome) ?? []
  })

/**
 * Whether something is said of a field that this outcome could contradict: `code: null` says nothing of a refusal that has
 * no code. A whole outcome speaks of the fields that it names.
 */
const saysOf = (field: keyof Expectation, expect: Expectation, outcome: Outcome): boolean => {
  const expected = expect[field]
  if (expected === undefined) return false
  if (field === "outcome") return !isPlain(expected) || isOperation(expected) || OUTCOMES.some((one) => one in expected)
  // Of those that are left, each is a field of the outcome.
  return outcome[field as keyof Outcome] !== undefined || match(expected, undefined).length > 0
}

/** How an outcome says that something went wrong. */
const OUTCOMES = ["refused", "because", "state", "status", "code", "error"] as const

const toldIn = (body: unknown): string =>
  errorText(body) ?? (body === undefined ? "it has no body" : JSON.stringify(body))

/** Names of headers are told in lower case. */
const lowerCased = (headers: unknown): unknown =>
  isPlain(headers) && !isOperation(headers)
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    : headers

/** `false` expects that it was not refused. */
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

const listed = (field: (typeof LISTS)[number], expect: Expectation, outcome: Outcome): ReadonlyArray<Mismatch> => {
  const expected = expect[field]
  if (expected?.length === 0) return [empty(field, expected)]
  return expected === undefined ? [] : matchInOrder(expected, outcome[field] ?? [], [field])
}

/** In files it is a fault (ShapeRules.ts). */
const empty = (field: string, expected: ReadonlyArray<unknown>): Mismatch => ({
  path: [field],
  expected,
  actual: expected,
  message: "is empty: it would hold of anything"
})

const sighted = ({ seen_by, unseen_by }: Expectation, { sightings }: Evidence): ReadonlyArray<Mismatch> => [
  ...sight("seen_by", seen_by, sightings, true, "does not see the message"),
  ...sight("unseen_by", unseen_by, sightings, false, "sees the message")
]

const sight = (
  field: string,
  users: ReadonlyArray<string> | undefined,
  sightings: ReadonlyMap<string, boolean>,
  expected: boolean,
  message: string
): ReadonlyArray<Mismatch> => {
  if (users?.length === 0) return [empty(field, users)]
  return (users ?? []).flatMap((user, index): ReadonlyArray<Mismatch> => {
    const path: Path = [field, index]
    return sightings.get(user) === expected ? [] : [{ path, expected: user, actual: user, message }]
  })
}
