/**
 * Scenario schemas as JSON Schema for editors: the rules of `SchemaJudge.ts`, as far as a schema can express them, with
 * a description on every field. Schemas with an identifier become definitions.
 */
import { type JsonSchema, type Schema, SchemaAST } from "effect"
import { literalsOf } from "./SchemaKind.ts"
import { AT_LEAST_ONE, EXACTLY_ONE, NEEDS, NOT_BOTH, NOT_EMPTY } from "./ShapeRules.ts"

type AST = SchemaAST.AST
type Json = JsonSchema.JsonSchema

export interface Definitions {
  /** Filled on the way; existing definitions are kept. */
  readonly made: Record<string, Json>
}

/** @param variables whether `${…}` may replace values other than texts */
export const jsonOf = (schema: Schema.Top, variables: boolean, definitions: Definitions): Json =>
  describe(schema.ast, variables, definitions)

const describe = (ast: AST, variables: boolean, definitions: Definitions): Json => {
  const identifier = SchemaAST.resolveIdentifier(ast)
  const description = SchemaAST.resolveDescription(ast)
  const described = description === undefined ? {} : { description }
  if (identifier === undefined) return { ...structure(ast, variables, definitions), ...described }
  if (definitions.made[identifier] === undefined) {
    // Registered before its parts, which may refer back to it.
    definitions.made[identifier] = {}
    definitions.made[identifier] = { ...structure(ast, true, definitions), ...rules(identifier) }
  }
  return { $ref: `#/$defs/${identifier}`, ...described }
}

const structure = (ast: AST, variables: boolean, definitions: Definitions): Json => {
  const literals = literalsOf(ast)
  if (literals !== undefined) return standIn({ enum: literals }, variables)
  switch (ast._tag) {
    case "Suspend":
      return describe(ast.thunk(), variables, definitions)
    case "String":
      return { type: "string", ...form(ast, variables) }
    case "Number":
      return standIn({ type: "number" }, variables)
    case "Boolean":
      return standIn({ type: "boolean" }, variables)
    case "Union":
      return { anyOf: ast.types.map((type) => describe(type, variables, definitions)) }
    case "Arrays":
      return standIn({ type: "array", items: list(ast, variables, definitions) }, variables)
    case "Objects":
      return object(ast, variables, definitions)
    default:
      return {}
  }
}

const list = (ast: SchemaAST.Arrays, variables: boolean, definitions: Definitions): Json => {
  const [item] = ast.rest
  return item === undefined ? {} : describe(item, variables, definitions)
}

const object = (ast: SchemaAST.Objects, variables: boolean, definitions: Definitions): Json => {
  const [rest] = ast.indexSignatures
  if (rest !== undefined) {
    return standIn({ type: "object", additionalProperties: describe(rest.type, variables, definitions) }, variables)
  }
  const fields = ast.propertySignatures
  const required = fields.filter(({ type }) => type.context?.isOptional !== true).map(({ name }) => String(name))
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(({ name, type }) => [String(name), describe(type, variables, definitions)])
    ),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false
  }
}

/** Same rule as `SchemaJudge.ts`: a variable may replace anything except an object with named fields. */
const standIn = (schema: Json, variables: boolean): Json =>
  variables ? { anyOf: [schema, { $ref: "#/$defs/Variable" }] } : schema

const form = (ast: AST, variables: boolean): Json => {
  const [source] = (ast.checks ?? []).flatMap(({ annotations }) => patternOf(annotations))
  return source === undefined ? {} : { pattern: variables ? `${source}|\\$\\{[^{}]*\\}` : source }
}

const patternOf = (annotations: Readonly<Record<string, unknown>> | undefined): ReadonlyArray<string> => {
  const representation = annotations?.["representation"]
  if (!isRecord(representation) || !isRecord(representation["payload"])) return []
  const source = representation["payload"]["source"]
  return typeof source === "string" ? [source] : []
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** The rules of `ShapeRules.ts`. */
export const rules = (identifier: string): Json => {
  const one = EXACTLY_ONE[identifier]
  const some = AT_LEAST_ONE[identifier]
  const needs = Object.entries(NEEDS[identifier] ?? {})
  const excluded = NOT_BOTH[identifier] ?? []
  const filled = NOT_EMPTY[identifier] ?? []
  const all = [
    ...excluded.map((both) => ({ not: requiring(...both) })),
    ...filled.map((field) => ({ properties: { [field]: { minItems: 1 } } }))
  ]
  return {
    ...(one === undefined ? {} : { oneOf: one.map((field) => requiring(field)) }),
    ...(some === undefined ? {} : { anyOf: some.map((field) => requiring(field)) }),
    ...(needs.length === 0
      ? {}
      : {
          dependentSchemas: Object.fromEntries(
            needs.map(([field, others]) => [field, { anyOf: others.map((field) => requiring(field)) }])
          )
        }),
    ...(all.length === 0 ? {} : { allOf: all })
  }
}

/** Strict JSON Schema compilers want a property defined next to where it is required. */
export const requiring = (...fields: ReadonlyArray<string>): Json => ({
  required: fields,
  properties: Object.fromEntries(fields.map((field) => [field, true]))
})
