/**
 * The published JSON Schema of the world file: types, rules and defaults from `WorldFile`. It helps editors; only `decodeWorld` judges relations between elements.
 */
import { type JsonSchema, Schema } from "effect"
import { isElement } from "../element/WorldTarget.ts"
import { required } from "./rule/Check.ts"
import { DEFAULTS, RULES, WorldShape } from "./WorldFile.ts"

/** Draft 2020-12. */
export const worldJsonSchema = (): JsonSchema.JsonSchema => {
  const document = Schema.toJsonSchemaDocument(Schema.toType(WorldShape), { onExcessProperty: "error" })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:backlot:schema:world",
    title: "Backlot world",
    description: "Everything that exists when a server starts: applications, users, guilds and what they hold.",
    ...document.schema,
    $defs: Object.fromEntries(
      Object.entries(document.definitions).map(([kind, definition]) => [kind, ruled(kind, definition)])
    )
  }
}

const ruled = (kind: string, definition: JsonSchema.JsonSchema): JsonSchema.JsonSchema => {
  const rules = RULES[kind] ?? {}
  const properties = isElement(definition["properties"]) ? definition["properties"] : {}
  const names = Object.keys(rules).filter((field) => rules[field]?.includes(required))
  return {
    ...definition,
    ...(Object.keys(properties).length === 0
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([f, p]) => [f, property(kind, f, p)])) }),
    ...(names.length === 0 ? {} : { required: names })
  }
}

/** The type of the field, narrowed by its rules; null is allowed where it means the default. */
const property = (kind: string, field: string, shape: unknown): JsonSchema.JsonSchema => {
  const rules = RULES[kind]?.[field] ?? []
  const branches = isElement(shape) && Array.isArray(shape["anyOf"]) ? shape["anyOf"].filter(isElement) : [{}]
  const [type = {}] = branches.filter((branch) => branch["type"] !== "null")
  const narrowed: JsonSchema.JsonSchema = Object.assign({}, type, ...rules.map((check) => check.schema ?? {}))
  if (rules.includes(required)) return narrowed
  const standard: unknown = Object.entries(DEFAULTS[kind] ?? {}).find(([name]) => name === field)?.[1]
  return { anyOf: [narrowed, { type: "null" }], ...(standard === undefined ? {} : { default: standard }) }
}
