/**
 * Scenario schemas as JSON Schema for editors: the rules of `SchemaJudge.ts`, as far as a schema can express them, with
 * a description on every field. Schemas with an identifier become definitions.
 */
import { type JsonSchema, type Schema, SchemaAST } from "effect"
import { textOf } from "../Fields.ts"
import { literalsOf } from "./SchemaKind.ts"
import { rulesJson } from "./ShapeRules.ts"

type AST = SchemaAST.AST
type Json = JsonSchema.JsonSchema

export type Definitions = Record<string, Json>

/**
 * @param variables whether `${…}` may replace values other than texts
 * @param definitions filled on the way; existing definitions are kept
 */
export const jsonOf = (schema: Schema.Top, variables: boolean, definitions: Definitions): Json =>
  describe(schema.ast, variables, definitions)

const describe = (ast: AST, variables: boolean, definitions: Definitions): Json => {
  const identifier = SchemaAST.resolveIdentifier(ast)
  const description = SchemaAST.resolveDescription(ast)
  const described = description === undefined ? {} : { description }
  if (identifier === undefined) return { ...structure(ast, variables, definitions), ...described }
  if (definitions[identifier] === undefined) {
    // Registered before its parts, which may refer back to it.
    definitions[identifier] = {}
    definitions[identifier] = { ...structure(ast, true, definitions), ...rulesJson(identifier) }
  }
  return { $ref: `#/$defs/${identifier}`, ...described }
}

const structure = (ast: AST, variables: boolean, definitions: Definitions): Json => {
  const literals = literalsOf(ast)
  if (literals !== undefined) return orVariable({ enum: literals }, variables)
  switch (ast._tag) {
    case "Suspend":
      return describe(ast.thunk(), variables, definitions)
    case "String":
      return { type: "string", ...form(ast, variables) }
    case "Number":
      return orVariable({ type: "number" }, variables)
    case "Boolean":
      return orVariable({ type: "boolean" }, variables)
    case "Union":
      return { anyOf: ast.types.map((type) => describe(type, variables, definitions)) }
    case "Arrays":
      return orVariable(
        { type: "array", items: ast.rest[0] ? describe(ast.rest[0], variables, definitions) : {} },
        variables
      )
    case "Objects":
      return object(ast, variables, definitions)
    default:
      return {}
  }
}

const object = (ast: SchemaAST.Objects, variables: boolean, definitions: Definitions): Json => {
  const [rest] = ast.indexSignatures
  if (rest !== undefined) {
    return orVariable({ type: "object", additionalProperties: describe(rest.type, variables, definitions) }, variables)
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
const orVariable = (schema: Json, variables: boolean): Json =>
  variables ? { anyOf: [schema, { $ref: "#/$defs/Variable" }] } : schema

const form = (ast: AST, variables: boolean): Json => {
  const [source] = (ast.checks ?? []).flatMap(
    ({ annotations }) => textOf(annotations, "representation", "payload", "source") ?? []
  )
  return source === undefined ? {} : { pattern: variables ? `${source}|\\$\\{[^{}]*\\}` : source }
}
