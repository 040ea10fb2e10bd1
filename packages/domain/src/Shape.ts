/**
 * Shapes: Effect schemas whose faults carry the platform's form codes, decoded so that what is sound survives
 * beside what is not. A shape states types and nothing else: every field is optional in it, and "required", lengths
 * and relations are rules, so that one wrong field never hides the faults of its neighbours.
 * Source: architecture.md "One request in a straight line" 5; wire-rest.md §0 (8, 9), §3.2.
 */
import { Effect, Result, Schema, SchemaGetter, SchemaIssue } from "effect"
import type { Fault, Path } from "./Fault.ts"
import * as FormError from "./FormError.ts"
import { isSnowflake } from "./Snowflake.ts"

interface Decoded<A> {
  readonly value: A
  readonly faults: ReadonlyArray<Fault>
}

const invalid = (error: { readonly code: string; readonly message: string }) =>
  Effect.fail(new SchemaIssue.InvalidValue(error))

const leaf = <S extends Schema.Top>(
  to: S,
  convert: (input: unknown) => S["Encoded"] | undefined,
  error: (input: unknown) => { readonly code: string; readonly message: string }
) =>
  Schema.Unknown.pipe(
    Schema.decodeTo(to, {
      decode: SchemaGetter.transformEffect((input: unknown) => {
        const value = convert(input)
        return value === undefined ? invalid(error(input)) : Effect.succeed(value)
      }),
      encode: SchemaGetter.passthrough({ strict: false })
    })
  )

const INT = /^-?\d{1,20}$/
const FLOAT = /^-?\d{1,400}(\.\d{1,400})?([eE][+-]?\d{1,3})?$/

/** A string, as sent. */
export const Text = leaf(Schema.String, (u) => (typeof u === "string" ? u : undefined), FormError.notText)

/** An integer; numeric strings count (wire-rest.md §1.2 "Int/string coercion"). */
export const Int = leaf(
  Schema.Number,
  (u) => {
    if (typeof u === "number") return Number.isInteger(u) ? u : undefined
    return typeof u === "string" && INT.test(u) ? Number(u) : undefined
  },
  FormError.notInt
)

/** A double; numeric strings count. */
export const Float = leaf(
  Schema.Number,
  (u) => {
    if (typeof u === "number") return Number.isFinite(u) ? u : undefined
    return typeof u === "string" && FLOAT.test(u) && Number.isFinite(Number(u)) ? Number(u) : undefined
  },
  FormError.notFloat
)

/** true or false; the forms of wire-rest.md §0 (18) count in queries only, not here. */
export const Bool = leaf(
  Schema.Boolean,
  (u) => (typeof u === "boolean" ? u : undefined),
  () => FormError.notBoolean
)

/** A snowflake; an exact integer counts. */
export const Id = leaf(
  Schema.String,
  (u) => {
    if (typeof u === "number" && Number.isSafeInteger(u) && u >= 0) return String(u)
    return isSnowflake(u) ? u : undefined
  },
  FormError.notSnowflake
)

/** Anything: judged by rules. */
export const Any = Schema.Unknown

/** A field that may be left out or null. */
export const field = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** A list of one shape. */
export const list = <S extends Schema.Top>(item: S) => Schema.Array(item)

/** A dictionary from text to one shape. */
export const dict = <S extends Schema.Top>(value: S) => Schema.Record(Schema.String, value)

/**
 * Decodes all that is sound in `input` and returns it with every fault of shape.
 * Parts with a fault are left out of `value`; a faulty list element stays in its place as `{}`.
 */
export const decoder = <S extends Schema.ConstraintDecoder<unknown, never>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  return (input: unknown): Decoded<S["Type"]> => {
    const first = decode(input)
    if (Result.isSuccess(first)) return { value: first.success, faults: [] }
    const faults = dedupe(issueFaults(issueOf(first.failure), []))
    let pruned = input
    for (const f of faults) pruned = prune(pruned, f.path)
    const second = decode(pruned)
    if (Result.isSuccess(second)) return { value: second.success, faults }
    // A fault at the root leaves nothing to keep; every field of a shape is optional, so `{}` and `[]` decode.
    return { value: Result.getOrThrow(Result.orElse(decode({}), () => decode([]))), faults }
  }
}

/** Shape faults first; rule faults at or below a place whose shape is wrong would only repeat it. */
export const withoutEchoes = (shape: ReadonlyArray<Fault>, rules: ReadonlyArray<Fault>): ReadonlyArray<Fault> => {
  if (shape.length === 0) return rules
  const places = new Set(shape.map((f) => f.path.join("\0")))
  const echoes = (path: Path) => path.some((_, i) => places.has(path.slice(0, i + 1).join("\0"))) || places.has("")
  return [...shape, ...rules.filter((f) => !echoes(f.path))]
}

const issueOf = (failure: unknown): SchemaIssue.Issue =>
  // decodeUnknownResult fails with a SchemaError that holds the issue, or with the issue itself.
  SchemaIssue.isIssue(failure) ? failure : (failure as { readonly issue: SchemaIssue.Issue }).issue

const issueFaults = (issue: SchemaIssue.Issue, path: Path): ReadonlyArray<Fault> => {
  switch (issue._tag) {
    case "Pointer":
      return issueFaults(issue.issue, [...path, ...issue.path.map((k) => (typeof k === "symbol" ? String(k) : k))])
    case "Composite":
      return issue.issues.flatMap((i) => issueFaults(i, path))
    case "AnyOf":
      return issue.issues.length === 0
        ? [wrongType(issue.ast, path)]
        : issue.issues.flatMap((i) => issueFaults(i, path))
    case "Encoding":
    case "Filter":
      return issueFaults(issue.issue, path)
    case "InvalidValue":
      return [coded(issue.annotations, path)]
    case "InvalidType":
      return [wrongType(issue.ast, path)]
    case "MissingKey":
      return [{ path, ...FormError.required }]
    default:
      return [{ path, code: "BASE_TYPE_INVALID", message: "This value is not allowed here" }]
  }
}

const coded = (annotations: Schema.Annotations.Issue | undefined, path: Path): Fault => {
  const code = annotations?.["code"]
  return {
    path,
    code: typeof code === "string" ? code : "BASE_TYPE_INVALID",
    message: annotations?.message ?? "This value is not allowed here"
  }
}

const wrongType = (ast: unknown, path: Path): Fault => ({ path, ...containerError(ast) })

const containerError = (ast: unknown): { code: string; message: string } => {
  // Only containers reach this place: leaves carry their own code.
  const node = ast as { _tag: string; types?: ReadonlyArray<unknown>; indexSignatures?: ReadonlyArray<unknown> }
  if (node._tag === "Union") {
    const inner = node.types?.find((t) => (t as { _tag: string })._tag !== "Null")
    return inner === undefined ? FormError.notModel : containerError(inner)
  }
  if (node._tag === "Arrays") return FormError.notList
  return (node.indexSignatures?.length ?? 0) > 0 ? FormError.notDict : FormError.notModel
}

const dedupe = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> => {
  const seen = new Set<string>()
  return faults.filter((f) => {
    const key = `${f.path.join("\0")}\0${f.code}`
    return seen.has(key) ? false : (seen.add(key), true)
  })
}

const prune = (input: unknown, path: Path): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return undefined
  if (Array.isArray(input)) {
    return input.map((item, i) => (String(i) !== String(key) ? item : rest.length === 0 ? {} : prune(item, rest)))
  }
  if (typeof input !== "object" || input === null) return input
  const entries = Object.entries(input)
  return Object.fromEntries(
    rest.length === 0
      ? entries.filter(([k]) => k !== key)
      : entries.map(([k, v]) => [k, k === key ? prune(v, rest) : v])
  )
}
