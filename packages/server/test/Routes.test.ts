import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, call } from "./fixture/Client.ts"
import { ALICE, APP, at, LIVE, running, SECRETS } from "./fixture/Running.ts"

const BOT = { authorization: `Bot ${SECRETS.bot}` }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const UNAUTHORIZED = { message: "401: Unauthorized", code: 0 }
const ONLY_BOTS = { message: "Only bots can use this endpoint", code: 20002 }

layer(running(), LIVE)("the surfaces of one server", (it) => {
  it.effect.each([
    ["GET", "/gateway", {}],
    ["GET", "/gateway/bot", BOT],
    ["GET", "/users/@me", BOT],
    ["GET", "/users/@me", {}],
    ["GET", "/oauth2/applications/@me", BOT],
    ["GET", `/applications/${APP}/commands`, BOT],
    ["POST", "/oauth2/token", {}],
    ["PATCH", "/gateway", {}],
    ["GET", "/nowhere", BOT]
  ] as const)("version 9 and no version answer as version 10 does: %s %s", ([method, path, headers]) =>
    Effect.gen(function* () {
      const answers = []
      for (const prefix of ["/api/v10", "/api/v9", "/api"]) {
        const { status, text } = yield* call(yield* at(`${prefix}${path}`), { method, headers })
        answers.push({ status, text })
      }
      assert.deepStrictEqual(answers[1], answers[0])
      assert.deepStrictEqual(answers[2], answers[0])
    })
  )

  it.effect.each([
    ["/api//v10/gateway", "/api/v10/gateway"],
    ["//api/v10//gateway", "/api/v10/gateway"],
    ["/api//gateway", "/api/v10/gateway"],
    ["/control/v1//health", "/control/v1/health"],
    ["//control//v1/health?a=//", "/control/v1/health"]
  ] as const)("several slashes in a row are one: %s", ([path, one]) =>
    Effect.gen(function* () {
      const answer = yield* ask(yield* at(one))
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(yield* ask(yield* at(path)), answer)
    })
  )

  it.effect.each(["/api/v8/gateway", "/api/v11/users/@me", `/api/v6/applications/${APP}/commands`])(
    "another version is invalid: %s",
    (path) =>
      Effect.gen(function* () {
        const answer = yield* ask(yield* at(path), { headers: BOT })
        assert.deepStrictEqual(answer, { status: 400, body: { message: "Invalid API version", code: 50041 } })
      })
  )

  it.effect.each([
    ["GET", `/webhooks/${APP}/TOKEN`, 401, 50027],
    ["GET", `/webhooks/${APP}/TOKEN/messages/@original`, 401, 50027],
    ["POST", `/webhooks/${APP}/TOKEN?wait=true`, 401, 50027],
    ["POST", "/interactions/1/TOKEN/callback", 404, 10062]
  ] as const)("an interaction token of 218 characters passes in a path: %s %s", ([method, route, status, code]) =>
    Effect.gen(function* () {
      const body = method === "POST" ? { json: { type: 4, data: { content: "x" } } } : {}
      const path = `/api/v10${route.replace("TOKEN", "a".repeat(218))}`
      const answer = yield* ask(yield* at(path), { method, ...body })
      assert.strictEqual(answer.status, status)
      assert.deepInclude(answer.body, { code })
    })
  )

  it.effect("the gateway's address is this server's", () =>
    Effect.gen(function* () {
      const url = (yield* at("/gateway")).replace("http:", "ws:")
      assert.deepStrictEqual(yield* ask(yield* at("/api/v10/gateway")), { status: 200, body: { url } })
      const bot = yield* ask(yield* at("/api/v10/gateway/bot"), { headers: BOT })
      const limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 16 }
      assert.deepStrictEqual(bot, { status: 200, body: { url, shards: 1, session_start_limit: limit } })
    })
  )

  it.effect.each([
    ["nobody", "/gateway/bot", {}, 401, UNAUTHORIZED],
    ["a bearer token", "/gateway/bot", bearer(SECRETS.identify), 403, ONLY_BOTS],
    ["a bearer token", "/applications/@me", bearer(SECRETS.update), 403, ONLY_BOTS],
    ["a bearer token", "/oauth2/applications/@me", bearer(SECRETS.identify), 403, ONLY_BOTS],
    ["a bot token without its prefix", "/users/@me", { authorization: SECRETS.bot }, 401, UNAUTHORIZED],
    ["a bot token as a bearer token", "/users/@me", bearer(SECRETS.bot), 401, UNAUTHORIZED],
    ["a bearer token as a bot token", "/users/@me", { authorization: `Bot ${SECRETS.identify}` }, 401, UNAUTHORIZED],
    ["an unknown token", "/users/@me", { authorization: "Bot nobody" }, 401, UNAUTHORIZED],
    ["a token with strange characters", "/users/@me", { authorization: "Bot \u00e9" }, 401, UNAUTHORIZED],
    [
      "a bearer token without identify",
      "/users/@me",
      bearer(SECRETS.update),
      403,
      { message: "Missing required OAuth2 scope", code: 50026 }
    ]
  ] as const)("%s is refused at %s", ([, path, headers, status, body]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask(yield* at(`/api/v10${path}`), { headers }), { status, body })
    })
  )

  it.effect("a bot is itself at /users/@me, a bearer token with identify its user", () =>
    Effect.gen(function* () {
      const bot = yield* ask(yield* at("/api/v10/users/@me"), { headers: BOT })
      assert.deepInclude(bot.body, { id: APP, username: "Pet Shop", bot: true, locale: "en-US" })
      const user = yield* ask(yield* at("/api/v10/users/@me"), { headers: bearer(SECRETS.identify) })
      assert.deepInclude(user.body, { id: ALICE, username: "alice", locale: "de" })
    })
  )

  it.effect.each(["/api/openapi.json", "/control/v1/openapi.json"])("the contract is at %s", (path) =>
    Effect.gen(function* () {
      const { status, body } = yield* ask(yield* at(path))
      assert.strictEqual(status, 200)
      assert.hasAllKeys(Object(body).info, ["title", "version"])
      assert.isAbove(Object.keys(Object(body).paths).length, 5)
    })
  )

  it.effect("a browser that opens the server sees where things are", () =>
    Effect.gen(function* () {
      const { status, headers, text } = yield* call(yield* at("/"))
      assert.strictEqual(status, 200)
      assert.strictEqual(headers["content-type"], "text/html; charset=utf-8")
      assert.include(text, yield* at("/control/v1"))
    })
  )
})
