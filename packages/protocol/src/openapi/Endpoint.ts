/**
 * Makes endpoints out of entries. An entry says everything about its endpoint: the server's routes, the OpenAPI document
 * and `--strict` follow from it.
 */
import { SnowflakeText, shownOf } from "@backlot/domain/validation/Shown"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { formNamed } from "./Form.ts"
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

type Named<K extends string> = {
  readonly [N in K]: HttpApiEndpoint.HttpApiEndpoint<N, Entry["method"], `/${string}`>
}[K]

/** A group of endpoints by operation id; `describe` completes an operation of the OpenAPI document. */
export const groupOf = <const Id extends string, K extends string, E extends Entry>(
  id: Id,
  entries: Readonly<Record<K, E>>,
  describe: (operation: Json, entry: E) => Json = (operation) => operation
): HttpApiGroup.HttpApiGroup<Id, Named<K>, true> => {
  const [first, ...more] = Object.entries<E>(entries).map(([name, entry]) =>
    endpointOf(name, entry).annotateMerge(
      OpenApi.annotations({ transform: (operation) => texted(describe(operation, entry), entry) })
    )
  )
  if (first === undefined) throw new Error(`The group ${id} has no endpoint`)
  // Operation ids are the names alone, as in the official document. The names are those of `entries`.
  const group: unknown = HttpApiGroup.make(id, { topLevel: true }).add(first, ...more)
  return group as HttpApiGroup.HttpApiGroup<Id, Named<K>, true>
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

/** A field that may be absent. */
export const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(schema)

/** A parameter of the query. */
export const query = (description?: string) =>
  Schema.optionalKey(description === undefined ? Schema.String : Schema.String.annotate({ description }))
