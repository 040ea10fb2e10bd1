/** The limits that shapes carry: a rule judges them when it wants, and the OpenAPI document shows them. */
import type { Schema } from "effect"
import type { FormError } from "../error/FormError.ts"
import { at, gather, type Judge } from "./Rule.ts"

const KINDS = ["presence", "length", "range", "choice"] as const
export type LimitKind = (typeof KINDS)[number]

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
export const limitError = (shape: Schema.Constraint, value: unknown) => firstError(limitsOf(shape), value, KINDS)

const firstError = (carried: Limits, value: unknown, kinds: ReadonlyArray<LimitKind>) => {
  for (const kind of kinds) {
    const error = kind === "presence" || value != null ? carried[kind]?.(value) : undefined
    if (error !== undefined) return error
  }
  return undefined
}

/** Judges a struct by the limits of its fields, in their order: by all limits, or by those of some kinds. */
export const judgeLimits = (
  { fields }: { readonly fields: Schema.Struct.Fields },
  ...some: ReadonlyArray<LimitKind>
): Judge<object> => {
  const kinds = some.length === 0 ? KINDS : some
  const limited = Object.entries(fields)
    .map(([name, shape]) => ({ name, carried: limitsOf(shape) }))
    .filter(({ carried }) => kinds.some((kind) => carried[kind] !== undefined))
  return (draft) =>
    gather(limited, ({ name, carried }) => {
      // Any field of an object can be read; its value stays unknown.
      const value = (draft as Readonly<Record<string, unknown>>)[name]
      return at([name], firstError(carried, value, kinds))
    })
}
