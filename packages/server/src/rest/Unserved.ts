/**
 * Reports requests that no route of the API answers, because the author of a library searches for hours after a silent
 * 404. The reports go to the log, the events and the metrics, each at a bounded rate. They show the template of an operation,
 * never ids or tokens of the path. Our choice: docs/choices.md "Control plane". Source: architecture.md "One request in a
 * straight line" 1.
 */

import { elapsed } from "@backlot/domain/base/Elapsed"
import { unserved } from "@backlot/domain/base/Limits"
import { NotFound } from "@backlot/domain/error/ServiceError"
import { succeed } from "@backlot/ports/Body"
import { NOT_IMPLEMENTED } from "@backlot/protocol/error/Header"
import { coverageOf, type Endpoint, UNLISTED } from "@backlot/protocol/openapi/Coverage"
import { type OfficialOperation, officialOperations } from "@backlot/protocol/openapi/OfficialOperations"
import type { NewEvent } from "@backlot/usecases/event/EventLog"
import { EventLog } from "@backlot/usecases/event/EventLog"
import { Context, Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import { callingApplication } from "../http/CallingApplication.ts"
import type { Call, Route } from "../http/Route.ts"
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
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof callingApplication>>>()
  const { instruments } = yield* Observation
  const { commit } = yield* EventLog
  const counted = instruments.counters(
    "backlot_rest_not_implemented_total",
    "Requests for what this version lacks",
    "operation"
  )

  /** Reports requests in the log and as events, each at its bounded rate. */
  const reporting = (linesPerWindow: number, eventsPerWindow: number) => {
    const lines = Sieve.make({ windowMs: unserved.logMs, perWindow: linesPerWindow, keys: unserved.keys })
    const events = Sieve.make({ windowMs: unserved.eventMs, perWindow: eventsPerWindow, keys: unserved.keys })
    return Effect.fnUntraced(function* (key: string, line: Effect.Effect<void>, eventOf: (count: number) => NewEvent) {
      const now = yield* elapsed
      const times = lines.admit(key, now)
      if (times > 0) yield* Effect.annotateLogs(line, times > 1 ? { times } : {})
      const count = events.admit(key, now)
      if (count === 0) return
      const stored = commit(() => succeed({ value: undefined, events: [eventOf(count)] }))
      yield* Effect.catch(stored, (error) => Effect.logError("Storage failed", error))
    })
  }
  const reportOperation = reporting(unserved.keys, unserved.eventsPerSecond)
  const reportRoute = reporting(unserved.unknownRoutes, unserved.unknownRoutes)
  const applicationOf = (call: Call): Effect.Effect<string | null> =>
    Effect.provideContext(callingApplication(call), services)

  const operation = Effect.fnUntraced(function* ({ method, path, id }: OfficialOperation, call: Call) {
    counted(id)()
    const application_id = yield* applicationOf(call)
    const text = `${method} ${path} (${id}) is not implemented by this version; see docs/coverage.md`
    const line = Effect.annotateLogs(Effect.logWarning(text), { application: application_id ?? "unknown" })
    yield* reportOperation(`${application_id} ${id}`, line, (count) => ({
      type: "rest.not_implemented",
      data: { method, path, operation_id: id, application_id, count }
    }))
  })

  const route = Effect.fnUntraced(function* ({ request: { method, url } }: Call) {
    const path = patternOf(url)
    if (!isMeantForApi(path)) return
    counted("unknown")()
    const hint = HINTS.find(([pattern]) => pattern.test(path))?.[1]
    const text = `${method} ${path} is no route of the API`
    const line = hint === undefined ? Effect.logInfo(text) : Effect.logWarning(`${text}: ${hint}`)
    yield* reportRoute(`${method} ${path}`, line, (count) => ({
      type: "rest.unknown_route",
      data: { method, path, count }
    }))
  })

  return { operation, route } satisfies Unserved["Service"]
})

/** Hints about a wrong base URL by the path that it produces; the first match counts. */
const HINTS: ReadonlyArray<readonly [path: RegExp, hint: string]> = [
  [/^(?!\/api(\/|$))/, "the REST base of libraries is /api below this server's address (with a version: /api/v10)"],
  [/^\/api\/v\d+(\/api)?\/v\d/, "the library appends the version by itself: give it the REST base without one"]
]

/** A path below `/api`, or one that would be a path of the API there. */
const isMeantForApi = (path: string): boolean => {
  const [first = "", second = ""] = path.split("/").slice(1)
  return first === "api" || words().roots.has(VERSION.test(first) ? second : first)
}

const VERSION = /^v\d+$/

/** The path of an unknown route; `{}` replaces each segment that no official path has. */
const patternOf = (url: string): string => {
  const [path = ""] = url.split("?", 1)
  const segments = path.split("/").slice(1, SEGMENTS + 1)
  const { all } = words()
  return `/${segments.map((segment) => (segment === "" || all.has(segment) ? segment : "{}")).join("/")}`
}

/** The length of the longest official path with its prefix of two segments. */
const SEGMENTS = 12

interface Words {
  /** The first segments of official paths. */
  readonly roots: ReadonlySet<string>
  readonly all: ReadonlySet<string>
}

let known: Words | undefined

/** The words of official paths, collected for the first path that is no route. */
const words = (): Words => {
  if (known !== undefined) return known
  const paths = officialOperations().map(({ path }) => path.split("/").slice(1))
  const literal = paths.flat().filter((segment) => /^[^{]/.test(segment))
  known = { roots: new Set(paths.map(([first = ""]) => first)), all: new Set(["api", "v9", "v10", ...literal]) }
  return known
}

/** A route for every operation of the platform that is not among `endpoints`: a 404 that names the operation, and a report. */
export const missingRoutes = (endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<Route<never, Unserved>> =>
  [...coverageOf(endpoints).flatMap(({ operation, implemented }) => (implemented ? [] : operation)), ...UNLISTED].map(
    (operation) => {
      const answer = Answer.withHeaders(Answer.failure(new NotFound()), { [NOT_IMPLEMENTED]: operation.id })
      return {
        method: operation.method,
        path: operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
        name: operation.id,
        make: (services) => (call) => Effect.as(Context.get(services, Unserved).operation(operation, call), answer)
      }
    }
  )
