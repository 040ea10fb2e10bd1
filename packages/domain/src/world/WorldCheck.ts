/**
 * What one field of a world may hold: a judgement, and the same rule as a fragment of JSON Schema where JSON Schema
 * can say it. WorldRules gives every field its checks.
 */
import type { JsonSchema } from "effect"
import type { Snowflake } from "../base/Snowflake.ts"
import type { Path } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import type { Index } from "./WorldIndex.ts"

export interface Problem {
  readonly code: string
  readonly message: string
  /** Below the field. */
  readonly path?: Path
}

/** Where a value stands: the element that holds the field, and the world around it. */
export interface At {
  readonly element: Readonly<Record<string, unknown>>
  readonly path: Path
  readonly guild_id: Snowflake
  readonly index: Index
}

export interface Check {
  /** `value` is undefined when the field is missing or null. */
  readonly judge: (value: unknown, at: At) => ReadonlyArray<Problem>
  readonly schema?: JsonSchema.JsonSchema
}

/** A rule on a value that is there; a missing one is the matter of `required`. */
export const present = (
  judge: (value: unknown, at: At) => Problem | undefined,
  schema?: JsonSchema.JsonSchema
): Check => ({
  judge: (value, at) => {
    const problem = value === undefined ? undefined : judge(value, at)
    return problem === undefined ? [] : [problem]
  },
  ...(schema === undefined ? {} : { schema })
})

export const required: Check = { judge: (value) => (value === undefined ? [FormError.required] : []) }

/** Length in code points. */
export const length = (min: number, max: number): Check =>
  present(
    (value) => {
      const count = Array.isArray(value) ? value.length : typeof value === "string" ? [...value].length : min
      return count < min || count > max ? FormError.badLength(min, max) : undefined
    },
    { minLength: min, maxLength: max }
  )

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

/** A list in which nothing stands twice. */
export const distinct: Check = present(
  (value) => (new Set(list(value)).size < list(value).length ? FormError.notUnique : undefined),
  { uniqueItems: true }
)

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
