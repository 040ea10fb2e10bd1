/** Whether a request is one that the control plane's own document describes. */
import { Ajv2020 } from "ajv/dist/2020.js"

export interface ControlRequest {
  readonly method: string
  /** Below the control plane, with its query. */
  readonly path: string
  /** JSON text; empty without a body. */
  readonly body: string
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
}

interface Operation {
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
}

export interface ControlDocument {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>>
}

/** What is wrong with a request, a line each. */
export const judgeBy = (document: ControlDocument): ((request: ControlRequest) => ReadonlyArray<string>) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema(document, "control")
  const bodyFaults = (pointer: string, body: string): ReadonlyArray<string> => {
    const valid = ajv.compile({ $ref: `control#${pointer}` })
    return valid(JSON.parse(body)) ? [] : (valid.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }
  return ({ method, path, body }) => {
    const url = new URL(`/control/v1${path}`, "http://control")
    const template = Object.keys(document.paths).find((known) => matches(known, url.pathname))
    const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()]
    if (template === undefined || operation === undefined) return [`${method} ${url.pathname} is no operation`]
    const pointer = `/paths/${pointed(template)}/${method.toLowerCase()}/requestBody/content/application~1json/schema`
    return [
      ...queryFaults(operation, url.searchParams),
      ...(operation.requestBody === undefined
        ? body === ""
          ? []
          : ["a body that nobody reads"]
        : bodyFaults(pointer, body))
    ]
  }
}

/** `/users/{user_id}` fits `/users/300000000000000001`. */
const matches = (template: string, path: string): boolean => {
  const [wanted, given] = [template.split("/"), path.split("/")]
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith("{") || part === given[i])
}

const queryFaults = ({ parameters = [] }: Operation, query: URLSearchParams): ReadonlyArray<string> => {
  const known = parameters.filter((parameter) => parameter.in === "query")
  const unknown = [...query.keys()].filter((name) => !known.some((parameter) => parameter.name === name))
  const missing = known.filter(({ name, required }) => required === true && !query.has(name))
  return [...unknown.map((name) => `unknown query ${name}`), ...missing.map(({ name }) => `no query ${name}`)]
}

const pointed = (template: string): string => encodeURI(template.replaceAll("~", "~0").replaceAll("/", "~1"))
