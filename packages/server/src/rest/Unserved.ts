/**
 * Reports requests that no route of the API answers, because the author of a library searches for hours after a silent
 * 404. The reports go to the log, the events and the metrics, each at a bounded rate. They show the template of an operation,
 * never ids or tokens of the path. Our choice: docs/choices.md "Control plane". Source: architecture.md "One request in a
 * straight line" 1.
 */
import { unserved } from "@backlot/domain/base/Limits"
import { NotFound } from "@backlot/domain/error/ServiceError"
import { NOT_IMPLEMENTED } from "@backlot/protocol/error/Header"
import { coverageOf, type Endpoint } from "@backlot/protocol/openapi/Coverage"
import { type OfficialOperation, officialOperations } from "@backlot/protocol/openapi/OfficialOperations"
import * as Access from "@backlot/usecases/access/Access"
import type { NewEvent } from "@backlot/usecases/event/EventLog"
import { EventLog } from "@backlot/usecases/event/EventLog"
import { Clock, Context, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import * as Answer from "../http/Answer.ts"
import { authorization, type Call, type Route } from "../http/Route.ts"
import * as Sieve from "../http/Sieve.ts"
import { Observation } from "../observability/Instruments.ts"

export class Unserved extends Context.Service<
  Unserved,
  {
    /** An official operation that this version lacks. */
    readonly operation: (operation: OfficialOperation, call: Call) => Effect.Effect<void>
    /** A path that is neither a route nor in the official document. */
    readonly route: (call: Call) => Effect.Effect<void>
  }
>()("@backlot/server/Unserved") {}

export const make = Effect.gen(function* () {
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof Access.authenticate>>>()
  const { instruments } = yield* Observation
  const { commit } = yield* EventLog
  const events = Sieve.make({ windowMs: unserved.eventMs, perWindow: unserved.eventsPerSecond, keys: unserved.keys })
  const lines = Sieve.make({ windowMs: unserved.logMs, perWindow: unserved.keys, keys: unserved.keys })
  const routeEvents = Sieve.make({ ...ROUTES, windowMs: unserved.eventMs })
  const routeLines = Sieve.make({ ...ROUTES, windowMs: unserved.logMs })
  const counted = instruments.counters(
    "backlot_rest_not_implemented_total",
    "Requests for what this version lacks",
    "operation"
  )

  const append = (event: NewEvent) =>
    Effect.catch(commit(Effect.succeed({ value: undefined, events: [event] })), (error) =>
      Effect.logError("Storage failed", error)
    )
  const applicationOf = (call: Call): Effect.Effect<string | null> =>
    Access.authenticate(authorization(call)).pipe(
      Effect.map(({ caller }) => caller.application_id),
      Effect.orElseSucceed(() => null),
      Effect.provideContext(services)
    )

  const operation = Effect.fnUntraced(function* ({ method, path, id }: OfficialOperation, call: Call) {
    counted(id)()
    const application_id = yield* applicationOf(call)
    const key = `${application_id} ${id}`
    const now = yield* Clock.currentTimeMillis
    const times = lines.admit(key, now)
    if (times > 0) {
      const text = `${method} ${path} (${id}) is not implemented by this version; see docs/coverage.md`
      yield* Effect.annotateLogs(Effect.logWarning(text), { application: application_id ?? "unknown", ...more(times) })
    }
    const count = events.admit(key, now)
    const data = { method, path, operation_id: id, application_id, count }
    if (count > 0) yield* append({ type: "rest.not_implemented", data })
  })

  const route = Effect.fnUntraced(function* ({ request: { method, url } }: Call) {
    const path = patternOf(url)
    if (!isMeantForApi(path)) return
    counted("unknown")()
    const now = yield* Clock.currentTimeMillis
    const at = `${method} ${path}`
    const times = routeLines.admit(at, now)
    if (times > 0) {
      const hint = hintOf(path)
      const text = `${at} is no route of the API`
      const line = hint === undefined ? Effect.logInfo(text) : Effect.logWarning(`${text}: ${hint}`)
      yield* Effect.annotateLogs(line, more(times))
    }
    const count = routeEvents.admit(at, now)
    if (count > 0) yield* append({ type: "rest.unknown_route", data: { method, path, count } })
  })

  return { operation, route } satisfies Unserved["Service"]
})

const ROUTES = { perWindow: unserved.unknownRoutes, keys: unserved.keys }

/** How many requests a line reports, when there are several. */
const more = (times: number) => (times > 1 ? { times } : {})

/** Hints about a wrong base URL by the path that it produces; the first match counts. */
const HINTS: ReadonlyArray<readonly [path: RegExp, hint: string]> = [
  [/^(?!\/api(\/|$))/, "the REST base of libraries is /api below this server's address (with a version: /api/v10)"],
  [/^\/api\/\//, "give the REST base without a slash at its end"],
  [/^\/api\/v\d+(\/api)?\/v\d/, "the library appends the version by itself: give it the REST base without one"]
]

const hintOf = (path: string): string | undefined => HINTS.find(([pattern]) => pattern.test(path))?.[1]

/** A path below `/api`, or one that would be a path of the API there. */
const isMeantForApi = (path: string): boolean => {
  const [first = "", second = ""] = path.split("/").slice(1)
  return first === "api" || ROOTS.has(VERSION.test(first) ? second : first)
}

const VERSION = /^v\d+$/

/** The path of an unknown route; `{}` replaces each segment that no official path has. */
const patternOf = (url: string): string => {
  const [path = ""] = url.split("?", 1)
  const segments = path.split("/").slice(1, SEGMENTS + 1)
  return `/${segments.map((segment) => (segment === "" || WORDS.has(segment) ? segment : "{}")).join("/")}`
}

/** The first segments of official paths. */
const ROOTS: ReadonlySet<string> = new Set(officialOperations().map(({ path }) => path.split("/", 2).join("")))

/** The length of the longest official path with its prefix of two segments. */
const SEGMENTS = 12

const WORDS: ReadonlySet<string> = new Set([
  "api",
  "v9",
  "v10",
  ...officialOperations().flatMap(({ path }) => path.split("/").filter((segment) => /^[^{]/.test(segment)))
])

/** A route for every official operation that is not among `endpoints`: a 404 that names the operation, and a report. */
export const missingRoutes = (endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<Route<never, Unserved>> =>
  coverageOf(endpoints)
    .filter(({ implemented }) => !implemented)
    .map(({ operation }) => {
      const answer = HttpServerResponse.setHeader(Answer.failure(new NotFound()), NOT_IMPLEMENTED, operation.id)
      return {
        method: operation.method,
        path: operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
        name: operation.id,
        handler: (call) =>
          Effect.flatMap(Unserved, (unserved) => Effect.as(unserved.operation(operation, call), answer))
      }
    })
