/**
 * The rules of one field: each judges a value and, where JSON Schema can express it, publishes the same rule as a
 * fragment of JSON Schema. Every element gives each of its fields a list of them.
 */
import type { JsonSchema } from "effect"
import type { Snowflake } from "../../base/Snowflake.ts"
import type { Fault, Path } from "../../error/Fault.ts"
import * as FormError from "../../error/FormError.ts"
import { faultAt, type Placed, type PlacedTable } from "./Placed.ts"
import type { References } from "./References.ts"

export interface Problem {
  readonly code: string
  readonly message: string
  /** Below the field. */
  readonly path?: Path
}

/** The element that holds the field, and the world around it. */
export interface At {
  readonly element: Readonly<Record<string, unknown>>
  /** The guild that holds the element; empty outside guilds. */
  readonly guild_id: Snowflake
  readonly references: References
}

export interface Check {
  /** `value` is undefined when the field is missing or null. */
  readonly judge: (value: unknown, at: At) => ReadonlyArray<Problem>
  readonly schema?: JsonSchema.JsonSchema
  /** A missing value cannot break it. */
  readonly given?: true
}

export type RuleTable = Readonly<Record<string, Readonly<Record<string, ReadonlyArray<Check>>>>>

/** Every fault that one field can show, in the order of the table. */
export const judgeFields = (rules: RuleTable, places: PlacedTable, references: References): ReadonlyArray<Fault> => {
  const found: Array<Fault> = []
  for (const [kind, fields] of Object.entries(rules)) {
    const checks = Object.entries(fields)
    for (const place of places[kind] ?? []) judgeElement(place, checks, references, found)
  }
  return found
}

const judgeElement = (
  place: Placed<object>,
  rules: ReadonlyArray<readonly [string, ReadonlyArray<Check>]>,
  references: References,
  found: Array<Fault>
): void => {
  // Every field of a draft may be left out, and checks judge any value.
  const element = place.value as At["element"]
  const at: At = { element, guild_id: place.guild_id, references }
  for (const [field, checks] of rules) {
    const value = element[field] ?? undefined
    for (const check of checks) {
      if (value === undefined && check.given) continue
      for (const problem of check.judge(value, at)) {
        found.push(faultAt({ ...place, path: [...place.path, field, ...(problem.path ?? [])] }, problem))
      }
    }
  }
}

const none: ReadonlyArray<Problem> = []

const atMostOne = (problem: Problem | undefined): ReadonlyArray<Problem> => (problem === undefined ? none : [problem])

/** A rule on a value that is given; `required` judges a missing one. */
export const present = (
  judge: (value: unknown, at: At) => Problem | undefined,
  schema?: JsonSchema.JsonSchema
): Check => ({
  judge: (value, at) => (value === undefined ? none : atMostOne(judge(value, at))),
  given: true,
  ...(schema === undefined ? {} : { schema })
})

/** A rule that a missing value can break too. */
export const always = (judge: (value: unknown, at: At) => Problem | undefined): Check => ({
  judge: (value, at) => atMostOne(judge(value, at))
})

export const required: Check = { judge: (value) => (value === undefined ? [FormError.required] : none) }

/** Length in code points. */
export const length = (min: number, max: number): Check => {
  // A code point has one or two units, so most texts need no count.
  const lengthOf = (text: string) => (text.length <= max && text.length >= 2 * min ? text.length : [...text].length)
  return present(
    (value) => {
      const count = Array.isArray(value) ? value.length : typeof value === "string" ? lengthOf(value) : min
      return count < min || count > max ? FormError.badLength(min, max) : undefined
    },
    { minLength: min, maxLength: max }
  )
}

/** Number of elements. */
export const size = (min: number, max: number): Check => ({
  judge: length(min, max).judge,
  schema: { minItems: min, maxItems: max }
})

export const between = (min: number, max: number): Check =>
  present(
    (value) => {
      if (typeof value !== "number") return undefined
      if (value < min) return FormError.numberMin(min)
      return value > max ? FormError.numberMax(max) : undefined
    },
    { minimum: min, maximum: max }
  )

export const oneOf = (values: ReadonlyArray<string | number>): Check =>
  present((value) => (values.some((v) => v === value) ? undefined : FormError.choices(values)), {
    enum: [...values]
  })

/** Text of one form. */
export const matches = (pattern: RegExp, problem: Problem): Check =>
  present((value) => (typeof value === "string" && pattern.test(value) ? undefined : problem), {
    type: "string",
    pattern: pattern.source
  })

/** Each element of a list. */
export const each = (...checks: ReadonlyArray<Check>): Check => ({
  judge: (value, at) =>
    list(value).flatMap((item, i) =>
      checks.flatMap((check) =>
        // A hole in a list is a value like any other, not a missing field.
        check.judge(item === undefined ? null : item, at).map((p) => ({ ...p, path: [i, ...(p.path ?? [])] }))
      )
    ),
  schema: { items: Object.assign({}, ...checks.map((check) => check.schema ?? {})) }
})

/** A list without repetitions. */
export const distinct: Check = present(
  (value) => (new Set(list(value)).size < list(value).length ? FormError.notUnique : undefined),
  { uniqueItems: true }
)

/** The keys of a dictionary: their number, and the rule of each. */
export const keys = (max: number, check: Check): Check => ({
  judge: (value, at) => {
    const all = Object.keys(typeof value === "object" && value !== null ? value : {})
    if (all.length > max) return [FormError.badLength(0, max)]
    return all.flatMap((key) => check.judge(key, at).map((problem) => ({ ...problem, path: [key] })))
  },
  schema: { maxProperties: max }
})

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
