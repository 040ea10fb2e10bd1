/** Shapes with limits: the OpenAPI document shows them, a rule judges them (`Limit.ts`), decoding ignores them. */
import { Schema } from "effect"
import { LOCALES } from "../base/Locale.ts"
import * as FormError from "../error/FormError.ts"
import { withLimits } from "./Limit.ts"
import { rangeError } from "./NumberRules.ts"
import { Float, Int, shownAs, Text } from "./Shape.ts"
import { shownOf } from "./Shown.ts"
import { lengthError } from "./TextRules.ts"

/** Text of `min` to `max` code points. */
export const text = (min: number, max: number) => {
  const check = min === 0 ? Schema.isMaxCodePoints(max) : Schema.isBetweenCodePoints(min, max)
  const shape = shownAs(Text, () => Schema.String.check(check))
  return withLimits(shape, {
    length: (value) => (typeof value === "string" ? lengthError(value, min, max) : undefined)
  })
}

/** An integer from `min` to `max`. */
export const whole = (min: number, max: number) => {
  const shape = shownAs(Int, () => Schema.Int.check(Schema.isBetween({ minimum: min, maximum: max })))
  return withLimits(shape, {
    range: (value) => (typeof value === "number" ? rangeError(value, min, max) : undefined)
  })
}

/** A number from `min` to `max`. */
export const decimal = (min: number, max: number) => {
  const shape = shownAs(Float, () => Schema.Finite.check(Schema.isBetween({ minimum: min, maximum: max })))
  return withLimits(shape, {
    range: (value) => (typeof value === "number" ? rangeError(value, min, max) : undefined)
  })
}

/** One of several values. */
export const oneOf = <S extends Schema.Top>(shape: S, values: ReadonlyArray<string | number>): S => {
  const shown = shownAs(shape, () => (only(values) ? Schema.Literal(values[0]) : Schema.Literals(values)))
  return withLimits(shown, {
    choice: (value) => (values.some((allowed) => allowed === value) ? undefined : FormError.choices(values))
  })
}

const only = <A>(values: ReadonlyArray<A>): values is readonly [A] => values.length === 1

/** A list whose elements are each one of several values, each at most once. */
export const setOf = <S extends Schema.Top>(shape: S, values: ReadonlyArray<string | number>): S =>
  shownAs(shape, () => Schema.Array(Schema.Literals(values)).check(Schema.isMaxLength(values.length)))

/** A dictionary with a text of `min` to `max` code points for each locale. */
export const localizations = <S extends Schema.Top>(shape: S, min: number, max: number, identifier: string): S =>
  shownAs(shape, () => {
    const translation = Schema.optionalKey(Schema.NullOr(shownOf(text(min, max))))
    return Schema.Struct(Object.fromEntries(LOCALES.map((locale) => [locale, translation]))).annotate({ identifier })
  })

/** A list of at most `max` elements, for a list without a bound of its own. */
export const atMost = <S extends Schema.Top>(shape: S, max: number): S =>
  shownAs(shape, () => shownList(shape).check(Schema.isMaxLength(max)))

/** A list of at least `min` elements. */
export const atLeast = <S extends Schema.Top>(shape: S, min: number): S =>
  shownAs(shape, () => shownList(shape).check(Schema.isMinLength(min)))

// The shown form of a list is a list.
const shownList = (shape: Schema.Top) => shownOf(shape) as Schema.$Array<Schema.Top>

/** The shape with a description. */
export const described = <S extends Schema.Top>(shape: S, description: string): S =>
  shownAs(shape, () => shownOf(shape).annotate({ description }))
