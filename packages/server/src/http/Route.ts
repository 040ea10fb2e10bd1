/** Routes as data: each endpoint of a contract with its step. The compiler refuses one without the other. */
import type { InvalidForm } from "@backlot/domain/error/ServiceError"
import { shownOf } from "@backlot/domain/validation/Shown"
import type { StorageError } from "@backlot/ports/Storage"
import { type Context, Effect, type Schema } from "effect"
import { Answer, away, internal, json, noContent } from "./Answer.ts"
import type { Sent } from "./Sent.ts"

/** One request at one route. */
export interface Call {
  readonly request: Sent
  /** Path parameters by name, percent-decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** The first value of each query parameter. */
  readonly query: (name: string) => string | undefined
  /** Puts ids in place of names in the parsed body. */
  readonly named?: (body: unknown) => Effect.Effect<unknown, InvalidForm | StorageError>
  /** Judges the parsed body before anything else. */
  readonly refuse?: (body: unknown) => InvalidForm | undefined
  /** Receives the parsed body. */
  readonly note?: (body: unknown) => void
}

/** Answers at once, with an effect that is an exit already, unless something waits. */
export type Handler<E, R> = (call: Call) => Effect.Effect<Answer, E, R>

export interface Route<E, R> {
  readonly method: string
  readonly path: string
  readonly name: string
  /** Makes the handler of one server, which has these services. */
  readonly make: (services: Context.Context<R>) => Handler<E, R>
  /** The schema of the body, if the contract has one. */
  readonly body?: (() => Schema.Top) | undefined
}

/** A route that is in no contract. */
export const routeAt = <E, R>(method: string, path: string, name: string, handler: Handler<E, R>) => ({
  method,
  path,
  name,
  make: () => handler
})

/** An entry of a contract. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly body?: Schema.Top
  /** Each answer with its status. Default: 204. */
  readonly answer?: Schema.Top | ReadonlyArray<Schema.Top>
}

/** The route of an endpoint, without its handler. */
export const placeOf = (name: string, { method, path, body }: Endpoint) => ({
  name,
  method,
  path,
  body: body === undefined ? undefined : () => shownOf(body)
})

export interface Group {
  readonly endpoints: Readonly<Record<string, Endpoint>>
}

/** What a route does. It returns an answer, or the body of one that has the first status of its endpoint. */
export type Step<E, R> = (call: Call) => Effect.Effect<unknown, E, R>

type Steps<G extends Group> = { readonly [K in keyof G["endpoints"]]: Step<unknown, unknown> }
type Returned<H extends Readonly<Record<string, Step<unknown, unknown>>>> = ReturnType<H[keyof H]>

/** Pairs every endpoint of `group` with its step. */
export const routesOf = <G extends Group, const H extends Steps<G>>(
  group: G,
  steps: H & { readonly [K in Exclude<keyof H, keyof G["endpoints"]>]: never }
): ReadonlyArray<Route<Effect.Error<Returned<H>>, Effect.Services<Returned<H>>>> =>
  Object.entries(group.endpoints).map(([name, endpoint]) => {
    // The types above give every endpoint name a step of these errors and services.
    const step = steps[name as keyof H] as Step<Effect.Error<Returned<H>>, Effect.Services<Returned<H>>>
    const answer = answerOf(endpoint)
    return { ...placeOf(name, endpoint), make: () => (call) => Effect.mapEager(step(call), answer) }
  })

/** Makes the answer of an endpoint from what its step returns. */
export const answerOf = ({ answer }: Endpoint): ((returned: unknown) => Answer) => {
  const first = isList(answer) ? answer[0] : answer
  const status = first === undefined ? 204 : (first.ast.context?.annotations?.["httpApiStatus"] ?? 200)
  return (returned) => {
    if (returned instanceof Answer) return returned
    return status === 204 ? noContent : json(status, returned)
  }
}

/** `Array.isArray` does not narrow a list that is read-only. */
const isList = <A extends object>(one: A | ReadonlyArray<A> | undefined): one is ReadonlyArray<A> => Array.isArray(one)

/** The routes of one surface under its prefix, with an answer to every expected failure. */
export const answering = <E extends { readonly _tag: string }, R>(
  prefix: string,
  routes: ReadonlyArray<Route<E | StorageError, R>>,
  failure: (error: E) => Answer
): ReadonlyArray<Route<never, R>> =>
  below(
    prefix,
    routes.map((route) => ({
      ...route,
      make: (services) => {
        const handler = route.make(services)
        return (call) => answered(handler(call), failure)
      }
    }))
  )

/** Answers every expected failure; a storage failure is a 500, or a 503 while the store is away. */
export const answered = <E extends { readonly _tag: string }, R>(
  answer: Effect.Effect<Answer, E | StorageError, R>,
  failure: (error: E) => Answer
): Effect.Effect<Answer, never, R> =>
  Effect.catchEager(answer, (error: E | StorageError) =>
    isStorageError(error)
      ? Effect.as(Effect.logError("Storage failed", error), error.isAway === true ? away : internal)
      : Effect.succeed(failure(error))
  )

/** Does what `then` says about an answer before it is sent, which is mostly nothing. */
export const noting = <E, R, R2>(
  answer: Effect.Effect<Answer, E, R>,
  then: (answer: Answer) => Effect.Effect<void, never, R2> | undefined
): Effect.Effect<Answer, E, R | R2> =>
  Effect.flatMapEager(answer, (given): Effect.Effect<Answer, never, R2> => {
    const first = then(given)
    return first === undefined ? Effect.succeed(given) : Effect.as(first, given)
  })

/** The same routes under a prefix. */
export const below = <E, R>(prefix: string, routes: ReadonlyArray<Route<E, R>>): ReadonlyArray<Route<E, R>> =>
  routes.map((route) => ({ ...route, path: `${prefix}${route.path}` }))

const isStorageError = <E extends { readonly _tag: string }>(error: E | StorageError): error is StorageError =>
  error._tag === "StorageError"

/** A path parameter from the route's own pattern. */
export const param = (call: Call, name: string): string => call.params[name] ?? ""

export const authorization = (call: Call): string | undefined => call.request.headers["authorization"]
