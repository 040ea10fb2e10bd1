/** A database that does not answer, and a store that is in use. */
import { store } from "@backlot/ports/Body"
import { Counters } from "@backlot/ports/Counters"
import { Storage } from "@backlot/ports/Storage"
import { startRelay } from "@backlot/postgres/Relay"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { layer as layerCounters } from "../src/Counters.ts"
import { Database } from "../src/Database.ts"
import { layer as layerStorage } from "../src/Storage.ts"
import * as Watch from "../src/Watch.ts"
import { databaseIn, newSchema, url } from "./Server.ts"

const relayed = Effect.acquireRelease(
  Effect.promise(() => {
    const { port, hostname } = new URL(url)
    return startRelay(Number(port), hostname)
  }),
  ({ cut }) => Effect.promise(cut)
)

const through = (port: number) =>
  Redacted.make(Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) }).href)

/** The ports of a process that watches its database. */
const watched = (schema: string, address = Redacted.make(url), isAlone?: boolean) =>
  Layer.mergeAll(layerStorage, layerCounters).pipe(
    Layer.provideMerge(Watch.layer({ url: address, schema, isAlone })),
    Layer.provideMerge(databaseIn(schema, { url: address }))
  )

const get = Effect.flatMap(Storage, (storage) => storage.transaction(() => store.get("key")))
const put = Effect.flatMap(Storage, (storage) => storage.transaction(() => store.put("key", "value")))
const take = Effect.flatMap(Counters, (counters) =>
  counters.take([{ key: "a", limit: 5, windowMs: 60_000, cost: 1 }], 1_000)
)

/** Real milliseconds. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const began = performance.now()
    return Effect.map(effect, (value) => ({ value, ms: performance.now() - began }))
  })

/** Where packets vanish, a connection counts as lost after 20 seconds. This is far less, whatever else the machine does. */
const SOON_MS = 6_000

const EVERY = Schedule.spaced("20 millis").pipe(Schedule.upTo({ times: 1_500 }))

describe("a database from which nothing comes any more", () => {
  it.live(
    "counts as away for what has begun and what begins, until it answers, though old connections stay silent",
    () =>
      Effect.gen(function* () {
        const relay = yield* relayed
        yield* Effect.gen(function* () {
          yield* put
          yield* take
          const { silence } = yield* Database
          relay.silence()
          const begun = yield* timed(
            Effect.all([Effect.flip(get), Effect.flip(put), Effect.flip(take)], { concurrency: "unbounded" })
          )
          assert.isBelow(begun.ms, SOON_MS)
          for (const error of begun.value) {
            assert.deepInclude(error, { _tag: "StorageError", isAway: true })
            assert.notInclude(error.message, "hidden")
          }
          assert.isTrue(silence.isNow())
          // Nothing is waited for.
          const next = yield* timed(Effect.flip(get))
          assert.isTrue(next.value.isAway)
          assert.isBelow(next.ms, 250)
          relay.speak()
          const back = Effect.map(Effect.option(get), ({ _tag }) => _tag === "Some")
          assert.isTrue(yield* Effect.repeat(back, { until: (is) => is, schedule: EVERY }))
          const after = yield* timed(Effect.all([get, get, take], { concurrency: "unbounded" }))
          assert.isBelow(after.ms, SOON_MS)
        }).pipe(Effect.provide(watched(yield* newSchema, through(relay.port))))
      }).pipe(Effect.scoped)
  )

  it.live("is none that is slow: a statement that takes its time is answered", () =>
    Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const { open, silence } = yield* Database
        const slow = Effect.scoped(Effect.flatMap(open, ({ exchange }) => exchange([["SELECT pg_sleep(2)"]])))
        yield* slow
        assert.strictEqual(silence.times(), 0)
      }).pipe(Effect.provide(watched(yield* newSchema)))
    })
  )
})

describe("a store that others use", () => {
  const built = (schema: string, isAlone?: boolean) => Layer.build(Layer.fresh(watched(schema, undefined, isAlone)))

  it.live("is shared by servers, and refused to who needs it alone", () =>
    Effect.gen(function* () {
      const schema = yield* newSchema
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* built(schema)
          yield* built(schema)
          const { reason, message } = yield* Effect.flip(built(schema, true))
          assert.strictEqual(reason, "in-use")
          assert.match(message, /is in use by a running server$/)
          assert.notInclude(message, "hidden")
          // Another schema is another store.
          yield* built(yield* newSchema, true)
        })
      )
      yield* Effect.scoped(built(schema, true))
    })
  )

  it.live("is refused to all while one has it alone", () =>
    Effect.gen(function* () {
      const schema = yield* newSchema
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* built(schema, true)
          for (const isAlone of [false, true])
            assert.strictEqual((yield* Effect.flip(built(schema, isAlone))).reason, "in-use")
        })
      )
      yield* Effect.scoped(built(schema))
    })
  )
})
