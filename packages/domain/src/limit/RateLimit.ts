/** The policy of rate limits. Sources: service.md "Limits"; wire-rest.md §4; decisions 26 to 29. */
import { rateLimit } from "../base/Limits.ts"
import { isSnowflake, type Snowflake } from "../base/Snowflake.ts"
import type { RateLimitBucket, RateLimitOverride } from "../record/World.ts"
import { PLATFORM_LIMITS } from "./PlatformLimits.ts"

/** Rate limits refuse (`enforce`), only count and show headers (`observe`), or are off (`off`): decision 29. */
export type LimitsMode = "enforce" | "observe" | "off"

/** A frozen clock never opens a window, so it implies `observe` (architecture.md "Time, chance, limits"). */
export const limitsMode = (chosen: LimitsMode | undefined, clock: "real" | "frozen"): LimitsMode =>
  chosen ?? (clock === "frozen" ? "observe" : "enforce")

/** The identity of one route's bucket, computed once per route. */
export interface LimitedRoute {
  readonly method: string
  /** The path after the version, with every parameter as `{}`. */
  readonly shape: string
  /** The value of `X-RateLimit-Bucket`. */
  readonly bucket: string
  /** Path parameters that name a top-level resource; each value has its own bucket. */
  readonly majors: ReadonlyArray<string>
  /** The bucket that service.md gives the route. */
  readonly own?: RouteLimit
  /** What the platform allows on the route, as far as it is known. */
  readonly platform?: RouteLimit
}

/**
 * `path` is the path after the version, with `:name` or `{name}` for a parameter. The hash is 32 hex digits of method
 * and shape: the same in every version, without ids. Each route has its own hash, because clients queue by it. Our
 * choice: docs/choices.md "Rate limits".
 */
export const limitedRoute = (method: string, path: string): LimitedRoute => {
  const shape = shapeOf(path)
  const majors = MAJORS.filter((name) => path.includes(`:${name}`))
  const name = `${method} ${shape}`
  const [own, known] = [routeLimits[name], PLATFORM_LIMITS[name]]
  const platform = known === undefined ? undefined : ({ limit: known[0], windowMs: known[1], per: "major" } as const)
  return { method, shape, bucket: hashOf(name), majors, ...(own && { own }), ...(platform && { platform }) }
}

/** The path with every parameter as `{}`, whatever its name. */
export const shapeOf = (path: string): string => path.replace(/:[a-z_]+|\{[^{}/]*\}/g, "{}")

/** The limits of an application when the world sets none. */
export const defaultAllowance = (application_id: Snowflake): RateLimitOverride => ({
  application_id,
  per_second: rateLimit.perSecond,
  buckets: [],
  routes: "open"
})

/** One window that counts a request. */
export interface Quota {
  /** The key of its counter: printable ASCII. */
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  readonly global: boolean
}

/**
 * The windows of a request by an application with `allowance`, the global one first. Interaction routes are outside the
 * global window (decision 27). A bucket of the world replaces the route's own. Buckets count by application and
 * top-level resource; all invalid ids share one counter, since they are refused right after. `userId` is the user of
 * the token; a bot counts as one user.
 */
export const quotasOf = (
  route: LimitedRoute,
  allowance: RateLimitOverride,
  params: Readonly<Record<string, string | undefined>>,
  global: boolean,
  userId?: Snowflake
): ReadonlyArray<Quota> => {
  const { application_id, per_second } = allowance
  const quotas: Array<Quota> = []
  if (global) {
    quotas.push({
      key: `global/${application_id}`,
      limit: per_second,
      windowMs: rateLimit.globalWindowMs,
      global: true
    })
  }
  const own = limitOf(route, allowance)
  if (own !== undefined) {
    const { limit, windowMs, per } = own
    const key = `bucket/${application_id}/${route.bucket}`
    const majors = per === "major" ? route.majors.map((name) => `/${idOrNone(params[name])}`).join("") : ""
    quotas.push({ key: per === "user" ? `${key}/${userId ?? "bot"}` : key + majors, limit, windowMs, global: false })
  }
  return quotas
}

/** The route's bucket: that of the world, else that of service.md, else the platform's where the world wants those. */
const limitOf = (route: LimitedRoute, { buckets, routes }: RateLimitOverride): RouteLimit | undefined => {
  const given = buckets.length === 0 ? undefined : buckets.find((bucket) => isOf(bucket, route))
  if (given !== undefined) return { limit: given.limit, windowMs: given.window_seconds * 1_000, per: "major" }
  return route.own ?? (routes === "platform" ? route.platform : undefined)
}

/** What the counter of a quota counts. `bucket` is absent for the global window. */
export interface Counted {
  readonly application_id: Snowflake
  readonly bucket?: string
  /** The major parameters, or the user, that have this counter to themselves, separated by `/`; empty for all. */
  readonly own: string
}

/** What `quotasOf` made this key for; undefined for other keys. */
export const countedAt = (key: string): Counted | undefined => {
  const [kind, application_id = "", bucket, ...own] = key.split("/")
  if (kind === "global") return { application_id, own: "" }
  return kind === "bucket" && bucket !== undefined ? { application_id, bucket, own: own.join("/") } : undefined
}

/** The limit of a route's bucket for an application, and whether it counts by user; undefined when it has none (any more). */
export const bucketLimitOf = (route: LimitedRoute, allowance: RateLimitOverride) => {
  const own = limitOf(route, allowance)
  return own && { limit: own.limit, byUser: own.per === "user" }
}

/** Buckets that match none of `routes`. */
export const unmatchedBuckets = (
  buckets: ReadonlyArray<RateLimitBucket>,
  routes: ReadonlyArray<Pick<LimitedRoute, "method" | "shape">>
): ReadonlyArray<RateLimitBucket> => buckets.filter((bucket) => !routes.some((route) => isOf(bucket, route)))

/** The state of a window: the units taken, and the moment it ends. */
export interface Reading {
  readonly count: number
  readonly resetMs: number
}

/** The contents of an answer's headers. */
export interface Window {
  readonly limit: number
  readonly remaining: number
  readonly reset_ms: number
  readonly reset_after_ms: number
  readonly bucket: string
}

/** Why a request is refused. A global refusal shows no bucket (decision 27). */
export type Refusal = { readonly retry_after_ms: number } & (
  | { readonly global: true }
  | { readonly global: false; readonly window: Window }
)

/**
 * The window that an answer shows: the route's own bucket, else the global one. In `observe` at least one request
 * always remains, because the next one is always served; at 0 clients would wait for a window that a frozen clock never
 * ends. Our choice: docs/choices.md "Rate limits".
 */
export const windowOf = (
  route: LimitedRoute,
  quotas: ReadonlyArray<Quota>,
  readings: ReadonlyArray<Reading>,
  nowMs: number,
  mode: "enforce" | "observe"
): Window | undefined => {
  const last = quotas.length - 1
  const quota = quotas[last]
  const reading = readings[last]
  if (quota === undefined || reading === undefined) return undefined
  return toWindow(route, quota, reading, nowMs, mode === "observe" ? 1 : 0)
}

/** The window that refused a request; the global one comes first. */
export const refusalOf = (
  route: LimitedRoute,
  quotas: ReadonlyArray<Quota>,
  readings: ReadonlyArray<Reading>,
  nowMs: number
): Refusal | undefined => {
  for (const [i, quota] of quotas.entries()) {
    const reading = readings[i]
    if (reading === undefined || reading.count < quota.limit) continue
    const retry_after_ms = reading.resetMs - nowMs
    if (quota.global) return { global: true, retry_after_ms }
    return { global: false, retry_after_ms, window: toWindow(route, quota, reading, nowMs, 0) }
  }
  return undefined
}

/** The headers of every answer that shows a window (wire-rest.md §4.1). */
export const headersOf = ({ limit, remaining, reset_ms, reset_after_ms, bucket }: Window) => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": (reset_ms / 1_000).toFixed(3),
  "x-ratelimit-reset-after": String(reset_after_ms / 1_000),
  "x-ratelimit-bucket": bucket
})

/** Whether an answer counts towards the block of its address (decision 28). */
export const isInvalid = (status: number, scope: string | undefined): boolean =>
  status === 401 || status === 403 || (status === 429 && scope !== "shared")

const MAJORS = ["channel_id", "guild_id", "webhook_id"] as const

const isOf = (bucket: RateLimitBucket, route: Pick<LimitedRoute, "method" | "shape">): boolean =>
  bucket.method === route.method && shapeOf(bucket.path) === route.shape

const idOrNone = (value: string | undefined): string => (isSnowflake(value) ? value : "-")

const toWindow = (
  { bucket }: LimitedRoute,
  { limit }: Quota,
  { count, resetMs }: Reading,
  nowMs: number,
  least: 0 | 1
): Window => ({
  limit,
  remaining: Math.max(least, limit - count),
  reset_ms: resetMs,
  reset_after_ms: resetMs - nowMs,
  bucket
})

/** 128-bit FNV-1a over ASCII: a name without secrets, the same on every machine. */
const hashOf = (text: string): string => {
  let hash = 0x6c62272e07bb014262b821756295c58dn
  for (let i = 0; i < text.length; i++) {
    hash = BigInt.asUintN(128, (hash ^ BigInt(text.charCodeAt(i))) * 0x1000000000000000000013bn)
  }
  return hash.toString(16).padStart(32, "0")
}

export const routeLimits: Readonly<Record<string, RouteLimit>> = {
  "POST /lobbies": { limit: 500, windowMs: 10_000, per: "application" },
  "DELETE /lobbies/{}": { limit: 500, windowMs: 10_000, per: "application" },
  "GET /lobbies/{}": { limit: 500, windowMs: 10_000, per: "application" },
  "PUT /lobbies/{}/members/{}": { limit: 5_000, windowMs: 10_000, per: "application" },
  "DELETE /lobbies/{}/members/{}": { limit: 5_000, windowMs: 10_000, per: "application" },
  "POST /lobbies/{}/messages": { limit: 3_000, windowMs: 2 * 60 * 60_000, per: "user" },
  "PUT /lobbies": { limit: 10, windowMs: 60_000, per: "user" }
}

export interface RouteLimit {
  readonly limit: number
  readonly windowMs: number
  /** The sender whose requests are counted together, over all targets; or each top-level resource has its own count. */
  readonly per: "application" | "user" | "major"
}
