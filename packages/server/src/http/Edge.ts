/**
 * Finds the route of a request and answers all errors of HTTP itself: unknown route, wrong method, unknown version,
 * foreign host, defects. Sources: architecture.md "One request in a straight line" 1; wire-rest.md §3.1, §3.3;
 * product.md "Surfaces of one server".
 */
import type { IncomingMessage } from "node:http"
import { InvalidApiVersion, MethodNotAllowed, NotFound } from "@backlot/domain/error/ServiceError"
import { exitOf } from "@backlot/usecases/store/AtOnce"
import { Cause, type Context, Effect, Exit } from "effect"
import * as Answer from "./Answer.ts"
import { discardRest } from "./Body.ts"
import type { WithPlannedFaults } from "./PlannedRestFaults.ts"
import type { Observe } from "./Requests.ts"
import { type Call, type Handler, noting, type Route } from "./Route.ts"
import { tableOf } from "./RouteTable.ts"
import { hasBody, type Sent } from "./Sent.ts"
import type { Handle } from "./Serving.ts"

/** Whether a host name is one of them. */
export type Hosts = Pick<ReadonlySet<string>, "has">

export interface EdgeOptions {
  /** Host names (without port) that this server answers to; undefined allows any. */
  readonly hosts: Hosts | undefined
  /** Measures and logs each request. */
  readonly observe?: Observe
  /** Called for each request that matches no route. */
  readonly unknown?: (call: Call) => Effect.Effect<void>
  /** Applies planned faults to each request. */
  readonly withPlannedFaults?: WithPlannedFaults
}

type Total<R> = Handler<never, R>

/**
 * Answers every request, at once or by an effect that waits. A handler runs to its end; it marks outside waits with
 * `Effect.interruptible`.
 */
export const edge =
  <R>(routes: ReadonlyArray<Route<never, R>>, options: EdgeOptions) =>
  (services: Context.Context<R>): Handle<R> => {
    const table = tableOf(routes)
    const observe = options.observe ?? ((_, handler) => handler)
    const withPlannedFaults = options.withPlannedFaults ?? ((_, handler) => handler)
    // Handlers are made on first use: a server in a test serves few of its routes.
    const handlers: Array<Total<R> | undefined> = []
    const handlerAt = (at: number): Total<R> | undefined => {
      const route = routes[at]
      if (route === undefined || handlers[at] !== undefined) return handlers[at]
      const { method, path } = route
      handlers[at] = observe({ method, path }, surviving(withPlannedFaults(path, route.make(services))))
      return handlers[at]
    }

    const refused =
      (answer: (call: Call) => Answer.Answer): Total<never> =>
      (call) =>
        noting(Effect.succeed(answer(call)), ({ status }) => (status === 404 ? options.unknown?.(call) : undefined))
    const strange = observe(
      { method: "ANY", path: "a foreign host" },
      refused(({ request }) => (isOneHost(request.source) ? foreignHost : unclearHost))
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

    // Nearly all requests have the host of the last one.
    let known: string | undefined
    const isKnown = (host: string | undefined): boolean => {
      if (host !== undefined && host === known) return true
      if (options.hosts?.has(hostName(host)) === false) return false
      known = host
      return true
    }

    const dispatch = (request: Sent) => {
      if (!isOneHost(request.source) || !isKnown(request.headers["host"])) return strange({ request, ...NOWHERE })
      const found = table.find(request.method === "HEAD" ? "GET" : request.method, request.url)
      const handler = found === undefined ? undefined : handlerAt(found.at)
      if (found === undefined || handler === undefined) return lost({ request, ...NOWHERE })
      return handler({ request, params: found.params, query: found.query })
    }

    return (request) =>
      hasBody(request)
        ? noting(dispatch(request), ({ status }) => (status === TOO_LARGE ? undefined : discardRest(request)))
        : dispatch(request)
  }

const NOWHERE = { params: {}, query: () => undefined }

/** Logs a defect and answers it with 500. */
const surviving =
  <R>(handler: Total<R>): Total<R> =>
  (call) => {
    const answer = attempt(handler, call)
    const exit = exitOf(answer)
    if (exit !== undefined && Exit.isSuccess(exit)) return exit
    return Effect.catchCause(answer, (cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.as(Effect.logError("A request ended in a defect", cause), Answer.internal)
    )
  }

const attempt = <R>(handler: Total<R>, call: Call): Effect.Effect<Answer.Answer, never, R> => {
  try {
    return handler(call)
  } catch (defect) {
    return Effect.die(defect)
  }
}

/** This answer is sent at once; the rest of the request is not read. */
const TOO_LARGE = 413

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
    : Answer.withHeaders(Answer.failure(new MethodNotAllowed()), { allow: allowed.join(", ") })
}

/** `[::1]:80` → `[::1]`, `localhost:80` → `localhost`. */
export const hostName = (host: string | undefined): string => (host ?? "").replace(/:\d+$/, "").toLowerCase()

export const FOREIGN_ORIGIN = "Requests of another origin are refused here."

/** Whether this server serves the pages of this origin. */
export const isOwnOrigin = (origin: string, host: string | undefined, hosts: Hosts | undefined): boolean => {
  const url = URL.parse(origin)
  if (url === null) return false
  return url.host === host || (hosts?.has(hostName(url.host)) === true && url.port === portOf(host))
}

/** Whether a page of another site made a browser send this. Programs send none of these headers. */
export const isOfForeignPage = (
  { origin, host, "sec-fetch-site": site }: Readonly<Record<string, string | undefined>>,
  hosts: Hosts | undefined
): boolean =>
  // `none`: the person typed the address.
  (site !== undefined && site !== "same-origin" && site !== "none") ||
  (origin !== undefined && !isOwnOrigin(origin, host, hosts))

const portOf = (host: string | undefined) => /:(\d+)$/.exec(host ?? "")?.[1] ?? ""
