/** The properties of the schemas of the official document that answers may have, and those that an answer has. */

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const NAMED = "#/components/schemas/"

const at = (document: Json, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((inner, key) => (isJson(inner) ? inner[key] : undefined), document)

interface Resolved {
  readonly name: string | undefined
  readonly schema: Json
}

const resolved = (document: Json, schema: unknown, name: string | undefined): Resolved => {
  const ref = isJson(schema) ? schema["$ref"] : undefined
  if (typeof ref !== "string") return { name, schema: isJson(schema) ? schema : {} }
  return resolved(document, at(document, ref.slice(1)), ref.startsWith(NAMED) ? ref.slice(NAMED.length) : name)
}

const alternatives = (schema: Json): ReadonlyArray<unknown> => [...listOf(schema["oneOf"]), ...listOf(schema["anyOf"])]

/** Whether a value may be of a schema: it has what the schema asks for, and the constants are the same. */
const fits = (document: Json, given: unknown, value: unknown): boolean => {
  const { schema } = resolved(document, given, undefined)
  if (schema["type"] === "null") return value === null
  if (!isJson(value)) return true
  if (!listOf(schema["required"]).every((name) => Object.hasOwn(value, String(name)))) return false
  return Object.entries(Object(schema["properties"])).every(([name, field]) => {
    const held = value[name]
    const allowed = listOf(Object(field).enum)
    return held === undefined || allowed.length === 0 || allowed.includes(held)
  })
}

/** Calls `told` with `Schema.property` for each property of a body that its schema, which has a name, describes. */
export const propertiesIn = (
  document: Json,
  schema: unknown,
  body: unknown,
  told: (property: string) => void
): void => {
  const walk = (given: unknown, value: unknown, outer: string | undefined): void => {
    const { name, schema } = resolved(document, given, outer)
    for (const one of listOf(schema["allOf"])) walk(one, value, name)
    for (const one of alternatives(schema)) if (fits(document, one, value)) walk(one, value, name)
    for (const one of listOf(value)) walk(schema["items"], one, undefined)
    if (!isJson(value)) return
    const properties: Json = Object(schema["properties"])
    for (const [key, inner] of Object.entries(value)) {
      const known = Object.hasOwn(properties, key)
      if (known && name !== undefined) told(`${name}.${key}`)
      if (known || schema["additionalProperties"] !== undefined)
        walk(known ? properties[key] : schema["additionalProperties"], inner, undefined)
    }
  }
  walk(schema, body, undefined)
}

/** Each `Schema.property` that a successful answer may have. */
export const documentedProperties = (document: Json): ReadonlySet<string> => {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const walk = (given: unknown, outer: string | undefined): void => {
    const { name, schema } = resolved(document, given, outer)
    if (given === undefined || seen.has(schema)) return
    seen.add(schema)
    for (const one of [...listOf(schema["allOf"]), ...alternatives(schema)]) walk(one, name)
    walk(schema["items"], undefined)
    walk(schema["additionalProperties"], undefined)
    for (const [key, inner] of Object.entries(Object(schema["properties"]))) {
      if (name !== undefined) found.add(`${name}.${key}`)
      walk(inner, undefined)
    }
  }
  for (const methods of Object.values(Object(document["paths"])))
    for (const operation of Object.values(Object(methods)))
      for (const [status, response] of Object.entries(Object(Object(operation).responses))) {
        const { schema } = resolved(document, response, undefined)
        if (status.startsWith("2"))
          for (const { schema: body } of Object.values<Json>(Object(schema["content"]) as never)) walk(body, undefined)
      }
  return found
}
