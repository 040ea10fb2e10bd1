import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { make, WireLost } from "../../src/load/LoadWire.ts"

const listening = (answer: RequestListener) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer(answer)
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      // A TCP listener has an address with a port.
      return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    }),
    ({ server }) =>
      Effect.promise(() => {
        const closed = new Promise((resolve) => server.close(resolve))
        server.closeAllConnections()
        return closed
      })
  )

const get = (origin: string) => ({ method: "GET", origin, path: "/", body: undefined, headers: [] })

describe("a request of a load", () => {
  it.live("is answered with status, headers and the value of its JSON", () =>
    Effect.gen(function* () {
      const { origin } = yield* listening((request, response) => {
        request.setEncoding("utf8").on("data", (body: string) => {
          response
            .writeHead(201, { "content-type": "application/json", "x-of": request.method ?? "" })
            .end(`{"had":${body}}`)
        })
      })
      const wire = yield* make(1)
      const headers = ["content-type", "application/json"]
      const answer = yield* wire.send({ ...get(origin), method: "POST", body: '{"a":1}', headers })
      if (answer instanceof WireLost) return assert.fail(answer.message)
      assert.deepStrictEqual([answer.status, answer.body, answer.headers["x-of"]], [201, { had: { a: 1 } }, "POST"])
    })
  )

  it.live("never has more connections than it may", () =>
    Effect.gen(function* () {
      let open = 0
      const { server, origin } = yield* listening((_, response) => response.end("yes"))
      server.on("connection", () => {
        open += 1
      })
      const wire = yield* make(3)
      const answers = yield* Effect.all(
        Array.from({ length: 30 }, () => wire.send(get(origin))),
        { concurrency: "unbounded" }
      )
      assert.isTrue(answers.every((answer) => !(answer instanceof WireLost) && answer.body === "yes"))
      assert.isAtMost(open, 3)
    })
  )

  it.live("is lost where the connection is cut or refused", () =>
    Effect.gen(function* () {
      const wire = yield* make(1)
      const { origin } = yield* listening((request) => request.socket.destroy())
      const cut = yield* wire.send(get(origin))
      assert.deepInclude({ ...(cut instanceof WireLost ? cut : {}) }, { kind: "connection" })
      const gone = yield* Effect.scoped(
        Effect.map(
          listening(() => {}),
          (one) => one.origin
        )
      )
      const refused = yield* wire.send(get(gone))
      assert.match(refused instanceof WireLost ? refused.message : "", /ECONNREFUSED/)
    })
  )
})
