/** Fields of request bodies as the OpenAPI document shows them: lengths in code points, limits as data of the domain. */
import { application } from "@backlot/domain/base/Limits"
import { LOCALES } from "@backlot/domain/base/Locale"
import { Schema } from "effect"

/** A field that may be left out. */
export const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(schema)

/** A field that may be left out or null: libraries send null for what is unset (wire-rest.md §0, 9). */
export const nullable = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** Text of `min` to `max` code points. */
export const text = (min: number, max: number) =>
  min === 0
    ? Schema.String.check(Schema.isMaxCodePoints(max))
    : Schema.String.check(Schema.isBetweenCodePoints(min, max))

/** A list of at most `max` elements. */
export const list = <S extends Schema.Top>(item: S, max: number) => Schema.Array(item).check(Schema.isMaxLength(max))

/** A whole number from `min` to `max`. */
export const whole = (min: number, max: number) => Schema.Int.check(Schema.isBetween({ minimum: min, maximum: max }))

/** A bit set of permissions. */
export const Permissions = Schema.Union([
  Schema.String.check(Schema.isPattern(/^\d{1,17}$/)),
  whole(0, Number.MAX_SAFE_INTEGER)
]).annotate({ description: "A bit set below 2^54, as decimal text or as a number." })

/** A text per locale; null for one is none. */
export const dictionary = (value: Schema.String, identifier: string) =>
  nullable(
    Schema.Struct(Object.fromEntries(LOCALES.map((locale) => [locale, nullable(value)]))).annotate({ identifier })
  )

/** An address of the web. */
export const Url = Schema.String.check(Schema.isMaxCodePoints(application.urlMax))
