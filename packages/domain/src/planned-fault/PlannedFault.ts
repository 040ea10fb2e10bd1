/**
 * Planned faults: their actions on requests, deliveries and gateway frames. Matching is pure; `usecases/PlannedFaults`
 * counts. Source: product.md "Control plane" (faults). The shape is our choice: docs/choices.md "Planned faults".
 */
import type { Snowflake } from "../base/Snowflake.ts"
import { WEBHOOK_EVENT_TYPES } from "../record/WorldVocabulary.ts"

/**
 * Bounds of planned faults: their number, a delay in real milliseconds, repetitions, and the answer of one fault.
 * `waiting`: faults that wait to be written to the log. Our choice: docs/choices.md "Planned faults".
 */
export const limits = {
  faults: 100,
  delayMs: 600_000,
  times: 1_000_000,
  retryAfterMs: 86_400_000,
  bodyBytes: 256 * 1024,
  headers: 50,
  headerBytes: 8 * 1024,
  pathMax: 2048,
  eventMax: 100,
  waiting: 10_000
} as const

export const SURFACES = ["rest", "delivery", "gateway"] as const
export type Surface = (typeof SURFACES)[number]

/** A missing field matches everything. `PlannedFaultShape` describes the fields of a fault. */
export interface FaultMatch {
  readonly surface?: Surface
  readonly application?: Snowflake
  /** In upper case. */
  readonly method?: string
  readonly path?: string
  readonly event?: string
  /** The id of one gateway session. */
  readonly session?: string
}

export const SCOPES = ["user", "global", "shared"] as const

export interface PlannedRateLimit {
  readonly retry_after_ms: number
  readonly scope: (typeof SCOPES)[number]
}

/** The action on a match: at most one, besides a delay. */
export interface FaultAction {
  readonly delay_ms?: number
  readonly status?: number
  readonly body?: unknown
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly drop?: true
  readonly disconnect?: { readonly code?: number }
  readonly invalid_session?: { readonly resumable: boolean }
  readonly reconnect?: true
  readonly heartbeats?: "unanswered"
  readonly rate_limit?: PlannedRateLimit
}

export interface PlannedFault extends FaultAction {
  readonly match: FaultMatch
  readonly times?: number
  readonly after?: number
}

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
      /** Undefined for an identify, which begins one. */
      readonly session_id?: string | undefined
    }

/** Deliveries to the URLs of an application: interactions, URL verification, and webhook events. */
export const DELIVERY_EVENTS: ReadonlyArray<string> = ["INTERACTION_CREATE", "PING", ...WEBHOOK_EVENT_TYPES]

/** Gateway frames besides dispatches. */
export const GATEWAY_STEPS = ["HEARTBEAT", "IDENTIFY", "RESUME"] as const

export type Act = Omit<FaultAction, "heartbeats">

export type Matcher = (site: Site) => boolean

/** The surfaces where both action and match have a meaning; may be empty. */
export const surfacesOf = (fault: PlannedFault): ReadonlyArray<Surface> =>
  SURFACES.filter(
    (surface) =>
      [undefined, surface].includes(fault.match.surface) &&
      namedSurfaces(fault.match).includes(surface) &&
      actionSurfaces(fault).includes(surface)
  )

/** The surfaces where every given key of a match has a meaning. */
const namedSurfaces = ({ method, path, event, session }: FaultMatch): ReadonlyArray<Surface> => {
  if (session !== undefined) return method === undefined && path === undefined ? ["gateway"] : []
  if (method === undefined && path === undefined) return event === undefined ? SURFACES : ["delivery", "gateway"]
  return event === undefined ? ["rest", "delivery"] : ["delivery"]
}

const actionSurfaces = (fault: PlannedFault): ReadonlyArray<Surface> => {
  if (fault.rate_limit !== undefined) return ["rest"]
  if (fault.status !== undefined) return ["rest", "delivery"]
  if (fault.invalid_session ?? fault.reconnect ?? fault.heartbeats) return ["gateway"]
  if (fault.disconnect === undefined) return SURFACES
  if (fault.disconnect.code !== undefined) return ["gateway"]
  // A bare "disconnect" means the gateway sessions of bots.
  const { application: _, ...match } = fault.match
  return Object.values(match).every((value) => value === undefined) ? ["gateway"] : SURFACES
}

/** Whether the fault needs no event: it happens at once, to the current sessions. */
export const isImmediate = (fault: PlannedFault): boolean =>
  surfacesOf(fault).includes("gateway") &&
  fault.match.event === undefined &&
  (fault.disconnect ?? fault.invalid_session ?? fault.reconnect) !== undefined

export const matcherOf = (fault: PlannedFault): Matcher => {
  const { application, method, event, session } = fault.match
  const surfaces = surfacesOf(fault)
  const path = fault.match.path === undefined ? undefined : pathPattern(fault.match.path)
  return (site) =>
    surfaces.includes(site.surface) &&
    (application === undefined || application === site.application_id) &&
    (method === undefined || (site.surface !== "gateway" && method === site.method)) &&
    (session === undefined || (site.surface === "gateway" && session === site.session_id)) &&
    (path === undefined || (site.surface !== "gateway" && fitsPath(path, site.surface, site.path))) &&
    (site.surface === "rest" || fitsEvent(fault, event, site))
}

const fitsPath = (pattern: PathPattern, surface: Surface, path: string): boolean =>
  surface === "rest" ? pattern.fitsBelowVersion(path) : pattern.fits(path)

/** Without an event the fault matches dispatches, and deliveries of interactions. */
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

export const actOf = (fault: PlannedFault): Act => {
  const { match: _, times: _times, after: _after, heartbeats, ...act } = fault
  return heartbeats === undefined ? act : { ...act, drop: true }
}

/** Patterns for request paths: `*` and `{name}` match one segment. */
export interface PathPattern {
  readonly fits: (path: string) => boolean
  /** The same without the prefix of the version: `/api`, `/api/v9`, `/api/v10`. */
  readonly fitsBelowVersion: (path: string) => boolean
}

/** `text` begins with a slash. A trailing slash and percent-encoding make no difference. */
export const pathPattern = (text: string): PathPattern => {
  const whole = segmentsOf(text)
  const below = segmentsOf(belowVersion(text))
  return {
    fits: (path) => fitsAll(whole, segmentsOf(path)),
    fitsBelowVersion: (path) => fitsAll(below, segmentsOf(belowVersion(path)))
  }
}

const belowVersion = (path: string): string => path.replace(/^\/api(\/v\d{1,9})?(?=\/|$)/, "")

const segmentsOf = (path: string): ReadonlyArray<string> => path.replace(/\/$/, "").split("/").map(plain)

const plain = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const fitsAll = (pattern: ReadonlyArray<string>, path: ReadonlyArray<string>): boolean => {
  const open = pattern.at(-1) === "**"
  const named = open ? pattern.slice(0, -1) : pattern
  if (open ? path.length < pattern.length : path.length !== named.length) return false
  return named.every((segment, i) => isAny(segment) || segment === path[i])
}

const isAny = (segment: string): boolean => segment === "*" || /^\{[^{}]*\}$/.test(segment)
