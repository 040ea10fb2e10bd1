/**
 * The platform's official OpenAPI document (version 3.1, so its schemas are JSON Schema 2020-12): finds the operation
 * of a request and judges the bodies of its answers.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { ErrorObject, ValidateFunction } from "ajv"
import type { Ajv2020 } from "ajv/dist/2020.js"
import { correct } from "./Corrections.ts"
import { propertiesIn } from "./Properties.ts"

/** The description of one answer of an operation. */
export interface DescribedAnswer {
  readonly operation: string
  /** Returns the problems of a body, as `place: rule`; undefined when the answer has no JSON body. */
  readonly problemsOf: ((body: unknown) => ReadonlyArray<Problem>) | undefined
  /** Tells the described properties of a body. */
  readonly properties: (body: unknown, told: (property: string) => void) => void
  /** The type of a body of text or of a picture, of which nothing else is described. */
  readonly text: string | undefined
}

/** `place` is a JSON pointer into the body, with `*` for a place in a list. */
export interface Problem {
  readonly place: string
  readonly rule: string
}

export interface OfficialDocument {
  /** Undefined when the document lacks the operation; `status: undefined` when it lacks that answer. */
  readonly find: (
    method: string,
    path: string,
    status: number
  ) => { readonly operation: string; readonly answer: DescribedAnswer | undefined } | undefined
}

interface Response {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, unknown>>
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Response>>
}

interface Source {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Readonly<Record<string, Response>> }
}

const ROOT = "official"

/** Throws unless the file is an OpenAPI document of the supported version. */
export const loadDocument = (file: string): OfficialDocument => {
  // The next line checks all that the code below reads; an invalid schema fails when it is compiled.
  const given = JSON.parse(readFileSync(file, "utf8")) as Source
  if (!/^3\.1\./.test(given.openapi)) throw new Error(`${file} is no OpenAPI 3.1 document`)
  const source = correct(given)
  const schemas = makeSchemas(source)
  const document = Object(source)
  const templateOf = templates(Object.keys(source.paths))
  const compiled = new Map<string, ValidateFunction>()

  const judge = (pointer: string) => {
    const validate = compiled.get(pointer) ?? schemas.compile({ $ref: `${ROOT}#${pointer}` })
    compiled.set(pointer, validate)
    return (body: unknown) => (validate(body) ? [] : (validate.errors ?? []).map(problemOf))
  }

  return {
    find: (method, path, status) => {
      const template = templateOf(path)
      const operation = template === undefined ? undefined : source.paths[template]?.[method.toLowerCase()]
      if (template === undefined || operation === undefined) return undefined
      const key = [String(status), `${String(status).charAt(0)}XX`].find((name) => name in operation.responses)
      const name = operation.operationId
      if (key === undefined) return { operation: name, answer: undefined }
      const at = `/paths/${token(template)}/${method.toLowerCase()}/responses/${key}`
      const { pointer, response } = dereference(source, at, operation.responses[key])
      const json = response?.content?.["application/json"] !== undefined
      const problemsOf = json ? judge(`${pointer}/content/${token("application/json")}/schema`) : undefined
      const text = Object.keys(response?.content ?? {}).find((type) => /^(?:text|image)\//.test(type))
      const schema = Object(response?.content?.["application/json"]).schema
      const properties = (body: unknown, told: (property: string) => void) => propertiesIn(document, schema, body, told)
      return { operation: name, answer: { operation: name, problemsOf, properties, text } }
    }
  }
}

/** Loaded on demand: every test file has this module, but few judge answers. */
const load = createRequire(import.meta.url)

const makeSchemas = (source: Source): Ajv2020 => {
  // Both are CommonJS modules with these exports.
  const { Ajv2020: JsonSchema } = load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js")
  const { default: addFormats } = load("ajv-formats") as { readonly default: (schemas: Ajv2020) => void }
  // To optimize the code of a validator takes longer than all that a run validates.
  const code = { optimize: false }
  const schemas = new JsonSchema({ strict: false, allErrors: true, validateSchema: false, logger: false, code })
  addFormats(schemas)
  for (const name of ["double", "int32", "int64", "nonce"]) schemas.addFormat(name, true)
  schemas.addFormat("snowflake", (text) => /^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n)
  schemas.addSchema({ ...source, $id: ROOT }, ROOT)
  return schemas
}

const dereference = (source: Source, at: string, response: Response | undefined) => {
  const ref = response?.$ref
  if (ref === undefined) return { pointer: at, response }
  return { pointer: ref.slice(1), response: source.components.responses[ref.slice(ref.lastIndexOf("/") + 1)] }
}

const isParameter = (segment: string) => segment.startsWith("{")

/** For a path of as many segments. */
const fits = (template: ReadonlyArray<string>, path: ReadonlyArray<string>): boolean =>
  template.every((part, i) => isParameter(part) || part === path[i])

/** Finds the template of a path. `/applications/@me` wins over `/applications/{application_id}`. */
const templates = (paths: ReadonlyArray<string>) => {
  const parameters = (segments: ReadonlyArray<string>) => segments.filter(isParameter).length
  const mostLiteralFirst = paths
    .map((path) => ({ path, segments: path.split("/") }))
    .toSorted((a, b) => parameters(a.segments) - parameters(b.segments))
  const byLength = Map.groupBy(mostLiteralFirst, ({ segments }) => segments.length)
  return (path: string): string | undefined => {
    const asked = path.split("/")
    return byLength.get(asked.length)?.find(({ segments }) => fits(segments, asked))?.path
  }
}

const token = (segment: string): string => segment.replaceAll("~", "~0").replaceAll("/", "~1")

const problemOf = ({ instancePath, message, params, keyword }: ErrorObject): Problem => ({
  place: instancePath.replaceAll(/\/\d+(?=\/|$)/g, "/*"),
  rule: `${keyword}: ${message ?? ""} ${JSON.stringify(params)}`
})
