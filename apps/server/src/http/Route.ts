/**
 * Routes as data: each endpoint of a contract group with its handler. The compiler refuses a group with an endpoint
 * that has no handler, and a handler without an endpoint.
 */
import type { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import type { Answer } from "./Answer.ts"

/** One request at one route. */
export interface Call {
  readonly request: HttpServerRequest.HttpServerRequest
  /** Path parameters by name, percent-decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** The first value of each query parameter. */
  readonly query: (name: string) => string | undefined
}

export type Handler<E, R> = (call: Call) => Effect.Effect<Answer, E, R>

export interface Route<E, R> {
  readonly method: string
  readonly path: string
  readonly name: string
  readonly handler: Handler<E, R>
}

interface Group {
  readonly endpoints: Readonly<Record<string, HttpApiEndpoint.Top>>
}

/** Pairs every endpoint of `group` with its handler. */
export const routesOf = <G extends Group, E, R>(
  group: G,
  handlers: { readonly [K in keyof G["endpoints"]]: Handler<E, R> }
): ReadonlyArray<Route<E, R>> =>
  Object.entries(group.endpoints).map(([name, endpoint]) => ({
    method: endpoint.method,
    path: endpoint.path,
    name,
    // The mapped type above gives every endpoint name a handler.
    handler: handlers[name as keyof G["endpoints"]]
  }))

/** A path parameter that the route's own pattern names. */
export const param = (call: Call, name: string): string => call.params[name] ?? ""

export const authorization = (call: Call): string | undefined => call.request.headers["authorization"]
