/**
 * Finds the route of a request and answers all errors of HTTP itself: unknown route, wrong method, unknown version,
 * foreign host, defects. Sources: architecture.md "One request in a straight line" 1; wire-rest.md §3.1, §3.3;
 * product.md "Surfaces of one server".
 */
import { IncomingMessage } from "node:http"
import { InvalidApiVersion, MethodNotAllowed, NotFound } from "@backlot/domain/error/ServiceError"
import { Cause, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Answer from "./Answer.ts"
import { discardRest } from "./Body.ts"
import type { WithPlannedFaults } from "./PlannedRestFaults.ts"
import type { Observe } from "./Requests.ts"
import type { Call, Handler, Route } from "./Route.ts"
import { tableOf } from "./RouteTable.ts"

export interface EdgeOptions {
  /** Host names (without port) that this server answers to; undefined allows any. */
  readonly hosts: ReadonlySet<string> | undefined
  /** Measures and logs each request. */
  readonly observe?: Observe
  /** Called for each request that matches no route. */
  readonly unknown?: (call: Call) => Effect.Effect<void>
  /** Applies planned faults to each request. */
  readonly withPlannedFaults?: WithPlannedFaults
}

type Total<R> = Handler<never, R>

/** Answers every request. A handler runs to its end; it marks outside waits with `Effect.interruptible`. */
export const edge = <R>(routes: ReadonlyArray<Route<never, R>>, options: EdgeOptions) => {
  const table = tableOf(routes)
  const observe = options.observe ?? ((_, handler) => handler)
  const withPlannedFaults = options.withPlannedFaults ?? ((_, handler) => handler)
  // Handlers are made on first use: a server in a test serves few of its routes.
  const handlers: Array<Total<R> | undefined> = []
  const handlerAt = (at: number): Total<R> | undefined => {
    const route = routes[at]
    if (route === undefined || handlers[at] !== undefined) return handlers[at]
    const { method, path, handler } = route
    handlers[at] = observe({ method, path }, surviving(withPlannedFaults(path, handler)))
    return handlers[at]
  }

  const refused =
    (answer: (call: Call) => Answer.Answer): Total<never> =>
    (call) => {
      const given = answer(call)
      const isUnknown = given.status === 404
      return isUnknown && options.unknown ? Effect.as(options.unknown(call), given) : Effect.succeed(given)
    }
  const strange = observe(
    { method: "ANY", path: "a foreign host" },
    refused(({ request }) => (isHostClear(request) ? foreignHost : unclearHost))
  )
  const lost = observe(
    { method: "ANY", path: "no route" },
    surviving(
      withPlannedFaults(
        "no route",
        refused(({ request: { url } }) => unmatched(table.allowed(url), url))
      )
    )
  )

  const dispatch = (request: HttpServerRequest.HttpServerRequest) => {
    if (!isHostClear(request) || options.hosts?.has(hostName(request.headers["host"])) === false) {
      return strange({ request, params: {}, query: () => undefined })
    }
    const method = request.method === "HEAD" ? "GET" : request.method
    const found = table.find(method, request.url)
    const handler = found === undefined ? undefined : handlerAt(found.handler)
    if (found === undefined || handler === undefined) return lost({ request, params: {}, query: () => undefined })
    const query = (name: string) => first(found.searchParams[name])
    return handler({ request, params: found.params, query })
  }

  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (sent) => {
    const url = withSingleSlashes(sent.url)
    const request = url === sent.url ? sent : sent.modify({ url })
    return hasBody(request)
      ? Effect.tap(dispatch(request), ({ status }) => (status === TOO_LARGE ? Effect.void : discardRest(request)))
      : dispatch(request)
  })
}

/**
 * Several slashes in a row of the path are one, as on the platform: a base URL with a slash at its end makes them. Every
 * surface reads the address after this.
 */
export const withSingleSlashes = (url: string): string => {
  if (!url.includes("//") || !url.startsWith("/")) return url
  const end = url.indexOf("?")
  const path = end < 0 ? url : url.slice(0, end)
  return path.replace(/\/{2,}/g, "/") + url.slice(path.length)
}

/** Logs a defect and answers it with 500. */
const surviving =
  <R>(handler: Total<R>): Total<R> =>
  (call) =>
    Effect.catchCause(
      Effect.suspend(() => handler(call)),
      (cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.as(Effect.logError("A request ended in a defect", cause), Answer.internal)
    )

/** This answer is sent at once; the rest of the request is not read. */
const TOO_LARGE = 413

const hasBody = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

const isHostClear = ({ source }: HttpServerRequest.HttpServerRequest): boolean =>
  !(source instanceof IncomingMessage) || isOneHost(source)

/** HTTP/1.1 requires one Host header; with two, a proxy may have judged the other one (RFC 9112 §3.2). */
export const isOneHost = ({ rawHeaders, httpVersion }: IncomingMessage): boolean => {
  let hosts = 0
  // Names and values by turns.
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) hosts++
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0")
}

const isHost = (name: string | undefined): boolean => name?.length === 4 && name.toLowerCase() === "host"

/** The answer to a request with no Host header, or with several. */
export const MISSING_HOST = "400: Bad Request"
export const FOREIGN_HOST = "This server does not answer to that host name. Start it with --allowed-host to add one."

const unclearHost = Answer.refused(400, MISSING_HOST)
const foreignHost = Answer.refused(403, FOREIGN_HOST)

const VERSIONED = /^\/api\/v(\d+)(?:[/?]|$)/

const unmatched = (allowed: ReadonlyArray<string> | undefined, url: string): Answer.Answer => {
  const version = VERSIONED.exec(url)?.[1]
  if (version !== undefined && version !== "9" && version !== "10") return Answer.failure(new InvalidApiVersion())
  return allowed === undefined
    ? Answer.failure(new NotFound())
    : HttpServerResponse.setHeader(Answer.failure(new MethodNotAllowed()), "allow", allowed.join(", "))
}

const first = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]

/** `[::1]:80` → `[::1]`, `localhost:80` → `localhost`. */
export const hostName = (host: string | undefined): string => (host ?? "").replace(/:\d+$/, "").toLowerCase()

export const FOREIGN_ORIGIN = "Requests of another origin are refused here."

/** Whether this server serves the pages of this origin. */
export const isOwnOrigin = (
  origin: string,
  host: string | undefined,
  hosts: ReadonlySet<string> | undefined
): boolean => {
  const url = URL.parse(origin)
  if (url === null) return false
  return url.host === host || (hosts?.has(hostName(url.host)) === true && url.port === portOf(host))
}

/** Whether a page of another site made a browser send this. Programs send none of these headers. */
export const isOfForeignPage = (
  { origin, host, "sec-fetch-site": site }: Readonly<Record<string, string | undefined>>,
  hosts: ReadonlySet<string> | undefined
): boolean =>
  // `none`: the person typed the address.
  (site !== undefined && site !== "same-origin" && site !== "none") ||
  (origin !== undefined && !isOwnOrigin(origin, host, hosts))

const portOf = (host: string | undefined) => /:(\d+)$/.exec(host ?? "")?.[1] ?? ""
