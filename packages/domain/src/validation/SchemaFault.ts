/** Converts issues of Effect's schemas to faults with the platform's form codes. Source: wire-rest.md §3.2. */
import { Result, Schema, SchemaIssue } from "effect"
import { distinct, type Fault, type Path } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { unsureParts } from "./ShapeReader.ts"

/**
 * Every fault of shape. Schemas judge only the parts of which readers are unsure: for a whole world with one fault they
 * take a hundred times as long.
 */
export const faultsIn = (schema: Schema.Constraint, input: unknown, path: Path = []): ReadonlyArray<Fault> => {
  const parts = unsureParts(schema, input)
  if (parts !== undefined) {
    return parts.flatMap(([shape, value, key]) => faultsIn(shape, value, key === undefined ? path : [...path, key]))
  }
  const decoded = decoderOf(schema)(input)
  return Result.isSuccess(decoded) ? [] : distinct(issueFaults(issueOf(decoded.failure), path))
}

const decoders = new WeakMap<Schema.Constraint, (input: unknown) => Result.Result<unknown, unknown>>()

const decoderOf = (schema: Schema.Constraint) => {
  const known = decoders.get(schema)
  if (known !== undefined) return known
  // Shapes need no services.
  const decode = Schema.decodeUnknownResult(schema as Schema.ConstraintDecoder<unknown>, { errors: "all" })
  decoders.set(schema, decode)
  return decode
}

/** Every fault of a failed decoding, one per place and code. */
export const faultsOf = (failure: unknown): ReadonlyArray<Fault> => distinct(issueFaults(issueOf(failure), []))

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
      return [coded(undefined, path)]
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
  // Only containers have this issue: leaves carry their own code.
  const node = ast as { _tag: string; types?: ReadonlyArray<unknown>; indexSignatures?: ReadonlyArray<unknown> }
  if (node._tag === "Union") {
    const inner = node.types?.find((t) => !["Null", "Undefined"].includes((t as { _tag: string })._tag))
    return inner === undefined ? FormError.notModel : containerError(inner)
  }
  if (node._tag === "Arrays") return FormError.notList
  return (node.indexSignatures?.length ?? 0) > 0 ? FormError.notDict : FormError.notModel
}
