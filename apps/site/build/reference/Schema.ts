/** JSON Schemas as tables that people read. */
import { slugOf } from "../Links.ts"
import { cell, code, page, prose, table } from "./Reference.ts"

export type Schema = Readonly<Record<string, unknown>>

export interface Schemas {
  readonly definitions: Readonly<Record<string, Schema>>
  /** The page that describes the definitions; empty for this page. */
  readonly home: string
}

/** Objects in objects are shown in their table so far down. */
const MAX_DEPTH = 3

/** More values than these are folded. */
const MAX_VALUES = 24

/** A definition with fields has a place of its own; every other is shown where it is used. */
export const hasPlace = (schema: Schema): boolean =>
  fieldsOf(schema).length > 0 || branchesOf(schema).some((branch) => fieldsOf(branch).length > 0)

export const definitionTexts = (schemas: Schemas): ReadonlyArray<string> =>
  Object.entries(schemas.definitions)
    .filter(([, schema]) => hasPlace(schema))
    .map(([name, schema]) => page(`## ${name}`, schemaText(schema, schemas)))

/** The description and the fields of an object, or of each object that it may be. */
export const schemaText = (schema: Schema, schemas: Schemas): string => {
  const branches = branchesOf(schema).filter((branch) => fieldsOf(branch).length > 0)
  const rest = branchesOf(schema).filter((branch) => fieldsOf(branch).length === 0)
  return page(
    prose(textOf(schema)),
    fieldTable(schema, schemas),
    ...branches.map((branch, i) =>
      page(
        branches.length + rest.length > 1 ? `**${i === 0 ? "Either" : "Or"}** ${textOf(branch)}`.trim() : "",
        fieldTable(branch, schemas)
      )
    ),
    rest.length > 0 && branches.length > 0
      ? `**Or** ${[...new Set(rest.map((one) => typeOf(one, schemas)))].join(", ")}`
      : ""
  )
}

const fieldTable = (schema: Schema, schemas: Schemas): string =>
  table(["field", "value", "what it is"], rowsOf(schema, schemas, "", 0))

const rowsOf = (
  schema: Schema,
  schemas: Schemas,
  above: string,
  depth: number
): ReadonlyArray<ReadonlyArray<string>> => {
  const required = new Set(listOf(schema["required"]).map(String))
  return fieldsOf(schema).flatMap(([name, field]) => {
    const below = nestedOf(field)
    const isNested = below !== undefined && depth + 1 < MAX_DEPTH
    const about = [
      cell(textOf(field)),
      required.has(name) ? "Required." : "",
      field["default"] === undefined ? "" : `Default: ${code(JSON.stringify(field["default"]))}.`
    ]
    const row = [code(above + name), typeOf(field, schemas), about.filter((part) => part !== "").join(" ")]
    return [row, ...(isNested ? rowsOf(below, schemas, `${above}${name}.`, depth + 1) : [])]
  })
}

/** The object that stands in a field itself or in its list, and not as a definition. */
const nestedOf = (field: Schema): Schema | undefined =>
  [field, ...branchesOf(field)]
    .map((one) => (one["type"] === "array" ? schemaOf(one["items"]) : one))
    .find((one) => fieldsOf(one).length > 0)

export const typeOf = (schema: Schema, schemas: Schemas): string => {
  const { type, enum: values, const: value } = schema
  if (typeof schema["$ref"] === "string") return linkOf(schema["$ref"], schemas)
  if (value !== undefined) return code(JSON.stringify(value))
  if (Array.isArray(values)) return valuesOf(values)
  const branches = branchesOf(schema)
  if (branches.length > 0) return [...new Set(flat(branches).map((branch) => typeOf(branch, schemas)))].join(" or ")
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, schemas)).join(" or ")
  if (type === "array") {
    const size = range(schema["minItems"], schema["maxItems"])
    return `list of ${size === "" ? "" : `${size} `}${typeOf(schemaOf(schema["items"]), schemas)}`
  }
  if (type === "object") return objectType(schema, schemas)
  if (type === "string") return stringType(schema)
  if (type === "number" || type === "integer")
    return [
      type === "integer" ? "whole number" : "number",
      range(schema["minimum"] ?? schema["exclusiveMinimum"], schema["maximum"])
    ]
      .filter((part) => part !== "")
      .join(" ")
  if (type === "boolean") return "`true` or `false`"
  return type === "null" ? "`null`" : "anything"
}

/** An alternative of alternatives is one of them. */
const flat = (branches: ReadonlyArray<Schema>): ReadonlyArray<Schema> =>
  branches.flatMap((branch) => (branchesOf(branch).length === 0 ? [branch] : flat(branchesOf(branch))))

const objectType = (schema: Schema, schemas: Schemas): string => {
  const values = schema["additionalProperties"]
  if (fieldsOf(schema).length > 0) return "object"
  return typeof values === "object" && values !== null && Object.keys(values).length > 0
    ? `map of ${typeOf(schemaOf(values), schemas)}`
    : "object"
}

const stringType = ({ minLength, maxLength, pattern, format }: Schema): string => {
  const size = range(minLength, maxLength)
  const parts = [size === "" ? "text" : `text of ${size} characters`]
  if (typeof pattern === "string") parts.push(`like ${code(pattern)}`)
  if (typeof format === "string") parts.push(`(${cell(format)})`)
  return parts.join(" ")
}

const linkOf = (reference: string, schemas: Schemas): string => {
  const name = reference.slice(reference.lastIndexOf("/") + 1)
  const target = schemas.definitions[name]
  if (target === undefined) return code(name)
  // The language of scenarios allows it in place of most values.
  if (name === "Variable") return code("${variable}")
  return hasPlace(target) ? `[${cell(name)}](${schemas.home}#${slugOf(name)})` : typeOf(target, schemas)
}

const valuesOf = (values: ReadonlyArray<unknown>): string => {
  const list = values.map((value) => code(JSON.stringify(value))).join(", ")
  return values.length <= MAX_VALUES ? list : `<details><summary>${values.length} values</summary>${list}</details>`
}

/** The bounds of whole numbers in JavaScript say nothing about a field. */
const bound = (value: unknown): number | undefined =>
  typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined

const range = (from: unknown, to: unknown): string => {
  const [low, high] = [bound(from), bound(to)]
  if (low === undefined) return high === undefined ? "" : `at most ${high}`
  if (high === undefined) return low === 0 ? "" : `at least ${low}`
  return low === high ? `${low}` : `${low} to ${high}`
}

const fieldsOf = (schema: Schema): ReadonlyArray<readonly [string, Schema]> =>
  Object.entries(schemaOf(schema["properties"])).map(([name, field]) => [name, schemaOf(field)])

const branchesOf = (schema: Schema): ReadonlyArray<Schema> =>
  [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])].map(schemaOf)

const textOf = (schema: Schema): string => (typeof schema["description"] === "string" ? schema["description"] : "")

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

// A schema is JSON; a value that is no object says nothing.
const schemaOf = (value: unknown): Schema => (typeof value === "object" && value !== null ? (value as Schema) : {})
