/**
 * Checks a value against a schema and reports all problems in plain words. In a union, only the member that fits the
 * kind of value reports. Nothing is converted: a value without problems has the schema's type, except for `${…}`, which
 * is replaced later.
 */
import { type Schema, SchemaAST } from "effect"
import { didYouMean, didYouMeanOf, nearestName } from "../DidYouMean.ts"
import { type Fields, isPlain } from "../Fields.ts"
import { below, type Problem, problem } from "../Problem.ts"
import { hasReference, isReference } from "../variable/Interpolation.ts"
import { kindOf, kindsOf, literalsOf, nameOfKind } from "./SchemaKind.ts"
import { judgeRules } from "./ShapeRules.ts"
import { LOWER, type Lower } from "./WrongLevel.ts"

type AST = SchemaAST.AST

export interface Judging {
  /** By identifier of a schema: checks its value instead of its shape. */
  readonly special: Readonly<Record<string, (value: unknown) => ReadonlyArray<Problem>>>
  /** Whether `${…}` may replace values other than texts, and texts with a required format. */
  readonly variables: boolean
}

export const judge = (schema: Schema.Top, value: unknown, judging: Judging): ReadonlyArray<Problem> =>
  judgeBy(schema.ast, value, judging)

const judgeBy = (ast: AST, value: unknown, judging: Judging): ReadonlyArray<Problem> => {
  const identifier = SchemaAST.resolveIdentifier(ast)
  const special = identifier === undefined ? undefined : judging.special[identifier]
  if (special !== undefined) return special(value)
  if (ast._tag === "Suspend") return judgeBy(ast.thunk(), value, judging)
  if (ast._tag === "Union") return judgeUnion(ast, value, judging)
  if (ast._tag === "Unknown" || ast._tag === "Declaration") return []
  const kind = kindOf(value)
  if (!kindsOf(ast).includes(kind)) return isVariableFor(ast, value, judging) ? [] : [wrongKind(ast, value)]
  if (ast._tag === "Objects" && isPlain(value)) return judgeObject(ast, value, identifier, judging)
  if (ast._tag === "Arrays" && Array.isArray(value)) {
    const [item] = ast.rest
    return item === undefined ? [] : value.flatMap((one, index) => below([index], judgeBy(item, one, judging)))
  }
  return judgeLeaf(ast, value, judging)
}

/** Objects with named fields are always written out, so that their faults have positions. */
const isVariableFor = (ast: AST, value: unknown, { variables }: Judging): boolean =>
  variables && isReference(value) && !(ast._tag === "Objects" && ast.propertySignatures.length > 0)

const wrongKind = (ast: AST, value: unknown): Problem => {
  const literals = literalsOf(ast)
  const form = formOf(ast)
  if (literals !== undefined) return problem([], `must be ${oneOf(literals)}`)
  if (form !== undefined && typeof value === "number") return problem([], `${value} is not allowed: ${form}`)
  const wanted = kindsOf(ast).map(nameOfKind).join(" or ")
  const isQuotable = kindsOf(ast).includes("text") && ["number", "boolean"].includes(typeof value)
  const hint = isQuotable ? `; put ${value} between quotes` : ""
  return problem([], `must be ${wanted}, not ${nameOfKind(kindOf(value))}${hint || wrapped(ast, value)}`)
}

/** Suggests the object for a text, when the object has exactly one required field: `{ command: "node bot.mjs" }`. */
const wrapped = (ast: AST, value: unknown): string => {
  if (ast._tag !== "Objects" || typeof value !== "string") return ""
  const [field, ...more] = ast.propertySignatures.filter(({ type }) => type.context?.isOptional !== true)
  if (field === undefined || more.length > 0 || !kindsOf(field.type).includes("text")) return ""
  return `; write { ${String(field.name)}: ${value.length > SHORT ? "…" : JSON.stringify(value)} }`
}

const SHORT = 60

const oneOf = (literals: ReadonlyArray<unknown>): string =>
  literals.length === 1 ? String(literals[0]) : `one of ${literals.join(", ")}`

const formOf = (ast: AST): string | undefined => {
  if (ast._tag === "Union") return ast.types.map(formOf).find((form) => form !== undefined)
  const message = ast._tag === "String" ? ast.checks?.at(-1)?.annotations?.["message"] : undefined
  return typeof message === "string" ? message : undefined
}

const judgeLeaf = (ast: AST, value: unknown, { variables }: Judging): ReadonlyArray<Problem> => {
  const literals = literalsOf(ast)
  if (literals?.includes(value) || (variables && typeof value === "string" && hasReference(value))) return []
  if (literals !== undefined) {
    return [literals.length === 1 ? problem([], `must be ${literals[0]}`) : notOneOf(value, literals.map(String))]
  }
  for (const check of ast.checks ?? []) {
    if (check._tag !== "Filter" || check.run(value, ast, {}) === undefined) continue
    const { message, expected } = check.annotations ?? {}
    return [problem([], `${JSON.stringify(value)} is not allowed: ${typeof message === "string" ? message : expected}`)]
  }
  return []
}

export const notOneOf = (value: unknown, texts: ReadonlyArray<string>): Problem => {
  const hint = typeof value === "string" ? didYouMean(value, texts) : ""
  return problem([], `${JSON.stringify(value)} is not one of ${texts.join(", ")}${hint}`)
}

/** Checks the value against the union members of its kind. */
const judgeUnion = (ast: SchemaAST.Union, value: unknown, judging: Judging): ReadonlyArray<Problem> => {
  const literals = literalsOf(ast)
  if (literals !== undefined && kindsOf(ast).includes(kindOf(value))) return judgeLeaf(ast, value, judging)
  const fitting = ast.types.filter((type) => kindsOf(type).includes(kindOf(value)))
  if (fitting.length === 0) {
    return ast.types.some((type) => isVariableFor(type, value, judging)) ? [] : [wrongKind(ast, value)]
  }
  const judged = fitting.map((type) => judgeBy(type, value, judging))
  return judged.find((problems) => problems.length === 0) ?? judged[0] ?? []
}

const judgeObject = (
  ast: SchemaAST.Objects,
  value: Fields,
  identifier: string | undefined,
  judging: Judging
): ReadonlyArray<Problem> => {
  const [rest] = ast.indexSignatures
  if (rest !== undefined) {
    return Object.entries(value).flatMap(([key, one]) => below([key], judgeBy(rest.type, one, judging)))
  }
  const fields = ast.propertySignatures
  const names = fields.map(({ name }) => String(name))
  return [
    ...unknownFields(value, names, identifier === undefined ? undefined : LOWER.get(identifier)),
    ...fields.flatMap(({ name, type }) => {
      const given = Object.hasOwn(value, name) ? value[String(name)] : undefined
      if (given !== undefined) return below([String(name)], judgeBy(type, given, judging))
      return type.context?.isOptional === true ? [] : [problem([String(name)], "is missing")]
    }),
    ...(identifier === undefined ? [] : judgeRules(identifier, value))
  ]
}

/** Reports unknown fields, each with the closest known one, or where it belongs. */
export const unknownFields = (value: Fields, known: ReadonlyArray<string>, lower?: Lower): ReadonlyArray<Problem> =>
  Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => problem([key], `unknown field${hintFor(key, known, lower)}`))

const hintFor = (key: string, known: ReadonlyArray<string>, lower: Lower = new Map()): string => {
  const meant = lower.has(key) || nearestName(key, known) === undefined ? nearestName(key, lower.keys()) : undefined
  return meant === undefined ? didYouMeanOf(key, known, "there are none") : `; did you mean ${lower.get(meant)}?`
}
