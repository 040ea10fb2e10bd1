import { truncateSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { readFile } from "@backlot/player/PlayerOpen"
import * as EventStream from "@backlot/player/stage/EventStream"
import * as NodeHttp from "@backlot/player/stage/NodeHttp"
import type { Stage } from "@backlot/player/stage/Stage"
import { read } from "@backlot/player/turn/Files"
import type { Playing } from "@backlot/player/turn/Playing"
import { BOUNDS } from "@backlot/scenario/Bounds"
import * as LoadWire from "@backlot/simulator/load/LoadWire"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { temporaryFolder } from "./run/EmbeddedStages.ts"

/** The URL of a server with this answer. */
const listening = (answer: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer(answer)
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    ),
    // A TCP listener has an address with a port.
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  )

/** An endless answer. */
const endless: RequestListener = (_, response) => {
  const bytes = Buffer.alloc(1024 * 1024, "x")
  const write = (): void => {
    while (!response.destroyed && response.write(bytes)) {}
  }
  response.on("drain", write)
  write()
}

it.live("an answer that does not come is given up", () =>
  Effect.gen(function* () {
    const url = yield* listening(() => {})
    const http = yield* NodeHttp.within({ time: { ...BOUNDS.answer, value: 50 }, body: BOUNDS.answerBody })
    const { message } = yield* Effect.flip(http.send({ method: "GET", url }))
    assert.strictEqual(message, `GET ${url}: no answer within 50ms`)
  })
)

describe("an answer that does not end is given up", () => {
  it.live("by a player", () =>
    Effect.gen(function* () {
      const url = yield* listening(endless)
      const body = { ...BOUNDS.answerBody, value: 8 * 1024 * 1024 }
      const http = yield* NodeHttp.within({ time: BOUNDS.answer, body })
      const { message } = yield* Effect.flip(http.send({ method: "GET", url }))
      assert.strictEqual(message, `GET ${url}: its answer is larger than 8 MiB`)
    })
  )

  it.live("by a load", () =>
    Effect.gen(function* () {
      const origin = yield* listening(endless)
      const wire = yield* LoadWire.make(1)
      const lost = yield* wire.send({ method: "GET", origin, path: "/", body: undefined, headers: [] })
      if (!(lost instanceof LoadWire.WireLost)) return assert.fail("an answer")
      assert.deepStrictEqual([lost.kind, lost.message], ["connection", "its answer is larger than 16 MiB"])
    })
  )
})

const round = Effect.promise(() => new Promise((go) => setImmediate(go)))

it.effect("a stream with an event that does not end says so", () =>
  Effect.gen(function* () {
    const control_url = yield* listening((request, response) => {
      response.write("data: ")
      endless(request, response)
    })
    const http = yield* NodeHttp.make
    // The parts of a stage that a stream of events needs.
    const events = yield* EventStream.open(http, { control_url } as Stage)
    yield* Effect.forkChild(Effect.forever(Effect.andThen(round, TestClock.adjust(10))))
    // It is ready until its end is noticed.
    const { message } = yield* Effect.retry(Effect.flip(Effect.andThen(round, events.ready)), { while: () => true })
    assert.strictEqual(message, `${control_url}/events did not answer within 10s: an event is larger than 16 MiB`)
  })
)

it.live("a file that a step brings along is refused where it is too large", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    writeFileSync(join(folder, "large.png"), "")
    truncateSync(join(folder, "large.png"), 64 * 1024 * 1024 + 1)
    // The parts that a file needs.
    const reading = read({ folder, readFile } as Playing, { path: "large.png" }, ["say", "attachments", 0])
    const { path, message } = yield* Effect.flip(reading)
    assert.deepStrictEqual([path.at(-1), message], ["path", "it is larger than 64 MiB"])
  })
)
