/** The limits that shapes carry: a rule judges them when it wants, and the OpenAPI document shows them. */
import type { Schema } from "effect"
import type { Fault } from "../error/Fault.ts"
import type { FormError } from "../error/FormError.ts"
import { at, gather } from "./Rule.ts"

const KINDS = ["presence", "length", "range", "choice"] as const
type LimitKind = (typeof KINDS)[number]

type Limits = { readonly [kind in LimitKind]?: (value: unknown) => FormError | undefined }

const limits = new WeakMap<Schema.Constraint, Limits>()

/** The limits that a shape carries. */
export const limitsOf = (shape: Schema.Constraint): Limits => limits.get(shape) ?? {}

/** Sets the limits of a shape and returns the shape. */
export const withLimits = <S extends Schema.Constraint>(shape: S, carried: Limits): S => {
  limits.set(shape, carried)
  return shape
}

/** The first limit that a value breaks. Null and undefined break only the limit of presence. */
export const limitError = (shape: Schema.Constraint, value: unknown, kinds: ReadonlyArray<LimitKind> = KINDS) => {
  const carried = limitsOf(shape)
  for (const kind of kinds) {
    const error = kind === "presence" || value != null ? carried[kind]?.(value) : undefined
    if (error !== undefined) return error
  }
  return undefined
}

/** The faults of the limits of a struct, in the order of its fields: all limits, or those of some kinds. */
export const judgeLimits = (
  { fields }: { readonly fields: Schema.Struct.Fields },
  draft: object,
  ...kinds: ReadonlyArray<LimitKind>
): ReadonlyArray<Fault> =>
  gather(limited(fields), ([name, shape]) => {
    // Any field of an object can be read; its value stays unknown.
    const value = (draft as Readonly<Record<string, unknown>>)[name]
    return at([name], limitError(shape, value, kinds.length === 0 ? KINDS : kinds))
  })

const known = new WeakMap<Schema.Struct.Fields, ReadonlyArray<readonly [string, Schema.Constraint]>>()

const limited = (fields: Schema.Struct.Fields) => {
  const found = known.get(fields) ?? Object.entries(fields).filter(([, shape]) => limits.has(shape))
  known.set(fields, found)
  return found
}
