import * as RecordingEndpoint from "@backlot/testkit/RecordingEndpoint"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { ALICE, APP, BOB, IDENTIFY_TOKEN } from "../Harbour.ts"
import { collect } from "../Logs.ts"
import { call, isSigned, passing, payloadOf, saying, silent, stage } from "../Stage.ts"

const PONG = { json: { type: 1 } }
const BAD_SIGNATURE = { status: 401, body: "Bad request signature" }

const set = (interactions_endpoint_url: string | null) => ({ method: "PATCH", json: { interactions_endpoint_url } })

const UNVERIFIED = {
  interactions_endpoint_url: {
    _errors: [
      {
        code: "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
        message: "The specified interactions endpoint URL could not be verified."
      }
    ]
  }
}

/** Starts a server, and another endpoint that answers a probe by checking its signature. */
const probed = Effect.fnUntraced(function* (
  good: RecordingEndpoint.EndpointAnswer,
  bad: RecordingEndpoint.EndpointAnswer,
  noPrivateEndpoints = false
) {
  const staged = yield* stage(saying("old"), { noPrivateEndpoints })
  const key = staged.server.applications[0]?.publicKey ?? ""
  const endpoint = yield* RecordingEndpoint.start((request) => Effect.succeed(isSigned(key, request) ? good : bad))
  return { ...staged, key, endpoint }
})

describe("the application of a bot", () => {
  it.live.each(["/applications/@me", "/oauth2/applications/@me"])("is described at %s", (path) =>
    Effect.gen(function* () {
      const { app, server, rest } = yield* stage(saying("hello"))
      const { status, body } = yield* rest(path)
      assert.strictEqual(status, 200)
      const verify_key = server.applications[0]?.publicKey
      assert.deepInclude(body, { id: APP, name: "Pet Shop", verify_key, interactions_endpoint_url: app.url } as object)
      assert.nestedPropertyVal(body, "owner.id", ALICE)
      // A library does not start without these fields (wire-rest.md §0).
      assert.containsAllKeys(body, ["description", "icon", "bot_public", "bot_require_code_grant"])
      assert.notInclude(JSON.stringify(body), "secret")
    })
  )

  it.live("is changed by PATCH, only where the body says so", () =>
    Effect.gen(function* () {
      const { app, rest } = yield* stage(saying("hello"))
      const changed = yield* rest("/applications/@me", {
        method: "PATCH",
        json: { description: "Pets é", tags: ["a"] }
      })
      assert.strictEqual(changed.status, 200)
      const after = yield* rest("/applications/@me")
      assert.deepStrictEqual(after.body, changed.body)
      const expected = { description: "Pets é", tags: ["a"], interactions_endpoint_url: app.url }
      assert.deepInclude(after.body, expected as object)
      assert.deepStrictEqual(app.received, [])
    })
  )

  it.live.each([
    ["no URL", { interactions_endpoint_url: "pet shop" }, "interactions_endpoint_url"],
    ["another scheme", { interactions_endpoint_url: "ftp://127.0.0.1/" }, "interactions_endpoint_url"],
    ["a number", { interactions_endpoint_url: [] }, "interactions_endpoint_url"],
    ["a long text", { description: "x".repeat(401) }, "description"],
    ["many tags", { tags: ["a", "b", "c", "d", "e", "f"] }, "tags"]
  ] as const)("refuses %s with a form error", ([, json, field]) =>
    Effect.gen(function* () {
      const { rest } = yield* stage(saying("hello"))
      const { body: before } = yield* rest("/applications/@me")
      const { status, body } = yield* rest("/applications/@me", { method: "PATCH", json })
      assert.strictEqual(status, 400)
      assert.deepInclude(body, { code: 50035 })
      assert.property(body.errors, field)
      assert.deepStrictEqual((yield* rest("/applications/@me")).body, before)
    })
  )

  it.live("cannot be changed with a bearer token", () =>
    Effect.gen(function* () {
      const { server } = yield* stage(saying("hello"))
      const { status, body } = yield* call(`${server.addresses.rest_url}/applications/@me`, {
        method: "PATCH",
        json: { description: "mine" },
        headers: { authorization: `Bearer ${IDENTIFY_TOKEN}` }
      })
      assert.strictEqual(status, 403)
      assert.deepInclude(body, { code: 20002 })
    })
  )

  it.live("the user behind a bearer token with identify is described in their own words", () =>
    Effect.gen(function* () {
      const { server } = yield* stage(saying("hello"))
      const { body } = yield* call(`${server.addresses.rest_url}/users/@me`, {
        headers: { authorization: `Bearer ${IDENTIFY_TOKEN}` }
      })
      assert.deepInclude(body, { id: BOB, username: "bob", locale: "de" } as object)
    })
  )
})

describe("a new endpoint URL", () => {
  it.live("is saved once it answers a good signature with PONG and refuses a bad one", () =>
    Effect.gen(function* () {
      const { endpoint, key, rest } = yield* probed(PONG, BAD_SIGNATURE)
      const { status, body } = yield* rest("/applications/@me", set(endpoint.url))
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { interactions_endpoint_url: endpoint.url } as object)
      assert.sameMembers(
        endpoint.received.map((request) => isSigned(key, request)),
        [true, false]
      )
      for (const request of endpoint.received) {
        assert.strictEqual(payloadOf(request).type, 1)
        assert.deepInclude(request.headers, {
          "content-type": "application/json",
          "user-agent": "Discord-Interactions/1.0 (+https://discord.com)"
        })
      }
    })
  )

  it.live("may refuse a bad signature with another 4xx, as libraries in use do", () =>
    Effect.gen(function* () {
      const { endpoint, rest } = yield* probed(PONG, { status: 400 })
      assert.strictEqual((yield* rest("/applications/@me", set(endpoint.url))).status, 200)
    })
  )

  it.live.each([
    ["does not look at signatures", PONG, PONG],
    ["breaks at a bad signature", PONG, { status: 500 }],
    ["redirects a bad signature", PONG, { status: 302, headers: { location: "/" } }],
    ["refuses every signature", BAD_SIGNATURE, BAD_SIGNATURE],
    ["answers something else", { json: { type: 4, data: { content: "x" } } }, BAD_SIGNATURE],
    ["answers PONG as text", { body: '{"type":1}', headers: { "content-type": "text/plain" } }, BAD_SIGNATURE],
    ["answers no JSON", { body: "pong", headers: { "content-type": "application/json" } }, BAD_SIGNATURE],
    ["answers 202", { status: 202 }, BAD_SIGNATURE],
    ["redirects", { status: 307, headers: { location: "/elsewhere" } }, BAD_SIGNATURE],
    ["is broken", { status: 502 }, BAD_SIGNATURE]
  ] as const)("is refused, and the log says why, when it %s", ([, good, bad]) => {
    const logs = collect()
    return Effect.gen(function* () {
      const { app, endpoint, rest } = yield* probed(good, bad)
      const { status, body } = yield* rest("/applications/@me", set(endpoint.url))
      assert.strictEqual(status, 400)
      assert.deepStrictEqual({ ...body }, { message: "Invalid Form Body", code: 50035, errors: UNVERIFIED } as object)
      const { body: after } = yield* rest("/applications/@me")
      assert.deepInclude(after, { interactions_endpoint_url: app.url } as object)
      assert.strictEqual(logs.lines.length, 1)
      assert.match(logs.lines[0] ?? "", /^Warn .*Endpoint URL refused: the /)
    }).pipe(Effect.provide(logs.layer))
  })

  it.live("is refused when nobody listens there", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.scoped(RecordingEndpoint.start(silent))
      const { rest } = yield* stage(saying("old"))
      const { status, body } = yield* rest("/applications/@me", set(url))
      assert.strictEqual(status, 400)
      assert.deepStrictEqual(body.errors, UNVERIFIED)
    }).pipe(Effect.provide(collect().layer))
  )

  it.effect("is refused when it is slower than 3 s of real time", () =>
    Effect.gen(function* () {
      const { url, take } = yield* RecordingEndpoint.start(silent)
      const { rest } = yield* stage(saying("old"))
      const asking = yield* Effect.forkChild(rest("/applications/@me", set(url)))
      yield* take
      const { status, body } = yield* passing(Fiber.join(asking))
      assert.strictEqual(status, 400)
      assert.deepStrictEqual(body.errors, UNVERIFIED)
    }).pipe(Effect.provide(collect().layer))
  )

  it.live("is not even tried at a private address with --no-private-endpoints", () =>
    Effect.gen(function* () {
      const { endpoint, rest } = yield* probed(PONG, BAD_SIGNATURE, true)
      assert.strictEqual((yield* rest("/applications/@me", set(endpoint.url))).status, 400)
      assert.deepStrictEqual(endpoint.received, [])
    }).pipe(Effect.provide(collect().layer))
  )

  it.live("is not tried when it is the old one, or none", () =>
    Effect.gen(function* () {
      const { app, rest } = yield* stage(saying("old"))
      assert.strictEqual((yield* rest("/applications/@me", set(app.url))).status, 200)
      const { status, body } = yield* rest("/applications/@me", set(null))
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { interactions_endpoint_url: null } as object)
      assert.deepStrictEqual(app.received, [])
    })
  )
})
