import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { formatPath } from "../../src/error/Fault.ts"
import {
  actOf,
  isImmediate,
  limits,
  matcherOf,
  type PlannedFault,
  type Site,
  surfacesOf
} from "../../src/planned-fault/PlannedFault.ts"
import { decodePlannedFault } from "../../src/planned-fault/PlannedFaultBody.ts"

const APP = "100000000000000001"
const OTHER = "100000000000000002"

const rest = (method: string, path: string, application_id: string | undefined = APP): Site => ({
  surface: "rest",
  application_id,
  method,
  path
})
const delivery = (event = "INTERACTION_CREATE", path = "/interactions"): Site => ({
  surface: "delivery",
  application_id: APP,
  method: "POST",
  path,
  event
})
const gateway = (event: string): Site => ({ surface: "gateway", application_id: APP, event })

/** The fault of a body that is sound. */
const planned = (body: unknown): PlannedFault =>
  Result.getOrThrowWith(decodePlannedFault(body), (faults) => new Error(JSON.stringify(faults)))

/** `place: code` of each fault. */
const told = (body: unknown): ReadonlyArray<string> =>
  Result.match(decodePlannedFault(body), {
    onSuccess: () => [],
    onFailure: (faults) => faults.map(({ path, code }) => `${formatPath(path)}: ${code}`)
  })

describe("a planned fault fits", () => {
  const me = rest("GET", "/api/v10/users/@me")
  it.each<[string, object, Site, boolean]>([
    ["everything without a match", {}, me, true],
    ["its surface", { surface: "rest" }, me, true],
    ["no other surface", { surface: "rest" }, delivery(), false],
    ["its application", { application: APP }, me, true],
    ["no other application", { application: OTHER }, me, false],
    [
      "nobody who is not known, by application",
      { surface: "rest", application: APP },
      { ...me, application_id: undefined } as Site,
      false
    ],
    ["its method in any case", { method: "get" }, me, true],
    ["no other method", { method: "POST" }, me, false],
    ["a path below the version", { path: "/users/@me" }, me, true],
    ["a path with the version", { path: "/api/v10/users/@me" }, me, true],
    ["a path of another version", { path: "/api/v9/users/@me" }, me, true],
    ["a path without a version", { path: "/users/@me" }, rest("GET", "/api/users/@me"), true],
    ["a path with a slash at the end", { path: "/users/@me/" }, me, true],
    ["a path that the client encoded", { path: "/users/@me" }, rest("GET", "/api/v10/users/%40me"), true],
    ["any one segment for *", { path: "/users/*" }, me, true],
    ["any one segment for a name in braces", { path: "/users/{user_id}" }, me, true],
    ["no two segments for *", { path: "/*" }, me, false],
    ["all that follow for ** at the end", { path: "/**" }, me, true],
    ["nothing above **", { path: "/users/@me/**" }, me, false],
    ["no path that is longer", { path: "/users" }, me, false],
    ["no path of another case", { path: "/useRs/@me" }, me, false],
    ["a delivery by the path of its URL", { surface: "delivery", path: "/interactions" }, delivery(), true],
    [
      "a delivery below /api by its whole path alone",
      { surface: "delivery", path: "/bot" },
      delivery(undefined, "/api/bot"),
      false
    ],
    ["a delivery by its event", { event: "INTERACTION_CREATE" }, delivery(), true],
    ["a verification only by name", { surface: "delivery" }, delivery("PING"), false],
    ["a verification by name", { surface: "delivery", event: "PING" }, delivery("PING"), true],
    ["a dispatch by its event", { event: "MESSAGE_CREATE" }, gateway("MESSAGE_CREATE"), true],
    ["no other event", { event: "MESSAGE_CREATE" }, gateway("GUILD_CREATE"), false],
    ["any dispatch without an event", { surface: "gateway" }, gateway("GUILD_CREATE"), true],
    ["heartbeats only by name", { surface: "gateway" }, gateway("HEARTBEAT"), false],
    ["heartbeats by name", { event: "HEARTBEAT" }, gateway("HEARTBEAT"), true]
  ])("%s", (_, match, site, fits) => {
    assert.strictEqual(matcherOf(planned({ match, delay_ms: 1 }))(site), fits)
  })
})

describe("where a fault can happen", () => {
  it.each([
    [{ delay_ms: 5 }, ["rest", "delivery", "gateway"]],
    [{ status: 500 }, ["rest", "delivery"]],
    [{ rate_limit: { retry_after_ms: 5 } }, ["rest"]],
    [{ match: { event: "INTERACTION_CREATE" }, drop: true }, ["delivery", "gateway"]],
    [{ match: { method: "POST" }, drop: true }, ["rest", "delivery"]],
    [{ match: { session: "0".repeat(32) }, drop: true }, ["gateway"]],
    [{ disconnect: true }, ["gateway"]],
    [{ disconnect: { code: 4000 } }, ["gateway"]],
    [{ match: { surface: "rest" }, disconnect: true }, ["rest"]],
    [{ invalid_session: true }, ["gateway"]],
    [{ heartbeats: "unanswered" }, ["gateway"]]
  ])("%j", (body, surfaces) => assert.deepStrictEqual<ReadonlyArray<string>>(surfacesOf(planned(body)), surfaces))

  it.each([
    [{ disconnect: true }, true],
    [{ reconnect: true }, true],
    [{ invalid_session: true }, true],
    [{ match: { event: "IDENTIFY" }, invalid_session: true }, false],
    [{ match: { surface: "rest" }, disconnect: true }, false],
    [{ match: { surface: "gateway" }, drop: true }, false],
    [{ heartbeats: "unanswered" }, false]
  ])("%j is done at once: %s", (body, immediate) => assert.strictEqual(isImmediate(planned(body)), immediate))

  it("unanswered heartbeats are dropped, and nothing else is", () => {
    const fault = planned({ heartbeats: "unanswered" })
    assert.deepStrictEqual(actOf(fault), { drop: true })
    assert.isTrue(matcherOf(fault)(gateway("HEARTBEAT")))
    assert.isFalse(matcherOf(fault)(gateway("MESSAGE_CREATE")))
  })
})

describe("the body of a planned fault", () => {
  it("is read with everything that it says", () => {
    const match = { surface: "rest", application: APP, method: "post", path: "/channels/{channel}/messages" }
    const body = {
      match,
      status: 503,
      headers: { "X-Trace": "a" },
      body: { message: "b" },
      delay_ms: 5,
      times: 2,
      after: 1
    }
    assert.deepStrictEqual(planned(body), {
      ...body,
      match: { ...match, method: "POST" },
      headers: { "x-trace": "a" }
    } as PlannedFault)
  })

  it("takes null and false for what is not given", () => {
    const nothing = {
      match: null,
      drop: false,
      disconnect: null,
      invalid_session: false,
      reconnect: false,
      times: null
    }
    assert.deepStrictEqual(planned({ ...nothing, delay_ms: 1 }), { match: {}, delay_ms: 1 })
  })

  it("may be answered with the JSON value null", () =>
    assert.deepStrictEqual(planned({ status: 200, body: null }), { match: {}, status: 200, body: null }))

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ["nothing", {}, [": PLANNED_FAULT_EMPTY"]],
    ["a list", [], [": MODEL_TYPE_CONVERT"]],
    ["a match alone", { match: { surface: "rest" } }, [": PLANNED_FAULT_EMPTY"]],
    ["an unknown field", { stauts: 500, drop: true }, ["stauts: UNKNOWN_FIELD"]],
    ["an unknown field of the match", { match: { app: APP }, drop: true }, ["match.app: UNKNOWN_FIELD"]],
    [
      "an unknown field of a detail",
      { invalid_session: { resumeable: true } },
      ["invalid_session.resumeable: UNKNOWN_FIELD"]
    ],
    ["an unknown surface", { match: { surface: "web" }, drop: true }, ["match.surface: BASE_TYPE_CHOICES"]],
    ["no id", { match: { application: "me" }, drop: true }, ["match.application: NUMBER_TYPE_COERCE"]],
    ["an unknown method", { match: { method: "BREW" }, drop: true }, ["match.method: BASE_TYPE_CHOICES"]],
    ["a path without a slash", { match: { path: "users" }, drop: true }, ["match.path: PLANNED_FAULT_PATH"]],
    ["a query", { match: { path: "/users?a=b" }, drop: true }, ["match.path: PLANNED_FAULT_PATH"]],
    ["** in between", { match: { path: "/**/users" }, drop: true }, ["match.path: PLANNED_FAULT_PATH"]],
    ["no id of a session", { match: { session: "mine" }, drop: true }, ["match.session: PLANNED_FAULT_SESSION"]],
    ["an event in lower case", { match: { event: "ready" }, drop: true }, ["match.event: PLANNED_FAULT_EVENT"]],
    ["a status that is no answer", { status: 101 }, ["status: NUMBER_TYPE_MIN"]],
    ["a status beyond", { status: 600 }, ["status: NUMBER_TYPE_MAX"]],
    ["a delay without end", { delay_ms: limits.delayMs + 1 }, ["delay_ms: NUMBER_TYPE_MAX"]],
    ["a delay backwards", { delay_ms: -1 }, ["delay_ms: NUMBER_TYPE_MIN"]],
    ["no times", { drop: true, times: 0 }, ["times: NUMBER_TYPE_MIN"]],
    ["a 429 without its time", { rate_limit: {} }, ["rate_limit.retry_after_ms: BASE_TYPE_REQUIRED"]],
    [
      "a scope that is none",
      { rate_limit: { retry_after_ms: 1, scope: "mine" } },
      ["rate_limit.scope: BASE_TYPE_CHOICES"]
    ],
    ["a code that nobody sends", { disconnect: { code: 1006 } }, ["disconnect.code: PLANNED_FAULT_CODE"]],
    ["a number for a detail", { disconnect: 4000 }, ["disconnect: PLANNED_FAULT_INVALID"]],
    ["two endings", { status: 500, drop: true }, ["drop: PLANNED_FAULT_CONFLICT"]],
    ["a body without a status", { body: {} }, ["body: PLANNED_FAULT_CONFLICT"]],
    ["a body where there is none", { status: 204, body: {} }, ["body: PLANNED_FAULT_BODY"]],
    ["a body beyond the bound", { status: 200, body: "x".repeat(limits.bodyBytes + 1) }, ["body: PLANNED_FAULT_BODY"]],
    ["a header that splits", { status: 200, headers: { a: "b\r\nc: d" } }, ["headers.a: PLANNED_FAULT_HEADERS"]],
    ["a name that is none", { status: 200, headers: { "a b": "c" } }, ["headers.a b: PLANNED_FAULT_HEADERS"]],
    [
      "the framing",
      { status: 200, headers: { "Content-Length": "9" } },
      ["headers.Content-Length: PLANNED_FAULT_HEADERS"]
    ],
    ["a status at the gateway", { match: { surface: "gateway" }, status: 500 }, ["match: PLANNED_FAULT_MEANINGLESS"]],
    ["a path at the gateway", { match: { path: "/a" }, reconnect: true }, ["match: PLANNED_FAULT_MEANINGLESS"]],
    [
      "an event of REST",
      { match: { surface: "rest", event: "READY" }, drop: true },
      ["match: PLANNED_FAULT_MEANINGLESS"]
    ],
    [
      "a close code of REST",
      { match: { surface: "rest" }, disconnect: { code: 4000 } },
      ["match: PLANNED_FAULT_MEANINGLESS"]
    ],
    [
      "heartbeats of another event",
      { match: { event: "READY" }, heartbeats: "unanswered" },
      ["match.event: PLANNED_FAULT_CONFLICT"]
    ],
    ["before anybody is known", { match: { event: "HELLO" }, drop: true }, ["match.event: PLANNED_FAULT_MEANINGLESS"]],
    [
      "an event that no delivery has",
      { match: { surface: "delivery", event: "MESSAGE_CREATE" }, drop: true },
      ["match.event: BASE_TYPE_CHOICES"]
    ],
    [
      "an event that no request has",
      { match: { path: "/a", event: "PONG" }, drop: true },
      ["match.event: BASE_TYPE_CHOICES"]
    ],
    ["at once, but twice", { reconnect: true, times: 2 }, ["times: PLANNED_FAULT_AT_ONCE"]],
    ["at once, but later", { reconnect: true, after: 1 }, ["after: PLANNED_FAULT_AT_ONCE"]]
  ])("is refused when it is %s", (_, body, faults) => assert.deepStrictEqual(told(body), faults))

  it("is refused with every fault that it has", () =>
    assert.deepStrictEqual(
      told({ match: { surface: "a", method: "b", path: "c" }, status: 1, delay_ms: -1, drop: "yes", more: 1 }),
      [
        "drop: BOOLEAN_TYPE_CONVERT",
        "more: UNKNOWN_FIELD",
        "match.surface: BASE_TYPE_CHOICES",
        "match.method: BASE_TYPE_CHOICES",
        "match.path: PLANNED_FAULT_PATH",
        "status: NUMBER_TYPE_MIN",
        "delay_ms: NUMBER_TYPE_MIN"
      ]
    ))

  it("is decided for any JSON value, and always with a reason", () =>
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const decoded = decodePlannedFault(body)
        assert.isTrue(Result.isSuccess(decoded) || decoded.failure.length > 0)
      })
    ))

  const fields = fc.record(
    {
      match: fc.record(
        {
          surface: fc.constantFrom("rest", "delivery", "gateway", "x"),
          application: fc.constantFrom(APP, OTHER, 5),
          method: fc.constantFrom("GET", "post", "x"),
          path: fc.constantFrom("/a", "/api/v10/a/*", "/**", "a"),
          event: fc.constantFrom("HEARTBEAT", "READY", "INTERACTION_CREATE", "x")
        },
        { requiredKeys: [] }
      ),
      status: fc.constantFrom(200, 429, 503, 0),
      delay_ms: fc.nat(10),
      drop: fc.boolean(),
      disconnect: fc.constantFrom(true, { code: 4000 }, {}),
      invalid_session: fc.constantFrom(true, { resumable: true }),
      reconnect: fc.boolean(),
      heartbeats: fc.constantFrom("unanswered", "x"),
      times: fc.nat(3)
    },
    { requiredKeys: [] }
  )
  const site = fc.oneof(
    fc.record({
      surface: fc.constant("rest" as const),
      application_id: fc.constantFrom(APP, OTHER, undefined),
      method: fc.constantFrom("GET", "POST"),
      path: fc.constantFrom("/a", "/api/v9/a/b", "/%zz", "")
    }),
    fc.record({
      surface: fc.constant("delivery" as const),
      application_id: fc.constantFrom(APP, OTHER),
      method: fc.constant("POST" as const),
      path: fc.constantFrom("/a", "/b"),
      event: fc.constantFrom("INTERACTION_CREATE", "PING")
    }),
    fc.record({
      surface: fc.constant("gateway" as const),
      application_id: fc.constantFrom(APP, OTHER),
      event: fc.constantFrom("HEARTBEAT", "IDENTIFY", "READY", "MESSAGE_CREATE")
    })
  )

  it("that is taken happens at no site outside its surfaces, application, method or event", () =>
    fc.assert(
      fc.property(fields, site, (body, at) => {
        const decoded = decodePlannedFault(body)
        if (Result.isFailure(decoded) || !matcherOf(decoded.success)(at)) return
        const { match } = decoded.success
        assert.include(surfacesOf(decoded.success), at.surface)
        if (match.application !== undefined) assert.strictEqual(at.application_id, match.application)
        if (match.method !== undefined) assert.strictEqual("method" in at ? at.method : undefined, match.method)
        if (match.event !== undefined) assert.strictEqual("event" in at ? at.event : undefined, match.event)
      }),
      { numRuns: 2_000 }
    ))

  it("that is taken is the same when it is given as it was read", () =>
    fc.assert(
      fc.property(fields, (body) => {
        const decoded = decodePlannedFault(body)
        if (Result.isSuccess(decoded)) assert.deepStrictEqual(planned(decoded.success), decoded.success)
      }),
      { numRuns: 2_000 }
    ))
})
