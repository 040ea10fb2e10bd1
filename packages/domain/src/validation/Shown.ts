/** The form of a shape in the OpenAPI document: its types, with the requirements of the rules. */
import { Schema, SchemaAST } from "effect"

export const SnowflakeText = Schema.String.annotate({
  identifier: "SnowflakeType",
  description: "An unsigned 64-bit integer as decimal digits."
})

/** A bit set of permissions. */
export const Permissions = Schema.Union([
  Schema.String.check(Schema.isPattern(/^\d{1,17}$/)),
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
]).annotate({ description: "A bit set below 2^54, as decimal text or as a number." })

const SHOWN = "backlot/shown"

/** The shape with its shown form. */
export const withShown = <S extends Schema.Constraint>(shape: S, shown: () => Schema.Top): S =>
  // An annotation changes no type.
  (shape as S & Schema.Top).annotate({ [SHOWN]: shown }) as unknown as S

const known = new WeakMap<Schema.Constraint, Schema.Top>()

interface ShownOf {
  <F extends Readonly<Record<string, Schema.Top>>>(
    shape: Schema.Struct<F>
  ): Schema.Struct<{ readonly [K in keyof F]: Schema.Top }>
  (shape: Schema.Top): Schema.Top
}

/** The shown form of a shape: a schema without decoding. A plain schema shows itself. */
// The shown form of a struct is a struct with the same names.
export const shownOf = ((shape: Schema.Top): Schema.Top => {
  const shown = known.get(shape) ?? find(shape)
  known.set(shape, shown)
  return shown
}) as ShownOf

const find = (shape: Schema.Top): Schema.Top => {
  const own = SchemaAST.resolve(shape.ast)?.[SHOWN]
  if (isShowing(own)) return own()
  if (!isStruct(shape)) return shape
  const shown = Object.entries(shape.fields).map(([name, field]) => [name, shownOf(field)] as const)
  const isPlain = shown.every(([name, field]) => field === shape.fields[name])
  return isPlain ? shape : Schema.Struct(Object.fromEntries(shown)).annotate({ ...shape.ast.annotations })
}

const isShowing = (annotation: unknown): annotation is () => Schema.Top => typeof annotation === "function"

type AnyStruct = Schema.Struct<Readonly<Record<string, Schema.Top>>>

const isStruct = (schema: Schema.Top): schema is AnyStruct => "fields" in schema && schema.ast._tag === "Objects"
