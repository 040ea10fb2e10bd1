/** Matchers as JSON Schema: the rules of `match/MatchFault.ts`, as far as a schema can express them. */
import { EVENT_TYPES } from "@backlot/domain/event/EventType"
import type { JsonSchema } from "effect"
import { MATCHED_TEXTS } from "../Expectation.ts"
import { OPERATORS } from "../match/MatchOperators.ts"

/** A whole `${…}`, which may replace a value of any type. */
export const VARIABLE: JsonSchema.JsonSchema = {
  type: "string",
  pattern: "^\\$\\{[^{}]+\\}$",
  description: "A variable."
}

const matcher = { $ref: "#/$defs/Matcher" }
const variable = { $ref: "#/$defs/Variable" }
const someMatchers = { anyOf: [{ type: "array", items: matcher, minItems: 1 }, variable] }
/** A duration, an id or another decimal, a time, or a variable. */
const ORDERED = "^\\d+(\\.\\d+)?(ms|s|m|h|d)$|^-?\\d{1,40}$|^\\d{4}-\\d\\d-\\d\\dT|\\$\\{"
const order = { anyOf: [{ type: "number" }, { type: "string", pattern: ORDERED }] }

const OPERANDS: Readonly<Record<string, JsonSchema.JsonSchema>> = {
  $not: matcher,
  $any: someMatchers,
  $all: someMatchers,
  $contains: { ...matcher, minItems: 1 },
  $length: { anyOf: [{ type: "integer" }, { type: "object", ...matcher }, variable] },
  $above: order,
  $below: order,
  $atLeast: order,
  $atMost: order,
  $exists: { anyOf: [{ type: "boolean" }, variable] },
  $type: { anyOf: [{ enum: ["string", "number", "integer", "boolean", "object", "array", "null"] }, variable] },
  $exactly: {},
  $schema: { anyOf: [{ type: ["object", "boolean"] }, variable] }
}

const names = Object.keys(OPERATORS)

const eventTypes = { enum: EVENT_TYPES }

const NO_TEXT = ["number", "boolean", "null", "array", "object"]

/** By identifier. */
export const matcherDefinitions: Readonly<Record<string, JsonSchema.JsonSchema>> = {
  Variable: VARIABLE,
  Matcher: {
    description:
      "A value, a /pattern/, or an object with operators. Objects match when they have at least what is written.",
    items: matcher,
    properties: Object.fromEntries(
      names.map((name) => [name, { ...OPERANDS[name], description: OPERATORS[name]?.description }])
    ),
    // Refuses unknown operators.
    patternProperties: { [`^\\$(?!(?:${names.map((name) => name.slice(1)).join("|")})$)[A-Za-z]`]: false },
    additionalProperties: matcher,
    if: { type: "object", anyOf: names.map((name) => ({ required: [name], properties: { [name]: true } })) },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { propertyNames: { pattern: "^\\$[A-Za-z]" } }
  },
  MessageRef: matcher,
  EventType: {
    description: "The type of an event of the log.",
    anyOf: [eventTypes, { type: "string", pattern: "\\$\\{[^{}]*\\}" }]
  },
  EventMatcher: {
    ...matcher,
    properties: {
      type: {
        description: "The type of an event of the log, or a matcher of it.",
        anyOf: [eventTypes, { type: "string", pattern: "^/|\\$\\{[^{}]*\\}" }, { type: NO_TEXT }]
      }
    }
  },
  ...Object.fromEntries(
    Object.entries(MATCHED_TEXTS).map(([identifier, texts]) => {
      // A pattern or a variable.
      const text = [{ enum: texts }, { type: "string", pattern: "^/|\\$\\{[^{}]*\\}" }]
      const within = { anyOf: [...text, { type: NO_TEXT }] }
      const operators = Object.fromEntries(
        ["$not", "$any", "$all"].map((name) => [
          name,
          { ...within, items: within, description: OPERATORS[name]?.description }
        ])
      )
      return [identifier, { anyOf: [...text, { type: NO_TEXT, ...matcher, properties: operators }] }]
    })
  )
}
