/** Several runners over one store: each deadline has its effect once. */
import { layer as layerClock } from "@backlot/adapters-memory/ServiceClock"
import { layer as layerStorage } from "@backlot/adapters-memory/Storage"
import type * as Body from "@backlot/ports/Body"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Deadlines, layer, schedule } from "../../src/store/Deadlines.ts"

const transact = <Y extends Body.Step, A>(body: () => Iterable<Y, A, unknown>) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(body))

it.effect("a deadline that another runner has claimed meanwhile is nobody else's", () =>
  Effect.gen(function* () {
    yield* (yield* ServiceClock).set({ mode: "frozen", now_ms: 10 })
    const claims: Array<boolean> = []
    let other = Effect.void
    const handlers = {
      claim: (_: unknown, __: number, claim: Body.Body<boolean>) =>
        Effect.gen(function* () {
          // The other one comes between the look at the row and its claim.
          const before = other
          other = Effect.void
          yield* before
          claims.push(yield* transact(() => claim))
        })
    }
    const runner = Effect.map(Layer.build(layer(handlers)), (context) => Context.get(context, Deadlines))
    const [one, two] = [yield* runner, yield* runner]
    yield* transact(() => schedule({ name: "a", kind: "claim", due_ms: 1, payload: null }))
    other = Effect.orDie(two.runDue)
    yield* one.runDue
    assert.deepStrictEqual(claims, [true, false])
  }).pipe(Effect.scoped, Effect.provide(Layer.mergeAll(layerStorage, layerClock)))
)
