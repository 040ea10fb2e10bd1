/** Reports requests (metrics, log, span) by the pattern of the route, because its path can hold interaction tokens. */
import { exitOf } from "@backlot/usecases/store/AtOnce"
import { Clock, Effect, Exit, LogLevel, References } from "effect"
import { type Counter, type Instruments, Observation } from "../observability/Instruments.ts"
import { secondsSince, spanned } from "../observability/Spans.ts"
import type { WireTap } from "../observability/WireTap.ts"
import type { Answer } from "./Answer.ts"
import { restTap } from "./RestTap.ts"
import type { Call, Handler, Route } from "./Route.ts"
import { traceOf } from "./TraceParent.ts"

/** The path is the pattern: `/api/v10/applications/:application_id/commands`. */
type ObservedRoute = Pick<Route<never, never>, "method" | "path">

/** Adds the reports to a handler. */
export type Observe = <R>(route: ObservedRoute, handler: Handler<never, R>) => Handler<never, R>

export const make = Effect.fnUntraced(function* (wireTap: WireTap["Service"]) {
  const tapped = yield* restTap(wireTap)
  const { instruments, tracing } = yield* Observation
  const level = yield* References.MinimumLogLevel
  const verbose = LogLevel.isLessThanOrEqualTo(level, "Debug")
  const refused = refusals(instruments)
  const clock = yield* Clock.Clock
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof traceOf>>>()
  const partOf = (call: Call) => Effect.provideContext(traceOf(call), services)
  const progress = { inFlight: 0, number: 0 }
  instruments.gauge("backlot_http_requests_in_flight", "Requests under way", () => progress.inFlight)

  const observe: Observe = (route, watched) => {
    const handler = tapped(route, watched)
    const durations = durationsOf(instruments, route)
    const finished = (call: Call, number: number, seconds: number, answer: Answer | undefined) => {
      progress.inFlight--
      const status = answer?.status ?? CLIENT_GONE
      durations(status)(seconds)
      if (answer !== undefined && status === 429) refused(answer)()
      if (!verbose && status < 500) return undefined
      return Effect.annotateLogs(status < 500 ? Effect.logDebug(FINISHED) : Effect.logWarning(FINISHED), {
        method: route.method,
        route: route.path,
        status,
        duration_ms: Math.round(seconds * 1e6) / 1e3,
        ...applicationOf(call),
        request: number
      })
    }
    const measured: typeof handler = (call) => {
      const number = ++progress.number
      progress.inFlight++
      const begun = clock.monotonicTimeNanosUnsafe()
      // The log annotates only what a fiber runs.
      const answer = verbose
        ? Effect.annotateLogs(
            Effect.suspend(() => handler(call)),
            { request: number }
          )
        : handler(call)
      const report = (exit: Exit.Exit<Answer>) => finished(call, number, secondsSince(clock, begun), answerOf(exit))
      const exit = exitOf(answer)
      if (exit === undefined) return Effect.onExitPrimitive(answer, report)
      const reported = report(exit)
      return reported === undefined ? answer : Effect.andThen(reported, answer)
    }
    return tracing ? traced(route, (call) => Effect.suspend(() => measured(call)), partOf) : measured
  }
  return { observe, inFlight: () => progress.inFlight }
})

const FINISHED = "A request is finished"

/** nginx's status for a client that went away before the answer. */
const CLIENT_GONE = 499

const answerOf = (exit: Exit.Exit<Answer>): Answer | undefined => (Exit.isSuccess(exit) ? exit.value : undefined)

/** The application id in the path. The webhook of an interaction has the id of its application. */
const applicationOf = ({ params }: Call): { readonly application?: string } => {
  const id = params["application_id"] ?? params["webhook_id"]
  return id !== undefined && /^\d{1,20}$/.test(id) ? { application: id } : {}
}

const durationsOf = (instruments: Instruments, { method, path }: ObservedRoute) => {
  const known: Array<ReturnType<Instruments["durations"]> | undefined> = []
  return (status: number) => {
    const labels = { method, route: path, status: String(status) }
    known[status] ??= instruments.durations("backlot_http_request_duration_seconds", "Time to the answer", labels)
    return known[status]
  }
}

/** wire-rest.md §4: a 429 has its scope in a header. One from the address limit has none. */
const SCOPES: ReadonlyArray<string> = ["user", "global", "shared"]

const refusals = (instruments: Instruments): ((answer: Answer) => Counter) => {
  const counterOf = instruments.counters("backlot_rate_limit_refusals_total", "Answers of 429, by scope", "scope")
  // Exporters show these before the first refusal.
  for (const scope of [...SCOPES, "address"]) counterOf(scope)
  return ({ headers }) => {
    const scope = headers["x-ratelimit-scope"] ?? ""
    return counterOf(SCOPES.includes(scope) ? scope : "address")
  }
}

const traced =
  <R>(
    route: ObservedRoute,
    handler: Handler<never, R>,
    partOf: (call: Call) => Effect.Effect<Effect.Success<ReturnType<typeof traceOf>>>
  ): Handler<never, R> =>
  (call) =>
    Effect.flatMap(partOf(call), (part) =>
      spanned(
        handler(call),
        `${route.method} ${route.path}`,
        {
          ...part,
          kind: "server",
          attributes: { "http.request.method": route.method, "http.route": route.path, ...tracedApplication(call) }
        },
        (exit) => {
          const status = answerOf(exit)?.status ?? CLIENT_GONE
          return { failed: status >= 500, attributes: { "http.response.status_code": status } }
        }
      )
    )

const tracedApplication = (call: Call): Readonly<Record<string, string>> => {
  const { application } = applicationOf(call)
  return application === undefined ? {} : { "backlot.application_id": application }
}
