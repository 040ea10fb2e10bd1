/** Two server processes on one database, each with connections, a bus and a log of its own. */

import { randomBytes } from "node:crypto"
import { layer as layerClock } from "@backlot/adapters-memory/ServiceClock"
import { layer as layerDatabase } from "@backlot/adapters-postgres/Database"
import { layer as layerBus } from "@backlot/adapters-postgres/EventBus"
import { layer as layerPostgres } from "@backlot/adapters-postgres/Storage"
import * as Body from "@backlot/ports/Body"
import { EventBus, subscribe } from "@backlot/ports/EventBus"
import { Notices } from "@backlot/ports/Notices"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Stream } from "effect"
import { inject } from "vitest"
import { EventLog, layer as layerLog } from "../../src/event/EventLog.ts"

/** The log follows what other processes append. */
const layerFollowing = Layer.effectDiscard(
  Effect.gen(function* () {
    const [notices, log] = [yield* Notices, yield* EventLog]
    yield* Effect.forkScoped(notices.follow(log.publishNew))
  })
)

const startProcess = (schema: string) =>
  layerFollowing.pipe(
    Layer.provideMerge(layerLog),
    Layer.provideMerge(Layer.mergeAll(layerBus, layerPostgres, layerClock)),
    Layer.provideMerge(layerDatabase({ url: Redacted.make(inject("postgresUrl")), schema, maxConnections: 4 })),
    Layer.fresh,
    Layer.build
  )

const EVENTS = 60

it.live("both of two processes see every event once, in order and without a gap, whoever appended it", () =>
  Effect.gen(function* () {
    const schema = `test_${randomBytes(8).toString("hex")}`
    const processes = [yield* startProcess(schema), yield* startProcess(schema)]
    const streams = yield* Effect.forEach(processes, (process) => subscribe(Context.get(process, EventBus)))
    const append = (process: Context.Context<EventLog>, name: string) =>
      Context.get(process, EventLog).commit(() =>
        Body.succeed({ value: undefined, events: [{ type: "clock.changed", data: name }] })
      )
    yield* Effect.forEach(
      Array.from({ length: EVENTS }, (_, i) => i),
      (i) => Effect.forEach(processes, (process, p) => (i % 3 === p ? Effect.void : append(process, `${p}-${i}`))),
      { concurrency: 8 }
    )
    const [kept] = yield* Effect.forEach(processes, (process) => Context.get(process, EventLog).since(0, 1_000))
    assert.strictEqual(new Set(kept?.map(({ data }) => data)).size, (EVENTS / 3) * 4)
    for (const stream of streams) {
      assert.deepStrictEqual(yield* Stream.runCollect(Stream.take(stream, kept?.length ?? 0)), kept)
    }
  }).pipe(Effect.scoped)
)
