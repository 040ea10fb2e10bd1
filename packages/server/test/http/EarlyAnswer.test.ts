/** Answers that come before the end of their request. */

import { once } from "node:events"
import * as Limits from "@backlot/domain/base/Limits"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Answer from "../../src/http/Answer.ts"
import { edge } from "../../src/http/Edge.ts"
import { makeServer } from "../../src/http/Listener.ts"
import { bind, urlOf } from "../../src/http/Listening.ts"
import { routeAt } from "../../src/http/Route.ts"
import { serve } from "../../src/http/Serving.ts"
import { head, open, raw } from "../fixture/Client.ts"

/** A server that refuses everything and reads no body. */
const refusing = Effect.gen(function* () {
  const served = yield* bind(makeServer(), { host: "127.0.0.1", port: 0 })
  const handler = () => Effect.succeed(Answer.json(401, { message: "401: Unauthorized", code: 0 }))
  yield* serve(served, edge([routeAt("POST", "/", "refuse", handler)], { hosts: undefined }))
  yield* Effect.addFinalizer(() => Effect.sync(() => served.server.closeAllConnections()))
  return `${urlOf("127.0.0.1", served.server)}/`
})

const form = (bytes: number) => {
  const body = new FormData()
  body.append("payload_json", "{}")
  body.append("files[0]", new File([new Uint8Array(bytes)], "a.bin"))
  return body
}

describe("a request that is refused before its body was looked at", () => {
  it.live.each([
    ["a form", () => form(200_000)],
    ["a form of the largest size", () => form(Limits.interaction.attachmentSizeBytes)],
    ["a form beyond it", () => form(Limits.http.multipartBytes + 1)],
    ["text", () => "x".repeat(200_000)]
  ] as const)("is answered, and its client's fetch ends well, when it is %s", ([, body]) =>
    Effect.gen(function* () {
      const url = yield* refusing
      for (let i = 0; i < 8; i++) {
        const { status } = yield* Effect.promise(() => fetch(url, { method: "POST", body: body() }))
        assert.strictEqual(status, 401)
      }
    })
  )

  const HEAD = head("POST / HTTP/1.1", "Host: a", "Content-Length: 5", "Connection: close")

  it.live("is answered once it has come whole", () =>
    Effect.gen(function* () {
      const socket = yield* open(yield* refusing, `${HEAD}ab`)
      const heard: Array<string> = []
      socket.on("data", (chunk) => heard.push(String(chunk)))
      for (let i = 0; i < ROUNDS; i++) yield* turn
      assert.deepStrictEqual(heard, [])
      socket.write("cde")
      yield* Effect.promise(() => once(socket, "end"))
      assert.match(heard.join(""), /^HTTP\/1\.1 401 /)
    }).pipe(Effect.scoped)
  )

  it.live("is answered after a moment though the rest never comes", () =>
    Effect.gen(function* () {
      assert.match(yield* raw(yield* refusing, `${HEAD}ab`), /^HTTP\/1\.1 401 /)
    })
  )
})

/** More turns than an answer needs. */
const ROUNDS = 200

/** One turn of the event loop, so that sockets are served. */
const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
