/** Checks the matchers of a step. */
import { EVENT_TYPES } from "@backlot/domain/event/EventType"
import { nearest } from "@backlot/domain/typing/Nearest"
import { MATCHED_TEXTS } from "../Expectation.ts"
import { type Fields, isPlain } from "../Fields.ts"
import { matcherFaults } from "../match/MatchFault.ts"
import { below, type Problem, problem } from "../Problem.ts"
import { hasReference } from "../variable/Interpolation.ts"
import { type Judging, notOneOf } from "./SchemaJudge.ts"
import { kindOf, nameOfKind } from "./SchemaKind.ts"

const matcher = (value: unknown): ReadonlyArray<Problem> =>
  matcherFaults(value).map(({ path, message }) => problem(path, message))

/** A plain text must be one of these; patterns, operators and variables are ordinary matchers. */
const oneOf =
  (texts: ReadonlyArray<string>) =>
  (value: unknown): ReadonlyArray<Problem> => {
    if (isPlain(value)) return [...matcher(value), ...withinOperators(texts, value)]
    if (typeof value !== "string" || value.startsWith("/") || hasReference(value) || texts.includes(value)) {
      return matcher(value)
    }
    return [notOneOf(value, texts)]
  }

/** `{ $not: fialed }` would always hold. Faults of the operators themselves are reported elsewhere. */
const withinOperators = (texts: ReadonlyArray<string>, matchers: Fields): ReadonlyArray<Problem> =>
  ["$not", "$any", "$all"].flatMap((operator) => {
    const operand = matchers[operator]
    return [operand].flat().flatMap((one, index) => {
      const at = Array.isArray(operand) ? [operator, index] : [operator]
      return typeof one === "string" && matcher(one).length === 0 ? below(at, oneOf(texts)(one)) : []
    })
  })

/** A step would wait until its end for a type that does not exist. */
const eventType = (value: unknown): ReadonlyArray<Problem> => {
  if (typeof value !== "string") return [problem([], `must be a text, not ${nameOfKind(kindOf(value))}`)]
  if (hasReference(value) || EVENT_TYPES.some((type) => type === value)) return []
  return [problem([], `unknown event type ${JSON.stringify(value)}${typeHint(value)}`)]
}

/** For `expect.events`: a matcher whose plain-text type must exist. */
const eventMatcher = (value: unknown): ReadonlyArray<Problem> => {
  const type = isPlain(value) ? value["type"] : undefined
  const isPlainText = typeof type === "string" && !type.startsWith("/")
  return [...matcher(value), ...(isPlainText ? below(["type"], eventType(type)) : [])]
}

const nounOf = (type: string): string => type.split(".", 1)[0] ?? ""
const NOUNS = [...new Set(EVENT_TYPES.map(nounOf))]

const typeHint = (type: string): string => {
  const [near] = nearest(type, EVENT_TYPES)
  if (near !== undefined) return `; did you mean ${near}?`
  // The noun alone may be (almost) right: `gateway.session`, `lobby.closed`.
  const noun = nounMeant(type) ?? nounMeant(nounOf(type))
  if (noun === undefined) return "; docs/events.md has their types, such as message.created"
  return `; did you mean ${EVENT_TYPES.filter((one) => nounOf(one) === noun).join(" or ")}?`
}

const nounMeant = (text: string): string | undefined => {
  const [near] = nearest(folded(text), NOUNS.map(folded))
  return NOUNS.find((noun) => folded(noun) === near)
}

const folded = (text: string): string => text.toLowerCase().replace(/[._\s-]/g, "")

/** By identifier of the schema. */
export const MATCHERS: Judging["special"] = {
  Matcher: matcher,
  MessageRef: matcher,
  EventType: eventType,
  EventMatcher: eventMatcher,
  ...Object.fromEntries(Object.entries(MATCHED_TEXTS).map(([identifier, texts]) => [identifier, oneOf(texts)]))
}
