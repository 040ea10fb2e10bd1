/**
 * What HTTP itself can get wrong, in one place: unknown route, wrong method, unknown version, foreign host, defects.
 * Everything behind it answers with a body of its surface. Sources: architecture.md "One request in a straight line"
 * 1; wire-rest.md §3.1, §3.3; product.md "Surfaces of one server".
 */
import { IncomingMessage } from "node:http"
import { http } from "@backlot/domain/Limits"
import { InvalidApiVersion, MethodNotAllowed, NotFound } from "@backlot/domain/ServiceError"
import { Cause, Effect } from "effect"
import { FindMyWay, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Faulted } from "../faults/RestFaults.ts"
import type { Observe } from "../observability/Requests.ts"
import * as Answer from "./Answer.ts"
import { discardRest } from "./Body.ts"
import type { Call, Handler, Route } from "./Route.ts"

export interface EdgeOptions {
  /** Host names (without port) that this server answers to; `undefined` answers to any. */
  readonly hosts: ReadonlySet<string> | undefined
  /** What is told of each request; nothing without. */
  readonly observe?: Observe
  /** Told of each request whose path is no route, whatever its method. */
  readonly unknown?: (call: Call) => Effect.Effect<void>
  /** What may happen to a request on purpose; nothing without. */
  readonly faulted?: Faulted
}

type Total<R> = Handler<never, R>

const MATCHING = {
  caseSensitive: true,
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: false,
  maxParamLength: http.pathSegmentLength
}

/**
 * One effect that answers every request. Handlers run to their end though the client may go away or the server stop;
 * where one waits for something outside, it says so with `Effect.interruptible`.
 */
export const edge = <R>(routes: ReadonlyArray<Route<never, R>>, options: EdgeOptions) => {
  const router = FindMyWay.make<Total<R>>(MATCHING)
  const paths = FindMyWay.make<Array<string>>(MATCHING)
  const methods = new Map<string, Array<string>>()
  const observe = options.observe ?? ((_, handler) => handler)
  const faulted = options.faulted ?? ((_, handler) => handler)
  for (const { method, path, handler } of routes) {
    // Paths and methods come from contracts, which type them more narrowly.
    router.on(method as "GET", path as `/${string}`, observe({ method, path }, surviving(faulted(path, handler))))
    const shape = path.replace(/:\w+/g, ":")
    const allowed = methods.get(shape) ?? []
    // The list is filled while routes of the same shape follow.
    if (allowed.length === 0) paths.on("GET", path as `/${string}`, allowed)
    allowed.push(method)
    methods.set(shape, allowed)
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
    refused(({ request }) => (lacksHost(request) ? missingHost : foreignHost))
  )
  const lost = observe(
    { method: "ANY", path: "no route" },
    surviving(
      faulted(
        "no route",
        refused(({ request: { url } }) => unmatched(paths.find("GET", routed(url))?.handler, url))
      )
    )
  )

  const dispatch = (request: HttpServerRequest.HttpServerRequest) => {
    if (lacksHost(request) || options.hosts?.has(hostName(request.headers["host"])) === false) {
      return strange({ request, params: {}, query: () => undefined })
    }
    const method = request.method === "HEAD" ? "GET" : request.method
    const found = router.find(method as "GET", routed(request.url))
    if (found === undefined) return lost({ request, params: {}, query: () => undefined })
    const query = (name: string) => first(found.searchParams[name])
    return found.handler({ request, params: found.params, query })
  }

  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    hasBody(request)
      ? Effect.tap(dispatch(request), ({ status }) => (status === TOO_LARGE ? Effect.void : discardRest(request)))
      : dispatch(request)
  )
}

/**
 * The address as the router is to read it. Clients may encode `@me` (@discordjs/core does), and the router leaves
 * reserved characters as they are. It ends a path at `;` and `#` too, which are characters of the path here: otherwise
 * a request would reach the endpoint of a shorter path.
 */
const routed = (url: string): string => {
  const address = url.replaceAll("%40", "@")
  if (!/[;#]/.test(address)) return address
  const [path = "", ...query] = address.split("?")
  return [path.replaceAll(";", "%3B").replaceAll("#", "%23"), ...query].join("?")
}

/** A defect is logged and answered. */
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

/** Who sends too much is told so at once. */
const TOO_LARGE = 413

const hasBody = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

/** Of HTTP/1.1 every request names its host (RFC 9112 §3.2). */
const lacksHost = ({ headers, source }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["host"] === undefined && source instanceof IncomingMessage && source.httpVersion !== "1.0"

const missingHost = Answer.json(400, { message: "400: Bad Request", code: 0 })

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

const foreignHost = Answer.json(403, {
  message: "This server does not answer to that host name. Start it with --allowed-host to add one.",
  code: 0
})
