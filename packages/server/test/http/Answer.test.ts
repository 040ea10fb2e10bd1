import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Answer from "../../src/http/Answer.ts"
import { call } from "../fixture/Client.ts"
import { listen } from "../fixture/Listening.ts"

const ROUTES = {
  "GET /object": () => Effect.succeed(Answer.json(200, { name: "Käpt’n 🦜" })),
  "GET /ready": () => Effect.succeed(Answer.text(201, '{"ready":"日本"}')),
  "GET /nothing": () => Effect.succeed(Answer.noContent)
}

describe("an answer", () => {
  it.live.each([
    ["/object", 200, '{"name":"Käpt’n 🦜"}'],
    ["/ready", 201, '{"ready":"日本"}'],
    ["/missing", 404, '{"message":"404: Not Found","code":0}']
  ] as const)("with JSON is exactly application/json, of its length in bytes: %s", ([path, status, text]) =>
    Effect.gen(function* () {
      const answer = yield* call(`${yield* listen(ROUTES)}${path}`)
      assert.strictEqual(answer.status, status)
      assert.strictEqual(answer.headers["content-type"], "application/json")
      assert.strictEqual(answer.headers["content-length"], String(Buffer.byteLength(text)))
      assert.strictEqual(answer.text, text)
    })
  )

  it.live("204 has neither a body nor headers that speak of one", () =>
    Effect.gen(function* () {
      const answer = yield* call(`${yield* listen(ROUTES)}/nothing`)
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(answer.text, "")
      assert.notProperty(answer.headers, "content-type")
      assert.notProperty(answer.headers, "content-length")
      assert.notProperty(answer.headers, "transfer-encoding")
    })
  )
})
