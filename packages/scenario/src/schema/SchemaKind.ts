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

const TYPES: Readonly<Record<string, Kind>> = {
  string: "text",
  number: "number",
  bigint: "number",
  boolean: "boolean",
  function: "function"
}

export const kindOf = (value: unknown): Kind => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "list"
  if (value instanceof RegExp) return "pattern"
  if (typeof value === "object") return isPlain(value) ? "object" : "instance"
  return TYPES[typeof value] ?? "nothing"
}

const TAGS: Readonly<Record<string, Kind>> = {
  String: "text",
  TemplateLiteral: "text",
  Number: "number",
  Boolean: "boolean",
  Arrays: "list",
  Objects: "object",
  Null: "null"
}

/** Of Unknown, and of schemas with their own judge. */
const ANY: ReadonlyArray<Kind> = [
  "text",
  "number",
  "boolean",
  "list",
  "object",
  "null",
  "function",
  "pattern",
  "instance"
]

/** Each once, in the schema's order. */
export const kindsOf = (ast: SchemaAST.AST): ReadonlyArray<Kind> => {
  if (ast._tag === "Suspend") return kindsOf(ast.thunk())
  if (ast._tag === "Union") return [...new Set(ast.types.flatMap(kindsOf))]
  if (ast._tag === "Literal") return [kindOf(ast.literal)]
  const kind = TAGS[ast._tag]
  return kind === undefined ? ANY : [kind]
}

/** The values of a choice of literals; undefined for any other schema. */
export const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<unknown> | undefined => {
  if (ast._tag === "Literal") return [ast.literal]
  if (ast._tag !== "Union") return undefined
  const literals = ast.types.map((type) => (type._tag === "Literal" ? type.literal : undefined))
  return literals.includes(undefined) ? undefined : literals
}
