/**
 * Endpoints as entries, from which the server's routes, the OpenAPI document and `--strict` follow. What only the document
 * needs is made when it is asked for: a server starts without it.
 */
import { message } from "@backlot/domain/base/Limits"
import { SnowflakeText, shownOf } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import type * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import type { Json } from "./OpenDocument.ts"

type Parameters = Readonly<Record<string, Schema.Encoder<string | undefined, unknown>>>

export interface Entry {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Below the surface's prefix. A parameter named `…_id` is a snowflake, any other parameter is text. */
  readonly path: `/${string}`
  /** Parameters of the path whose names mislead. */
  readonly params?: Parameters
  readonly query?: Parameters
  /** The shape that judges the body, or a schema of what is no JSON body. */
  readonly body?: Schema.Top
  /** The name of the form that may replace the JSON body, where the body may have files. */
  readonly form?: string
  /** Each answer with its status. Default: 204. */
  readonly answer?: Schema.Top | ReadonlyArray<Schema.Top>
  readonly errors?: ReadonlyArray<Schema.Top>
  /** A description, where name and shapes do not say enough. */
  readonly text?: string
}

/** What an entry says beside its method and its path. */
export type Details = Omit<Entry, "method" | "path">

/**
 * Makes entries by method, such as `get(path, details)`; `complete` adds what the entries of a surface have in common. The
 * type of an entry has its own path and shapes, from which typed clients follow.
 */
export const entriesWith = <D extends Details, E extends Details>(complete: (path: string, details?: D) => E) => {
  const of =
    <M extends Entry["method"]>(method: M) =>
    <const P extends Entry["path"], const G extends D = D>(path: P, details?: G) =>
      // `complete` keeps the details.
      ({ method, path, ...complete(path, details) }) as unknown as Made<M, P, G> & Omit<E, Shapes>
  return { get: of("GET"), post: of("POST"), put: of("PUT"), patch: of("PATCH"), delete: of("DELETE") }
}

type Shapes = "query" | "body" | "answer"

type Made<M, P, G> = { readonly method: M; readonly path: P } & Pick<G, Extract<keyof G, Shapes>>

/** Endpoints by operation id. */
export interface Group<K extends string = string, E extends Entry = Entry> {
  readonly id: string
  readonly endpoints: Readonly<Record<K, E>>
  /** The same for an OpenAPI document. */
  readonly forDocument: () => HttpApiGroup.Constraint
}

/** A group; `describe` completes an operation of the OpenAPI document. */
export const groupOf = <K extends string, E extends Entry>(
  id: string,
  endpoints: Readonly<Record<K, E>>,
  describe: (operation: Json, entry: E) => Json = (operation) => operation
): Group<K, E> => ({
  id,
  endpoints,
  forDocument: () => {
    const [first, ...more] = Object.entries<E>(endpoints).map(([name, entry]) =>
      endpointOf(name, entry).annotateMerge(
        OpenApi.annotations({ transform: (operation) => texted(describe(operation, entry), entry) })
      )
    )
    if (first === undefined) throw new Error(`The group ${id} has no endpoint`)
    // Operation ids are the names alone, as in the official document.
    return HttpApiGroup.make(id, { topLevel: true }).add(first, ...more)
  }
})

export interface Surface {
  readonly groups: ReadonlyArray<Group>
  /** The OpenAPI document, made once. */
  readonly document: () => OpenApi.OpenAPISpec
}

/** A surface; `make` makes the API of its document out of its groups. */
export const surfaceOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  groups: readonly [Group, ...ReadonlyArray<Group>],
  make: (
    groups: readonly [HttpApiGroup.Constraint, ...ReadonlyArray<HttpApiGroup.Constraint>]
  ) => HttpApi.HttpApi<Id, Groups>
): Surface => {
  const [first, ...more] = groups
  let document: OpenApi.OpenAPISpec | undefined
  return {
    groups,
    document: () =>
      (document ??= OpenApi.fromApi(make([first.forDocument(), ...more.map((group) => group.forDocument())])))
  }
}

const endpointOf = (name: string, { method, path, params, query, body, form, answer, errors }: Entry) =>
  HttpApiEndpoint.make(method)(name, path, {
    disableCodecs: true,
    params: { ...paramsOf(path), ...params },
    query,
    payload: [...(body === undefined ? [] : [shownOf(body)]), ...(form === undefined ? [] : [formNamed(form)])],
    success: answer ?? HttpApiSchema.NoContent,
    error: errors ?? []
  })

const paramsOf = (path: string): Parameters =>
  Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, name.endsWith("_id") ? SnowflakeText : Schema.String])
  )

const texted = (operation: Json, { text }: Entry): Json =>
  text === undefined ? operation : { ...operation, description: text }

/** An answer with status 201. */
export const created = <S extends Schema.Top>(schema: S): S["Rebuild"] => schema.pipe(HttpApiSchema.status(201))

/** An object that its own documents describe. */
export const Record = Schema.Record(Schema.String, Schema.Unknown)
export const Records = Schema.Array(Record)

/** The schema with a description. */
export const described = <S extends Schema.Top>(schema: S, description: string): S["Rebuild"] =>
  schema.annotate({ description })

/** A field that may be absent. */
export const optional = <S extends Schema.Top>(schema: S, description?: string) =>
  Schema.optionalKey(description === undefined ? schema : described(schema, description))

/** A text that may be absent, such as a parameter of the query. */
export const query = (description?: string) => optional(Schema.String, description)

/** A parameter of the query with fixed values. */
export const choice = <const V extends string>(values: ReadonlyArray<V>, description: string) =>
  optional(Schema.Literals(values), description)

/** A parameter of the query that is true or false. */
export const flag = (description: string) => choice(["true", "false"], description)

const file = Schema.optionalKey(Schema.String.annotate({ description: "The bytes of a file.", format: "binary" }))

/** A body with files. Source: wire-interactions.md §4.1 (content types), §4.3 (`payload_json`, `files[n]`). */
const Form = Schema.Struct({
  payload_json: query("The JSON body. Without it each of its fields may be a field of the form."),
  ...Object.fromEntries(Array.from({ length: message.attachments }, (_, n) => [`files[${n}]`, file]))
})

const forms = new Map<string, Schema.Top>()

/** The form of this name that may replace a JSON body; one schema for each name. */
const formNamed = (identifier: string): Schema.Top => {
  const form = forms.get(identifier) ?? Form.annotate({ identifier }).pipe(HttpApiSchema.asMultipart())
  forms.set(identifier, form)
  return form
}
