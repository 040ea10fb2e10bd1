import { describe, expect, test } from "vitest"
import {
  defaultAllowance,
  headersOf,
  isInvalid,
  limitedRoute,
  limitsMode,
  type Quota,
  quotasOf,
  refusalOf,
  shapeOf,
  unmatchedBuckets,
  windowOf
} from "../../src/limit/RateLimit.ts"

const APP = "100000000000000001"
const GUILD = "200000000000000001"
const NOW = 1_668_618_050_000

const GLOBAL = "/applications/:application_id/commands"
const IN_GUILD = "/applications/:application_id/guilds/:guild_id/commands"
const list = limitedRoute("GET", GLOBAL)
const guildList = limitedRoute("GET", IN_GUILD)

const bucket = (changes: object = {}) => ({
  method: "GET",
  path: "/applications/{application_id}/commands",
  limit: 5,
  window_seconds: 20,
  ...changes
})
const allowing = (...buckets: ReadonlyArray<ReturnType<typeof bucket>>) => ({
  ...defaultAllowance(APP),
  per_second: 200,
  buckets
})

const global: Quota = { key: `global/${APP}`, limit: 50, windowMs: 1_000, global: true }
const own: Quota = { key: "own", limit: 5, windowMs: 20_000, global: false }

describe("the bucket of a route", () => {
  test("is 32 hex digits, the same on every machine", () => {
    expect(list.bucket).toMatch(/^[0-9a-f]{32}$/)
    expect(list.bucket).toBe(limitedRoute("GET", GLOBAL).bucket)
  })

  test("is its own for each method and route pattern", () => {
    const buckets = ["GET", "POST", "PUT"].flatMap((method) =>
      [GLOBAL, IN_GUILD, `${GLOBAL}/:command_id`].map((path) => limitedRoute(method, path).bucket)
    )
    expect(new Set(buckets).size).toBe(9)
  })

  test("does not depend on how parameters are called", () => {
    expect(limitedRoute("GET", "/applications/{id}/commands").bucket).toBe(list.bucket)
    expect(shapeOf("/webhooks/:webhook_id/:webhook_token/messages/@original")).toBe(
      "/webhooks/{}/{}/messages/@original"
    )
  })
})

describe("the windows of a request", () => {
  test("all API endpoints together: 50 per second per application", () => {
    expect(quotasOf(list, defaultAllowance(APP), {}, true)).toEqual([global])
  })

  test("can be raised for an individual application", () => {
    expect(quotasOf(list, allowing(), {}, true)).toEqual([{ ...global, limit: 200 }])
  })

  test("a world may have the limits that clients meet on the platform, its own buckets first", () => {
    const send = limitedRoute("POST", "/channels/:channel_id/messages")
    const platform = { ...defaultAllowance(APP), routes: "platform" as const }
    const key = `bucket/${APP}/${send.bucket}/1`
    const params = { channel_id: "1" }
    expect(quotasOf(send, defaultAllowance(APP), params, true)).toEqual([global])
    expect(quotasOf(send, platform, params, true)).toEqual([global, { key, limit: 5, windowMs: 5_000, global: false }])
    const own = bucket({ method: "POST", path: "/channels/{id}/messages", limit: 7 })
    expect(quotasOf(send, { ...platform, buckets: [own] }, params, true)[1]).toMatchObject({ key, limit: 7 })
    expect(quotasOf(limitedRoute("GET", "/gateway"), platform, {}, true)).toEqual([global])
  })

  test("a world may add a bucket to a route, by whatever names of parameters", () => {
    for (const path of ["/applications/{application_id}/commands", "/applications/{x}/commands"]) {
      expect(quotasOf(list, allowing(bucket({ path })), {}, true)).toEqual([
        { ...global, limit: 200 },
        { key: `bucket/${APP}/${list.bucket}`, limit: 5, windowMs: 20_000, global: false }
      ])
    }
  })

  test("a bucket of another method or route does not count", () => {
    for (const other of [{ method: "POST" }, { path: "/applications/{application_id}/guilds/{guild_id}/commands" }]) {
      expect(quotasOf(list, allowing(bucket(other)), {}, true)).toHaveLength(1)
    }
  })

  test("a bucket counts by top-level resource; an id that is none shares one counter", () => {
    const path = "/applications/{application_id}/guilds/{guild_id}/commands"
    const keyIn = (guild_id: string | undefined) =>
      quotasOf(guildList, allowing(bucket({ path })), { application_id: APP, guild_id }, true)[1]?.key
    expect(keyIn(GUILD)).toBe(`bucket/${APP}/${guildList.bucket}/${GUILD}`)
    for (const none of ["\u{1f436}", "x".repeat(2_000), "", undefined]) {
      expect(keyIn(none)).toBe(`bucket/${APP}/${guildList.bucket}/-`)
    }
  })

  test("callback and interaction-webhook routes are outside the global limit", () => {
    const route = limitedRoute("POST", "/webhooks/:webhook_id/:webhook_token")
    expect(quotasOf(route, allowing(), { webhook_id: APP }, false)).toEqual([])
    const named = allowing(bucket({ method: "POST", path: "/webhooks/{webhook_id}/{webhook_token}" }))
    expect(quotasOf(route, named, { webhook_id: APP, webhook_token: "secret" }, false)).toEqual([
      { key: `bucket/${APP}/${route.bucket}/${APP}`, limit: 5, windowMs: 20_000, global: false }
    ])
  })
})

describe("the buckets of lobbies", () => {
  const BUILT_IN = [
    ["POST", "/lobbies", 500, 10_000],
    ["DELETE", "/lobbies/:lobby_id", 500, 10_000],
    ["GET", "/lobbies/:lobby_id", 500, 10_000],
    ["PUT", "/lobbies/:lobby_id/members/:user_id", 5_000, 10_000],
    ["DELETE", "/lobbies/:lobby_id/members/:user_id", 5_000, 10_000],
    ["POST", "/lobbies/:lobby_id/messages", 3_000, 7_200_000],
    ["PUT", "/lobbies", 10, 60_000]
  ] as const
  const quotasAt = (method: string, path: string, user?: string, params = {}) =>
    quotasOf(limitedRoute(method, path), defaultAllowance(APP), params, true, user)

  test.each(BUILT_IN)("%s %s: %i in %i ms, together with the global limit", (method, path, limit, windowMs) => {
    const [first, second, ...more] = quotasAt(method, path)
    expect(first).toEqual(global)
    expect(second).toMatchObject({ limit, windowMs, global: false })
    expect(more).toEqual([])
  })

  test("each API counts by itself", () => {
    const keys = BUILT_IN.map(([method, path]) => quotasAt(method, path)[1]?.key)
    expect(new Set(keys).size).toBe(BUILT_IN.length)
  })

  test("those per application count all lobbies and users together", () => {
    const route = ["PUT", "/lobbies/:lobby_id/members/:user_id"] as const
    expect(quotasAt(...route, "1", { lobby_id: "2" })).toEqual(quotasAt(...route, "3", { lobby_id: "4" }))
  })

  test.each([
    ["POST", "/lobbies/:lobby_id/messages"],
    ["PUT", "/lobbies"]
  ])("%s %s counts each user by themselves", (method, path) => {
    const keys = [undefined, "1", "2"].map((user) => quotasAt(method, path, user)[1]?.key)
    expect(new Set(keys).size).toBe(3)
  })

  test("a bucket of the world takes the place of a built-in one", () => {
    const given = { method: "GET", path: "/lobbies/{id}", limit: 1, window_seconds: 5 }
    const quotas = quotasOf(limitedRoute("GET", "/lobbies/:lobby_id"), allowing(given), {}, true)
    expect(quotas.map(({ limit, windowMs }) => [limit, windowMs])).toEqual([
      [200, 1_000],
      [1, 5_000]
    ])
  })

  test.each([
    ["PATCH", "/lobbies/:lobby_id"],
    ["POST", "/lobbies/:lobby_id/members/bulk"],
    ["GET", "/lobbies/:lobby_id/messages"]
  ])("%s %s has none but the global one", (method, path) => {
    expect(quotasAt(method, path)).toEqual([global])
  })
})

describe("what an answer shows", () => {
  const readings = [
    { count: 7, resetMs: NOW + 400 },
    { count: 3, resetMs: NOW + 5_755 }
  ]

  test("routes without a bucket of their own report the global window", () => {
    expect(windowOf(list, [global], readings, NOW, "enforce")).toEqual({
      limit: 50,
      remaining: 43,
      reset_ms: NOW + 400,
      reset_after_ms: 400,
      bucket: list.bucket
    })
  })

  test("a route with a bucket of its own reports that", () => {
    expect(windowOf(list, [global, own], readings, NOW, "enforce")).toMatchObject({ limit: 5, remaining: 2 })
  })

  test("no fewer than 0 remain when more was taken than the limit", () => {
    expect(windowOf(list, [global], [{ count: 80, resetMs: NOW + 1 }], NOW, "enforce")?.remaining).toBe(0)
  })

  test("one request always remains where limits are only observed", () => {
    for (const count of [49, 50, 80]) {
      expect(windowOf(list, [global], [{ count, resetMs: NOW + 1 }], NOW, "observe")?.remaining).toBe(1)
    }
  })

  test("a request that no window counts shows none", () => {
    expect(windowOf(list, [], [], NOW, "enforce")).toBeUndefined()
  })

  test.each([
    ["integers, unix seconds with 3 decimals, seconds with up to 3", 5_588, "1668618055.755", "5.588"],
    ["whole seconds without decimals", 2_000, "1668618055.755", "2"]
  ])("%s", (_, reset_after_ms, reset, resetAfter) => {
    const window = { limit: 50, remaining: 43, reset_ms: 1_668_618_055_755, reset_after_ms, bucket: list.bucket }
    expect(headersOf(window)).toEqual({
      "x-ratelimit-limit": "50",
      "x-ratelimit-remaining": "43",
      "x-ratelimit-reset": reset,
      "x-ratelimit-reset-after": resetAfter,
      "x-ratelimit-bucket": list.bucket
    })
  })
})

describe("a refusal", () => {
  const full = { count: 50, resetMs: NOW + 640 }
  const spent = { count: 5, resetMs: NOW + 15_000 }

  test("is of the global window first, and then shows no bucket", () => {
    expect(refusalOf(list, [global, own], [full, spent], NOW)).toEqual({ global: true, retry_after_ms: 640 })
  })

  test("is of the route's own bucket when the global window has room", () => {
    const room = { count: 9, resetMs: NOW + 640 }
    expect(refusalOf(list, [global, own], [room, spent], NOW)).toEqual({
      global: false,
      retry_after_ms: 15_000,
      window: { limit: 5, remaining: 0, reset_ms: NOW + 15_000, reset_after_ms: 15_000, bucket: list.bucket }
    })
  })
})

describe("limits in general", () => {
  test.each([
    [undefined, "real", "enforce"],
    [undefined, "frozen", "observe"],
    ["enforce", "frozen", "enforce"],
    ["observe", "real", "observe"],
    ["off", "frozen", "off"]
  ] as const)("chosen %s on a %s clock: %s", (chosen, clock, mode) => {
    expect(limitsMode(chosen, clock)).toBe(mode)
  })

  test.each([
    [401, undefined, true],
    [403, undefined, true],
    [429, "user", true],
    [429, "global", true],
    [429, undefined, true],
    [429, "shared", false],
    [400, undefined, false],
    [404, undefined, false],
    [200, undefined, false],
    [500, undefined, false]
  ])("an answer of %i with scope %s counts as invalid: %s", (status, scope, invalid) => {
    expect(isInvalid(status, scope)).toBe(invalid)
  })

  test("a bucket of the world that names no route is found", () => {
    const stray = bucket({ path: "/applications/{application_id}/command" })
    expect(unmatchedBuckets([bucket(), stray, bucket({ method: "PATCH" })], [list])).toEqual([
      stray,
      bucket({ method: "PATCH" })
    ])
  })
})
