/** The kinds of value that a schema accepts, in everyday words. */
import type { SchemaAST } from "effect"
import { isPlain } from "../Fields.ts"

const NAMES = {
  text: "a text",
  number: "a number",
  boolean: "true or false",
  list: "a list",
  object: "an object",
  null: "null",
  function: "a function",
  pattern: "a pattern",
  instance: "an object of a class",
  nothing: "nothing"
}

type Kind = keyof typeof NAMES

export const nameOfKind = (kind: Kind): string => NAMES[kind]

export const kindOf = (value: unknown): Kind => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "list"
  if (value instanceof RegExp) return "pattern"
  switch (typeof value) {
    case "string":
      return "text"
    case "number":
    case "bigint":
      return "number"
    case "boolean":
      return "boolean"
    case "function":
      return "function"
    case "object":
      return isPlain(value) ? "object" : "instance"
    default:
      return "nothing"
  }
}

/** Each once, in the schema's order. */
export const kindsOf = (ast: SchemaAST.AST): ReadonlyArray<Kind> => {
  switch (ast._tag) {
    case "Suspend":
      return kindsOf(ast.thunk())
    case "Union":
      return [...new Set(ast.types.flatMap(kindsOf))]
    case "String":
    case "TemplateLiteral":
      return ["text"]
    case "Number":
      return ["number"]
    case "Boolean":
      return ["boolean"]
    case "Literal":
      return [kindOf(ast.literal)]
    case "Arrays":
      return ["list"]
    case "Objects":
      return ["object"]
    case "Null":
      return ["null"]
    default:
      // Unknown, and schemas with their own judge.
      return ["text", "number", "boolean", "list", "object", "null", "function", "pattern", "instance"]
  }
}

/** The values of a choice of literals; undefined for any other schema. */
export const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<unknown> | undefined => {
  if (ast._tag === "Literal") return [ast.literal]
  if (ast._tag !== "Union") return undefined
  const literals = ast.types.map((type) => (type._tag === "Literal" ? type.literal : undefined))
  return literals.includes(undefined) ? undefined : literals
}
