import { connect, createServer, type Server } from "node:net"
import { store } from "@backlot/ports/Body"
import { Counters } from "@backlot/ports/Counters"
import { Storage } from "@backlot/ports/Storage"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { layer as layerCounters } from "../src/Counters.ts"
import { Database } from "../src/Database.ts"
import { layer } from "../src/Storage.ts"
import { databaseIn, newSchema, url } from "./Server.ts"

/** A proxy between client and server: counts the client's messages, and drops answers while `silent`. */
const counted = Effect.acquireRelease(
  Effect.callback<{
    readonly server: Server
    readonly seen: { writes: number; silent: boolean }
    readonly address: string
  }>((resume) => {
    const target = new URL(url)
    const seen = { writes: 0, silent: false }
    const server = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname)
      client.on("data", (bytes) => {
        seen.writes++
        upstream.write(bytes)
      })
      let lost = false
      upstream.on("data", (bytes) => {
        lost ||= seen.silent
        if (!lost) client.write(bytes)
      })
      for (const [from, to] of [
        [client, upstream],
        [upstream, client]
      ] as const) {
        from.on("error", () => to.destroy())
        from.on("close", () => to.destroy())
      }
    })
    server.listen(0, "localhost", () => {
      const address = server.address()
      const through = new URL(url)
      through.port = typeof address === "object" && address !== null ? String(address.port) : ""
      resume(Effect.succeed({ server, seen, address: through.href }))
    })
  }),
  ({ server }) => Effect.sync(() => server.close())
)

it.live(
  "what is asked begins the transaction, and the writes go with the COMMIT: two writes to the wire, one for what is known",
  () =>
    Effect.gen(function* () {
      const { seen, address } = yield* counted
      const schema = yield* newSchema
      const own = layer.pipe(Layer.provideMerge(databaseIn(schema, { url: Redacted.make(address), maxConnections: 1 })))
      yield* Effect.gen(function* () {
        const storage = yield* Storage
        yield* Database
        const readAndWrite = storage.transaction(function* () {
          yield* store.getMany(["a", "b"])
          yield* store.get("a")
          yield* store.put("a", "1")
          yield* store.put("b", "2")
          yield* store.delete("c")
        })
        const blind = storage.transaction(function* () {
          yield* store.put("a", "1")
          yield* store.put("b", "2")
        })
        for (const [body, writes] of [
          [readAndWrite, 2],
          [blind, 1],
          [readAndWrite, 1]
        ] as const) {
          const before = seen.writes
          yield* body
          assert.strictEqual(seen.writes - before, writes)
        }
      }).pipe(Effect.provide(own))
    }).pipe(Effect.scoped)
)

it.live("a connection whose answer did not come in time is not used again", () =>
  Effect.gen(function* () {
    const { seen, address } = yield* counted
    const schema = yield* newSchema
    const options = { url: Redacted.make(address), maxConnections: 1 }
    yield* Effect.gen(function* () {
      const counters = yield* Counters
      const { settings } = yield* Database
      // Only the answer that never comes has little time.
      const patient = settings.answerTimeoutMs
      const take = counters.take([{ key: "a", limit: 5, windowMs: 60_000, cost: 1 }], 1_000)
      yield* take
      seen.silent = true
      Object.assign(settings, { answerTimeoutMs: 200 })
      assert.strictEqual((yield* Effect.flip(take))._tag, "StorageError")
      Object.assign(settings, { answerTimeoutMs: patient })
      seen.silent = false
      assert.isTrue((yield* take).granted)
    }).pipe(Effect.provide(layerCounters.pipe(Layer.provideMerge(databaseIn(schema, options)))))
  }).pipe(Effect.scoped)
)
