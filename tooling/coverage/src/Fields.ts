/** The fields of request bodies and the parameters of queries that one OpenAPI document has and another lacks. */

type Json = Readonly<Record<string, unknown>>

interface Operation {
  readonly id: string
  /** Query parameters as `?name`, fields of bodies as `name`, inner ones as `name.inner`. */
  readonly fields: ReadonlySet<string>
}

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce((inner, key) => (isJson(inner) ? inner[key] : undefined), value)

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Objects further in are judged by tests of their own: components, embeds. */
const DEPTH = 6

/** Every operation of a document by `METHOD /path`, its parameters without their names. */
export const operationsOf = (document: Json): ReadonlyMap<string, Operation> => {
  const resolved = (value: unknown): unknown => {
    const ref = at(value, "$ref")
    return typeof ref === "string" ? at(document, ...ref.slice(2).split("/")) : value
  }
  const add = (schema: unknown, prefix: string, depth: number, into: Set<string>, seen: ReadonlyArray<unknown>) => {
    const own = resolved(schema)
    if (seen.includes(own) || depth === 0) return
    const inner = [...seen, own]
    for (const part of ["oneOf", "anyOf", "allOf"]) {
      for (const one of listOf(at(own, part))) add(one, prefix, depth, into, inner)
    }
    if (at(own, "items") !== undefined) add(at(own, "items"), prefix, depth, into, inner)
    for (const [name, field] of Object.entries(Object(at(own, "properties")))) {
      into.add(`${prefix}${name}`)
      add(field, `${prefix}${name}.`, depth - 1, into, inner)
    }
  }
  const fieldsOf = (operation: unknown, shared: ReadonlyArray<unknown>) => {
    const fields = new Set<string>()
    for (const parameter of [...shared, ...listOf(at(operation, "parameters"))].map(resolved)) {
      if (at(parameter, "in") === "query") fields.add(`?${at(parameter, "name")}`)
    }
    const body = resolved(at(operation, "requestBody"))
    for (const content of Object.values(Object(at(body, "content")))) add(at(content, "schema"), "", DEPTH, fields, [])
    return fields
  }
  return new Map(
    Object.entries(Object(document["paths"])).flatMap(([path, methods]) =>
      Object.entries(Object(methods))
        .filter(([method]) => METHODS.has(method))
        .map(([method, operation]) => {
          const place = `${method.toUpperCase()} ${path.replace(/^\/api\/v\d+/, "").replaceAll(/\{[^}]*\}/g, "{}")}`
          const fields = fieldsOf(operation, listOf(at(methods, "parameters")))
          return [place, { id: String(at(operation, "operationId")), fields }] as const
        })
    )
  )
}

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete"])

/** `operation field` for each that `own` serves without knowing it. */
export const unknownFields = (official: Json, own: Json): ReadonlyArray<string> => {
  const served = operationsOf(own)
  return [...operationsOf(official)].flatMap(([place, { id, fields }]) => {
    const known = served.get(place)?.fields
    return known === undefined ? [] : [...fields].filter((field) => !known.has(field)).map((field) => `${id} ${field}`)
  })
}
