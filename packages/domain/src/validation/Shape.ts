/**
 * Shapes: Effect schemas whose faults carry the platform's form codes. Decoding keeps the sound parts of an input beside
 * its faults. A shape judges types only: every field is optional, and rules judge required fields, lengths and relations,
 * so that a wrong field never hides the faults of its neighbours. The OpenAPI document is derived from shapes (`Shown.ts`).
 * Source: architecture.md "One request in a straight line" 5; wire-rest.md §0 (8, 9), §3.2.
 */
import { Effect, Result, Schema, SchemaGetter, SchemaIssue } from "effect"
import { toSnowflake } from "../base/Snowflake.ts"
import type { Fault, Path } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { limitsOf, withLimits } from "./Limit.ts"
import { prune } from "./Prune.ts"
import { faultsIn, faultsOf } from "./SchemaFault.ts"
import { absentOr, dictReader, listReader, readerOf, UNSURE, withReader } from "./ShapeReader.ts"
import { Permissions, SnowflakeText, shownOf, withShown } from "./Shown.ts"

/** The valid parts of an input, and every fault of its shape. */
export interface Decoded<A> {
  readonly value: A
  readonly faults: ReadonlyArray<Fault>
}

const invalid = (error: FormError.FormError) => Effect.fail(new SchemaIssue.InvalidValue(error))

const leaf = <S extends Schema.Top>(
  to: S,
  convert: (input: unknown) => S["Encoded"] | undefined,
  error: (input: unknown) => FormError.FormError,
  shown: Schema.Top = to
) => {
  const shape = Schema.Unknown.pipe(
    Schema.decodeTo(to, {
      decode: SchemaGetter.transformEffect((input: unknown) => {
        const value = convert(input)
        return value === undefined ? invalid(error(input)) : Effect.succeed(value)
      }),
      encode: SchemaGetter.passthrough({ strict: false })
    })
  )
  return withReader(
    withShown(shape, () => shown),
    (input) => convert(input) ?? UNSURE
  )
}

const INT = /^-?\d{1,20}$/
const FLOAT = /^-?\d{1,400}(\.\d{1,400})?([eE][+-]?\d{1,3})?$/

/** The input as a string. A lone surrogate is not text, because no encoding can carry it. */
export const toText = (input: unknown): string | undefined =>
  typeof input === "string" && input.isWellFormed() ? input : undefined

/** The input as an integer; a string may spell it (wire-rest.md §1.2 "Int/string coercion"); never -0. */
export const toInt = (input: unknown): number | undefined => {
  if (typeof input === "number") return Number.isInteger(input) ? input + 0 : undefined
  return typeof input === "string" && INT.test(input) ? Number(input) + 0 : undefined
}

/** The input as a double; a string may spell it; never -0. */
export const toFloat = (input: unknown): number | undefined => {
  const value = typeof input === "string" && FLOAT.test(input) ? Number(input) : input
  return typeof value === "number" && Number.isFinite(value) ? value + 0 : undefined
}

const toBig = (input: unknown): bigint | undefined => {
  if (typeof input === "number") return Number.isInteger(input) ? BigInt(input) : undefined
  return typeof input === "string" && INT.test(input) ? BigInt(input) : undefined
}

/** A string, as sent. */
export const Text = leaf(Schema.String, toText, FormError.notText)

/**
 * A date and time as sent, which a rule reads. The number 0 is null: discord.js before 13.6 sends it with each embed
 * that has no time, and the platform takes it.
 */
export const Time = leaf(
  Schema.NullOr(Schema.String),
  (u) => (u === 0 ? null : toText(u)),
  FormError.notTime,
  Schema.String
)

/** An integer; numeric strings count. */
export const Int = leaf(Schema.Number, toInt, FormError.notInt, Schema.Int)

/** An integer of up to 20 digits, exact; numeric strings count. Shown as a bit set of permissions. */
export const Big = leaf(Schema.BigInt, toBig, FormError.notInt, Permissions)

/** A double; numeric strings count. */
export const Float = leaf(Schema.Number, toFloat, FormError.notFloat, Schema.Finite)

/** true or false. The forms of wire-rest.md §0 (18) count in queries only. */
export const Bool = leaf(
  Schema.Boolean,
  (u) => (typeof u === "boolean" ? u : undefined),
  () => FormError.notBoolean
)

/** A snowflake; an exact integer counts. */
export const Id = leaf(Schema.String, toSnowflake, FormError.notSnowflake, SnowflakeText)

/** Any value; rules judge it. */
export const Any = withReader(Schema.Unknown, (input) => input)

/** A field that may be left out or null. */
export const field = <S extends Schema.Top>(schema: S) =>
  absentable(Schema.optionalKey(Schema.NullOr(schema)), schema, false)

/** Like `field`, and the value may be undefined: for bodies that are objects of a program instead of JSON. */
export const looseField = <S extends Schema.Top>(schema: S) =>
  absentable(Schema.optionalKey(nullable(schema)), schema, true)

/** A field whose absence a rule refuses. */
export const needed = <S extends Schema.Top>(schema: S) => neededAs(field(schema), schema)

/** Like `needed`, for a loose field. */
export const looseNeeded = <S extends Schema.Top>(schema: S) => neededAs(looseField(schema), schema)

/** A field that may be left out. Null counts as left out, which the document does not show. */
export const optional = <S extends Schema.Top>(schema: S) =>
  shownAs(field(schema), () => Schema.optionalKey(shownOf(schema)))

/** A value, null or undefined. */
export const nullable = <S extends Schema.Top>(schema: S) =>
  withReader(
    withShown(Schema.Union([Schema.Null, Schema.Undefined, schema]), () => Schema.NullOr(shownOf(schema))),
    absentOr(schema, true)
  )

const absentable = <F extends Schema.Top>(shape: F, of: Schema.Top, loose: boolean) => {
  const shown = withShown(shape, () => Schema.optionalKey(Schema.NullOr(shownOf(of))))
  return withLimits(withReader(shown, absentOr(of, loose)), limitsOf(of))
}

const neededAs = <F extends Schema.Top>(shape: F, of: Schema.Top) =>
  withLimits(
    shownAs(shape, () => shownOf(of)),
    { presence: FormError.presence, ...limitsOf(of) }
  )

/** A list of one shape. Keeps at most `max` + 1 elements, so that a rule can refuse the list cheaply. */
export const list = <S extends Schema.Top>(item: S, max?: number) =>
  listOf(item, max, (u) => (max !== undefined && Array.isArray(u) && u.length > max + 1 ? u.slice(0, max + 1) : u))

/**
 * A list of models, kept like `list`. An object in its place counts as the list of its keys, which are not models
 * (wire-rest.md §3.2 MODEL_TYPE_CONVERT). An object without keys is not a list. Our choice: docs/choices.md
 * "Registration".
 */
export const models = <S extends Schema.Top>(item: S, max: number) =>
  listOf(item, max, (u) => {
    if (typeof u !== "object" || u === null) return u
    const walked: ReadonlyArray<unknown> = Array.isArray(u) ? u : Object.keys(u)
    return walked === u || walked.length > 0 ? walked.slice(0, max + 1) : u
  })

const listOf = <S extends Schema.Top>(item: S, max: number | undefined, clip: (input: unknown) => unknown) =>
  withReader(
    withShown(clipped(Schema.Array(item), clip), () => {
      const shown = Schema.Array(shownOf(item))
      return max === undefined ? shown : shown.check(Schema.isMaxLength(max))
    }),
    listReader(item, (max ?? Number.POSITIVE_INFINITY) + 1)
  )

/** A dictionary from text to one shape, kept up to `max` + 1 entries. */
export const dict = <S extends Schema.Top>(value: S, max?: number) => {
  const shape = clipped(Schema.Record(Schema.String, value), (u) => {
    if (max === undefined || typeof u !== "object" || u === null || Array.isArray(u)) return u
    const keys = Object.keys(u)
    return keys.length > max + 1
      ? Object.fromEntries(keys.slice(0, max + 1).map((key) => [key, Reflect.get(u, key)]))
      : u
  })
  return withReader(
    withShown(shape, () => Schema.Record(Schema.String, shownOf(value))),
    dictReader(value, (max ?? Number.POSITIVE_INFINITY) + 1)
  )
}

/** The same shape with another form in the OpenAPI document. */
export const shownAs = <S extends Schema.Top>(shape: S, shown: () => Schema.Top): S =>
  withLimits(withReader(withShown(shape, shown), readerOf(shape)), limitsOf(shape))

const clipped = <S extends Schema.Top>(to: S, clip: (input: unknown) => unknown) =>
  Schema.Unknown.pipe(
    Schema.decodeTo(to, {
      // This only shortens; `to` judges the value.
      decode: SchemaGetter.transform((input: unknown) => clip(input) as S["Encoded"]),
      encode: SchemaGetter.passthrough({ strict: false })
    })
  )

/**
 * Decodes the valid parts of `input` and returns them with every fault of shape. `value` leaves out faulty parts: a
 * faulty model in a list becomes `{}` in its place, and a list with any other faulty element is left out.
 */
export const decoder = <S extends Schema.ConstraintDecoder<unknown, never>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  // Every field of a shape is optional, so one of these decodes when the root itself is faulty.
  const nothing = () => Result.getOrThrow(Result.orElse(decode({}), () => decode([])))
  const sound = (input: unknown, paths: ReadonlyArray<Path>, seen: ReadonlySet<string>, rounds: number): S["Type"] => {
    if (rounds === 0 || paths.some((path) => path.length === 0)) return nothing()
    const pruned = prune(input, paths)
    const again = judge(pruned)
    if (Result.isSuccess(again)) return again.success
    const cut = new Set([...seen, ...paths.map(placeOf)])
    // The replacement of a faulty element is faulty too, so the list is removed: each round goes up one level.
    const climbed = again.failure.map(({ path }) => above(path, cut))
    return sound(pruned, climbed, cut, rounds - 1)
  }
  const read = readerOf(schema)
  const judge = (input: unknown): Result.Result<S["Type"], ReadonlyArray<Fault>> => {
    const value = read?.(input) ?? UNSURE
    // A reader returns the decoded value, or is unsure.
    if (value !== UNSURE) return Result.succeed(value as S["Type"])
    const faults = faultsIn(schema, input)
    return faults.length > 0 ? Result.fail(faults) : Result.mapError(decode(input), faultsOf)
  }
  return (input: unknown): Decoded<S["Type"]> => {
    const first = judge(input)
    if (Result.isSuccess(first)) return { value: first.success, faults: [] }
    const faults = first.failure
    const places = faults.map(({ path }) => path)
    return { value: sound(input, places, new Set(), ROUNDS), faults }
  }
}

/**
 * More than the levels of any shape. A clipped dictionary shows more faulty entries in each round, so a hostile one of
 * many entries would take a round for every few of them.
 */
const ROUNDS = 12

/** The place itself, or the nearest place above it that is not removed yet. */
const above = (path: Path, cut: ReadonlySet<string>): Path =>
  path.length > 0 && cut.has(placeOf(path)) ? above(path.slice(0, -1), cut) : path

const placeOf = (path: Path): string => path.join("\0")

/** Shape faults first, without rule faults at or below a place of wrong shape, which would only repeat them. */
export const withoutEchoes = (shape: ReadonlyArray<Fault>, rules: ReadonlyArray<Fault>): ReadonlyArray<Fault> => {
  if (shape.length === 0) return rules
  const places = new Set(shape.map((f) => placeOf(f.path)))
  const echoes = (path: Path) => path.some((_, i) => places.has(placeOf(path.slice(0, i + 1)))) || places.has("")
  return [...shape, ...rules.filter((f) => !echoes(f.path))]
}
