/**
 * Applies planned faults to requests to the API, before anything else. A request that a planned fault answers does not
 * count towards any limit. Unknown routes are included, the control plane never is. Source: product.md "Control plane"
 * (faults); wire-rest.md §3.1, §4.1. Our choice: docs/choices.md "Planned faults".
 */
import { STATUS_CODES } from "node:http"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { RateLimited, type ServiceError } from "@backlot/domain/error/ServiceError"
import { limitedRoute, type Refusal } from "@backlot/domain/limit/RateLimit"
import type { PlannedRateLimit } from "@backlot/domain/planned-fault/PlannedFault"
import type { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage, type StorageError } from "@backlot/ports/Storage"
import { FAULT, JSON_TYPE } from "@backlot/protocol/error/Header"
import * as Access from "@backlot/usecases/access/Access"
import { findByToken } from "@backlot/usecases/access/InteractionToken"
import * as Trace from "@backlot/usecases/interaction/Trace"
import { type Act, PlannedFaults, type TakenAct } from "@backlot/usecases/planned-fault/PlannedFaults"
import type { KeptReads } from "@backlot/usecases/store/KeptReads"
import { Effect } from "effect"
import * as Answer from "./Answer.ts"
import { authorization, type Call, type Handler } from "./Route.ts"

/** Adds planned faults to a handler. `route` is its pattern, or any text for a request without a route. */
export type WithPlannedFaults = <R>(route: string, handler: Handler<never, R>) => Handler<never, R>

/** A planned delay ends early when `stops` does. */
export const make = Effect.fnUntraced(function* (stops: Effect.Effect<void>) {
  const within = Effect.provideContext(yield* Effect.context<Needs>())
  const plannedFaults = yield* PlannedFaults
  const applyTo = Effect.fnUntraced(function* <R>(route: string, handler: Handler<never, R>, call: Call) {
    const { method, url } = call.request
    const path = url.split("?", 1).join("")
    const { application_id, interaction_id } = yield* within(subjectOf(call))
    const hit = { surface: "rest", application_id, interaction: interaction_id, method, route } as const
    const act = yield* plannedFaults.claim({ surface: "rest", application_id, method, path }, hit)
    if (act === undefined) return yield* handler(call)
    if (interaction_id !== undefined) {
      yield* within(notePlannedFault(interaction_id, { surface: "rest", method, route }, act))
    }
    if (act.delay_ms !== undefined) yield* Effect.interruptible(Effect.raceFirst(Effect.sleep(act.delay_ms), stops))
    if (act.drop === true || act.disconnect !== undefined) return yield* cut(call, act)
    const now = yield* within(serviceNow)
    const answer = answerOf(act, { method, route, now })
    return answer === undefined ? yield* handler(call) : Answer.withHeaders(answer, { [FAULT]: act.fault_id })
  })
  const withPlannedFaults: WithPlannedFaults = (route, handler) => {
    if (route.startsWith("/") && !isApi(route)) return handler
    return (call) =>
      plannedFaults.isPlanned("rest") && isApi(call.request.url) ? applyTo(route, handler, call) : handler(call)
  }
  return withPlannedFaults
})

type Needs = Storage | Secrets | ServiceClock | KeptReads

const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url)

const serviceNow = Effect.flatMap(ServiceClock, ({ now }) => now)

/** Adds a planned fault to the trace of the interaction that it hit. */
export const notePlannedFault = (
  interactionId: Snowflake,
  place: object,
  { fault_id, body: _, headers: _headers, ...action }: TakenAct
) => Trace.note(interactionId, "fault", { fault_id, ...place, action })

interface Subject {
  readonly application_id?: Snowflake
  readonly interaction_id?: Snowflake
}

/** The application behind a request, by the interaction token in its path or by the caller's token. */
const subjectOf = Effect.fnUntraced(
  function* (call: Call): Effect.fn.Return<Subject, StorageError | ServiceError, Needs> {
    const token = call.params["interaction_token"] ?? call.params["webhook_token"]
    const record = token === undefined ? undefined : yield* (yield* Storage).transaction(() => findByToken(token))
    if (record !== undefined) return { application_id: record.application_id, interaction_id: record.id }
    const { caller } = yield* Access.authenticate(authorization(call))
    return { application_id: caller.application_id }
  },
  Effect.orElseSucceed((): Subject => ({}))
)

/** Closes the socket and ends the request as if the client had gone away. */
const cut = (call: Call, { disconnect }: TakenAct) =>
  Effect.andThen(
    Effect.sync(() => {
      const { socket } = call.request.source
      if (disconnect === undefined) socket.destroy()
      else socket.resetAndDestroy()
    }),
    Effect.interrupt
  )

export interface Answered {
  readonly method: string
  /** The route's pattern, with its prefix. */
  readonly route: string
  /** Milliseconds of the service clock. */
  readonly now: number
}

/** The answer of an act; undefined if it has none. */
export const answerOf = (act: Act, answered: Answered): Answer.Answer | undefined => {
  if (act.rate_limit !== undefined) return rateLimited(act.rate_limit, answered)
  if (act.status === undefined) return undefined
  if (act.status === 429 && act.body === undefined) {
    return Answer.withHeaders(rateLimited(BRIEF, answered), act.headers ?? {})
  }
  const { type, text } = bodyOf(act, act.status)
  const { "content-type": contentType = type, ...headers } = act.headers ?? {}
  return text === "" ? Answer.empty(act.status, act.headers) : Answer.of(act.status, contentType, text, headers)
}

/** The given body, or the platform's error body. A given string is plain text unless its headers say otherwise. */
export const bodyOf = ({ body }: Act, status: number): { readonly type: string; readonly text: string } => {
  if (typeof body === "string") return { type: "text/plain; charset=utf-8", text: body }
  if (body !== undefined) return { type: JSON_TYPE, text: JSON.stringify(body) }
  if (status < 400) return { type: JSON_TYPE, text: "" }
  return {
    type: JSON_TYPE,
    text: JSON.stringify({ message: `${status}: ${STATUS_CODES[status] ?? "Error"}`, code: 0 })
  }
}

/** For a 429 without further settings. */
const BRIEF: PlannedRateLimit = { retry_after_ms: 1_000, scope: "user" }

const rateLimited = ({ retry_after_ms, scope }: PlannedRateLimit, { method, route, now }: Answered): Answer.Answer => {
  const { bucket } = limitedRoute(method, route.replace(/^\/api(\/v\d+)?/, ""))
  const window = { limit: LIMIT, remaining: 0, reset_ms: now + retry_after_ms, reset_after_ms: retry_after_ms, bucket }
  const refusal: Refusal =
    scope === "global" ? { global: true, retry_after_ms } : { global: false, retry_after_ms, window }
  const answer = Answer.failure(new RateLimited({ refusal }))
  return scope === "shared" ? Answer.withHeaders(answer, { "x-ratelimit-scope": "shared" }) : answer
}

/** The bucket size in the headers of a planned 429. */
const LIMIT = 5
