/**
 * Faults on purpose: what is done to which requests, deliveries and gateway frames. Matching is pure; who counts is
 * `usecases/PlannedFaults`. Source: product.md "Control plane" (faults); the shape is ours.
 */

import type { Snowflake } from "../base/Snowflake.ts"
import { type PathPattern, pathPattern } from "../limit/PathPattern.ts"
import { WEBHOOK_EVENT_TYPES } from "../record/WorldVocabulary.ts"

export const SURFACES = ["rest", "delivery", "gateway"] as const
export type Surface = (typeof SURFACES)[number]

/** What is left out fits everything. */
export interface FaultMatch {
  readonly surface?: Surface
  readonly application?: Snowflake
  /** Of a request, in upper case. */
  readonly method?: string
  /** Of a request to `/api`, with or without the version; of a delivery that of the endpoint URL. */
  readonly path?: string
  /** Of a delivery one of `DELIVERY_EVENTS`; of the gateway the name of a dispatch, or one of `GATEWAY_STEPS`. */
  readonly event?: string
}

export const SCOPES = ["user", "global", "shared"] as const

/** A 429. */
export interface PlannedRateLimit {
  readonly retry_after_ms: number
  readonly scope: (typeof SCOPES)[number]
}

/** What happens to who fits. Besides a delay there is at most one thing. */
export interface FaultAction {
  /** Real milliseconds. */
  readonly delay_ms?: number
  readonly status?: number
  /** A text goes out as it is, anything else as JSON. */
  readonly body?: unknown
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** REST: closed without an answer; delivery: not sent, so that its time runs out; gateway: not sent, not counted. */
  readonly drop?: true
  /** REST: reset; delivery: refused; gateway: closed with the code, without one cut. */
  readonly disconnect?: { readonly code?: number }
  readonly invalid_session?: { readonly resumable: boolean }
  readonly reconnect?: true
  readonly heartbeats?: "unanswered"
  readonly rate_limit?: PlannedRateLimit
}

export interface PlannedFault extends FaultAction {
  readonly match: FaultMatch
  /** How often it happens; without it until it is removed. */
  readonly times?: number
  /** How many that fit are let pass before. */
  readonly after?: number
}

/** What could be hit. */
export type Site =
  | {
      readonly surface: "rest"
      readonly application_id?: Snowflake | undefined
      readonly method: string
      /** As in the URL, without the query. */
      readonly path: string
    }
  | {
      readonly surface: "delivery"
      readonly application_id: Snowflake
      readonly method: "POST"
      readonly path: string
      readonly event: string
    }
  | {
      readonly surface: "gateway"
      readonly application_id: Snowflake
      /** `t` of a dispatch, or one of `GATEWAY_STEPS`. */
      readonly event: string
    }

/** What is delivered to the URLs of an application: interactions, what verifies a URL, and webhook events. */
export const DELIVERY_EVENTS: ReadonlyArray<string> = ["INTERACTION_CREATE", "PING", ...WEBHOOK_EVENT_TYPES]

/** What happens at the gateway besides dispatches. */
export const GATEWAY_STEPS = ["HEARTBEAT", "IDENTIFY", "RESUME"] as const

/** What is done at a site. */
export type Act = Omit<FaultAction, "heartbeats">

export type Matcher = (site: Site) => boolean

/** Where it can happen: where its action means something, and its match too. Empty when it means nothing anywhere. */
export const surfacesOf = (fault: PlannedFault): ReadonlyArray<Surface> =>
  SURFACES.filter(
    (surface) =>
      [undefined, surface].includes(fault.match.surface) &&
      namedSurfaces(fault.match).includes(surface) &&
      actionSurfaces(fault).includes(surface)
  )

/** Where each key of a match means something. */
const namedSurfaces = ({ method, path, event }: FaultMatch): ReadonlyArray<Surface> => {
  if (method === undefined && path === undefined) return event === undefined ? SURFACES : ["delivery", "gateway"]
  return event === undefined ? ["rest", "delivery"] : ["delivery"]
}

const actionSurfaces = (fault: PlannedFault): ReadonlyArray<Surface> => {
  if (fault.rate_limit !== undefined) return ["rest"]
  if (fault.status !== undefined) return ["rest", "delivery"]
  if (fault.invalid_session ?? fault.reconnect ?? fault.heartbeats) return ["gateway"]
  if (fault.disconnect === undefined) return SURFACES
  if (fault.disconnect.code !== undefined) return ["gateway"]
  // Who only says "disconnect" speaks of bots.
  const { surface, method, path, event } = fault.match
  return surface === undefined && method === undefined && path === undefined && event === undefined
    ? ["gateway"]
    : SURFACES
}

/** It waits for no event: it is done at once to the sessions that are there. */
export const isImmediate = (fault: PlannedFault): boolean =>
  surfacesOf(fault).includes("gateway") &&
  fault.match.event === undefined &&
  (fault.disconnect ?? fault.invalid_session ?? fault.reconnect) !== undefined

export const matcherOf = (fault: PlannedFault): Matcher => {
  const { application, method, event } = fault.match
  const surfaces = surfacesOf(fault)
  const path = fault.match.path === undefined ? undefined : pathPattern(fault.match.path)
  return (site) =>
    surfaces.includes(site.surface) &&
    (application === undefined || application === site.application_id) &&
    (method === undefined || (site.surface !== "gateway" && method === site.method)) &&
    (path === undefined || (site.surface !== "gateway" && fitsPath(path, site.surface, site.path))) &&
    (site.surface === "rest" || fitsEvent(fault, event, site))
}

const fitsPath = (pattern: PathPattern, surface: Surface, path: string): boolean =>
  surface === "rest" ? pattern.fitsBelowVersion(path) : pattern.fits(path)

/** Without an event named, dispatches are meant, and the deliveries of interactions. */
const fitsEvent = (
  fault: PlannedFault,
  event: string | undefined,
  site: { surface: Surface; event: string }
): boolean => {
  if (fault.heartbeats !== undefined) return site.event === "HEARTBEAT"
  if (event !== undefined) return site.event === event
  return site.surface === "delivery" ? site.event === "INTERACTION_CREATE" : !STEPS.includes(site.event)
}

const STEPS: ReadonlyArray<string> = GATEWAY_STEPS

/** What is left of a fault once it is known that it happens. */
export const actOf = (fault: PlannedFault): Act => {
  const { match: _, times: _times, after: _after, heartbeats, ...act } = fault
  return heartbeats === undefined ? act : { ...act, drop: true }
}
