import { store } from "@backlot/ports/Body"
import { eventBusSuite } from "@backlot/ports/conformance/EventBusSuite"
import { EventBus } from "@backlot/ports/EventBus"
import { LOG_POSITION, Storage } from "@backlot/ports/Storage"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Queue, Result } from "effect"
import { Database } from "../src/Database.ts"
import { layer } from "../src/EventBus.ts"
import { channelOf } from "../src/Session.ts"
import { layer as layerStorage } from "../src/Storage.ts"
import { layerNew } from "./Server.ts"

eventBusSuite("the event bus on PostgreSQL", () => Layer.provide(layer, layerNew()))

describe("what processes on one database hear of each other", () => {
  it.live("is the position of each commit that appends, and nothing of one that fails or of what is published", () =>
    Effect.gen(function* () {
      const [database, storage, bus] = [yield* Database, yield* Storage, yield* EventBus]
      const notices = yield* database.listen(channelOf(database.settings.schema))
      const append = (position: number) => store.put(LOG_POSITION, String(position))
      yield* Effect.flip(
        storage.transaction(function* () {
          yield* append(1)
          return yield* Result.fail("refused")
        })
      )
      bus.publish([{ seq: 2, type: "clock.changed", at: 0, data: {} }])
      yield* storage.transaction(() => store.put("other", "3"))
      yield* storage.transaction(() => append(4))
      yield* storage.transaction(() => append(5))
      const heard = [yield* Queue.take(notices), yield* Queue.take(notices)]
      assert.deepStrictEqual(
        heard.map(({ payload }) => payload),
        ["4", "5"]
      )
    }).pipe(Effect.scoped, Effect.provide(Layer.mergeAll(layer, layerStorage).pipe(Layer.provideMerge(layerNew()))))
  )
})
