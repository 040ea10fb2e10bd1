/**
 * Calls of the control plane, typed by its contract. Only types are imported: the page brings no schemas.
 * Source: product.md "Control plane".
 */

import type { endpoints } from "@backlot/protocol/control/Control"
import { ControlFailure, type FailureBody } from "./ControlFailure.ts"

type Endpoints = typeof endpoints
/** The id of an operation in the OpenAPI document. */
export type Operation = keyof Endpoints

type NamesIn<P> = P extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : P extends `${string}/:${infer Name}`
    ? Name
    : never

/** What the path of an operation names. Paths of edits of the world are made from a table, so their names are not known. */
export type ParamsOf<K extends Operation> = `/${string}` extends Endpoints[K]["path"]
  ? Readonly<Record<string, string>>
  : Readonly<Record<NamesIn<Endpoints[K]["path"]>, string>>

type TypeOf<S> = S extends { readonly Type: infer T } ? T : never

/** The body of the answer; of several statuses, either. */
export type AnswerOf<K extends Operation> = Endpoints[K] extends { readonly answer: infer A }
  ? A extends ReadonlyArray<infer S>
    ? TypeOf<S>
    : TypeOf<A>
  : undefined

export type BodyOf<K extends Operation> = Endpoints[K] extends { readonly body: infer B } ? TypeOf<B> : undefined

export interface Asked<K extends Operation> {
  readonly body?: BodyOf<K>
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly signal?: AbortSignal | undefined
}

/** Sends one request. Fails with a `ControlFailure`; also when the server cannot be reached (status 0). */
export const control = async <K extends Operation>(
  operation: K,
  params: ParamsOf<K>,
  { body, query = {}, signal }: Asked<K> = {}
): Promise<AnswerOf<K>> => {
  const [method, path] = routeOf(operation)
  const response = await send(`${pathOf(path, params)}${searchOf(query)}`, {
    method,
    ...(signal === undefined ? {} : { signal }),
    headers: { ...authorization(), ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  const answer = text === "" ? undefined : parse(text)
  if (response.ok) return answer as AnswerOf<K>
  throw new ControlFailure(response.status, (answer ?? {}) as FailureBody)
}

/** The same as a shell command, for people who want to repeat it elsewhere. The control token is left out. */
export const asCurl = <K extends Operation>(operation: K, params: ParamsOf<K>, { body, query = {} }: Asked<K> = {}) => {
  const [method, path] = routeOf(operation)
  const url = `${location.origin}${BASE}${pathOf(path, params)}${searchOf(query)}`
  const data = body === undefined ? "" : ` \\\n  -H 'content-type: application/json' -d ${quoted(JSON.stringify(body))}`
  return `curl -s -X ${method} ${quoted(url)}${data}`
}

const BASE = "/control/v1"

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const routeOf = (operation: string): readonly [string, string] => {
  const route = CONTROL_ROUTES[operation]
  if (route === undefined) throw new Error(`The control plane has no operation ${operation}`)
  return route
}

const pathOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))

const searchOf = (query: Readonly<Record<string, string | number | boolean | undefined>>): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}

/** A request to the control plane as it is, such as that of the event stream. */
export const send = async (path: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(`${BASE}${path}`, { ...init, cache: "no-store", redirect: "error" })
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new ControlFailure(0, { message: "The server does not answer. Is it still running?" })
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return { message: text.slice(0, 300) }
  }
}

// The token lives in memory alone: never in a URL, a store or a log.
let token: string | undefined

export const authorization = (): Readonly<Record<string, string>> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

/** The control token, as the user pasted it. */
export const setToken = (given: string): void => {
  token = given.trim() === "" ? undefined : given.trim()
}
