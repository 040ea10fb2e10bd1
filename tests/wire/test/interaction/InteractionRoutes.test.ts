import { mintToken } from "@backlot/domain/interaction/InteractionPayload"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ADOPT, ALICE, APP, GENERAL, harbour } from "../Harbour.ts"
import { call, payloadOf, saying, stage } from "../Stage.ts"

const DOG = { command_id: ADOPT, options: [{ name: "animal", value: "dog" }] }
const HELLO = { type: 4, data: { content: "hello" } }
const PLAIN = { "content-type": "text/plain" }

/** An interaction that waits for its callback, and one that was answered. */
const interactions = Effect.fnUntraced(function* (rate_limits: object = {}) {
  const played = yield* stage(() => Effect.succeed({ status: 202 }), { limits: "enforce" })
  /** Sends a request as any client, with any headers. */
  const send = (path: string, asked: Parameters<typeof call>[1]) =>
    call(`${played.server.addresses.url}/api/v10${path}`, asked)
  if (Object.keys(rate_limits).length > 0) {
    // While the world limits nobody, no token is looked up for its limits. The next world counts at once.
    assert.strictEqual((yield* send(hook("none"), { json: HELLO })).status, 401)
    yield* played.control("/world", { method: "PUT", json: { ...harbour(played.app.url), rate_limits } })
  }
  const { app, use } = played
  yield* use(ALICE, GENERAL, DOG, "?wait=false")
  const pending = payloadOf(yield* app.take)
  yield* app.answerWith(saying("hi"))
  yield* use(ALICE, GENERAL, DOG)
  const answered = payloadOf(yield* app.take)
  return { ...played, send, pending, answered }
})

const callback = ({ id, token }: { readonly id: string; readonly token: string }) =>
  `/interactions/${id}/${token}/callback`
const hook = (token: string, message = "") => `/webhooks/${APP}/${token}${message}`

describe("what an address decides is judged before the body is looked at", () => {
  it.live("for callbacks and webhooks", () =>
    Effect.gen(function* () {
      const { pending, answered, send } = yield* interactions()
      const nobody = { id: pending.id, token: "none" }
      for (const [method, path, status, code] of [
        ["POST", callback(nobody), 404, 10062],
        ["POST", callback({ ...pending, id: "1" }), 404, 10062],
        ["POST", callback(answered), 400, 40060],
        ["POST", hook("none"), 401, 50027],
        ["POST", hook(mintToken(answered.id, "A".repeat(128))), 401, 50027],
        ["POST", hook(pending.token), 404, 10015],
        ["PATCH", hook("none", "/messages/@original"), 401, 50027],
        ["PATCH", hook(pending.token, "/messages/@original"), 404, 10015],
        ["PATCH", hook(answered.token, "/messages/1"), 404, 10008]
      ] as const) {
        const refused = yield* send(path, { method, json: HELLO, headers: PLAIN })
        assert.deepStrictEqual([path, refused.status, refused.body.code], [path, status, code])
      }
      for (const path of [callback(pending), hook(answered.token)]) {
        const refused = yield* send(path, { json: HELLO, headers: PLAIN })
        assert.deepStrictEqual([path, refused.status, refused.body.code], [path, 400, 50035])
      }
    })
  )
})

describe("a bucket of the world", () => {
  const bucket = (method: string, path: string) => ({ method, path, limit: 1, window_seconds: 60 })

  it.live("limits the routes of an interaction's token, for who holds one", () =>
    Effect.gen(function* () {
      const buckets = [
        bucket("GET", "/webhooks/{id}/{token}/messages/{message}"),
        bucket("POST", "/interactions/{id}/{token}/callback")
      ]
      const { pending, answered, send } = yield* interactions({ [APP]: { buckets } })
      for (const [route, stranger, asked] of [
        [hook(answered.token, "/messages/@original"), hook("none", "/messages/@original"), {}],
        [callback(pending), callback({ ...pending, token: "none" }), { json: HELLO }]
      ] as const) {
        for (let i = 0; i < 3; i++) assert.notStrictEqual((yield* send(stranger, asked)).status, 429)
        assert.isBelow((yield* send(route, asked)).status, 300)
        const refused = yield* send(route, asked)
        assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [429, "60"])
      }
    })
  )
})

describe("the trace of an interaction", () => {
  it.live("tells of every call that names it, refused or not", () =>
    Effect.gen(function* () {
      const { pending, send, interaction } = yield* interactions()
      // A body that came with its head is read before the address is refused, so this one has none.
      yield* send(callback({ id: pending.id, token: "none" }), { method: "POST" })
      yield* send(callback(pending), { json: HELLO, headers: PLAIN })
      yield* send(callback(pending), { json: { type: 4, data: { content: 5 } } })
      yield* send(callback(pending), { json: { type: 5 } })
      yield* send(hook(pending.token, "/messages/@original"), { method: "PATCH", json: {} })
      yield* send(hook(pending.token, "/messages/@original"), { method: "PATCH", json: { content: "done" } })
      const { state, trace } = (yield* interaction(pending.id)).body
      assert.strictEqual(state, "responded")
      const POST = { channel: "callback", method: "POST" }
      const PATCH = { channel: "webhook", method: "PATCH", message_id: "@original" }
      assert.deepStrictEqual(
        trace.flatMap(({ what, detail }) => (what === "called" ? [detail] : [])),
        [
          { ...POST, outcome: "refused", status: 404, code: 10062, message: "Unknown interaction" },
          {
            ...POST,
            outcome: "refused",
            status: 400,
            code: 50035,
            message: "Invalid Form Body",
            faults: `body: Expected "Content-Type" header to be one of {'application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'}.`
          },
          {
            ...POST,
            body: '{"type":4,"data":{"content":5}}',
            outcome: "refused",
            status: 400,
            code: 50035,
            message: "Invalid Form Body",
            faults: 'data.content: Could not interpret "5" as string.'
          },
          { ...POST, body: '{"type":5}', outcome: "accepted" },
          {
            ...PATCH,
            body: "{}",
            outcome: "refused",
            status: 400,
            code: 50006,
            message: "Cannot send an empty message"
          },
          { ...PATCH, body: '{"content":"done"}', outcome: "accepted" }
        ]
      )
      assert.deepStrictEqual(trace.at(-1)?.detail, { before: "deferred" })
    })
  )
})
