/**
 * The answer of a planned fault, sent instead of the API's own. Source: wire-rest.md §3.1, §4.1.
 * The texts are our choice: docs/choices.md "Planned faults".
 */
import { STATUS_CODES } from "node:http"
import { RateLimited } from "@backlot/domain/error/ServiceError"
import { limitedRoute, type Refusal } from "@backlot/domain/limit/RateLimit"
import type { PlannedRateLimit } from "@backlot/domain/planned-fault/PlannedFault"
import { JSON_TYPE } from "@backlot/protocol/error/Header"
import type { Act } from "@backlot/usecases/planned-fault/PlannedFaults"
import { HttpServerResponse } from "effect/http"
import * as Answer from "./Answer.ts"

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
    return HttpServerResponse.setHeaders(rateLimited(BRIEF, answered), act.headers ?? {})
  }
  const { type, text } = bodyOf(act, act.status)
  const { "content-type": contentType = type, ...headers } = act.headers ?? {}
  return text === ""
    ? HttpServerResponse.empty({ status: act.status, headers: act.headers ?? {} })
    : HttpServerResponse.text(text, { status: act.status, contentType, headers })
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
  return scope === "shared" ? HttpServerResponse.setHeader(answer, "x-ratelimit-scope", "shared") : answer
}

/** The bucket size in the headers of a planned 429. */
const LIMIT = 5
