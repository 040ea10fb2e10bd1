import { delivery } from "@backlot/domain/base/Limits"
import { assert } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { Deliveries, type Delivery } from "../../src/interaction/InteractionDelivery.ts"
import * as InteractionWait from "../../src/interaction/InteractionWait.ts"
import * as Collections from "../../src/store/Collections.ts"
import { settle } from "../fixture/Harbour.ts"
import { describeOnEachStore, transact } from "../fixture/Stores.ts"
import { detailOf, interactionOf, open, saying, settled, steps, traced, use, withApp } from "../fixture/Using.ts"

/** Uses a command; `meanwhile` happens once its interaction is stored, before its delivery begins. */
const useWhile = <A, E, R>(command_id: string, meanwhile: (made: Delivery) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const deliveries = yield* Deliveries
    const context = yield* Effect.context<R>()
    const paused = Deliveries.of({
      ...deliveries,
      deliver: (id, make) =>
        deliveries.deliver(
          id,
          Effect.tap(make, (made) => Effect.provideContext(Effect.orDie(meanwhile(made)), context))
        )
    })
    return yield* Effect.provideService(use({ command_id }), Deliveries, paused)
  })

/** An endpoint that answers nothing until it is released. */
const gate = Effect.map(Deferred.make<void>(), (opened) => ({
  post: () => Effect.as(Deferred.await(opened), saying("hi")),
  letGo: Deferred.succeed(opened, undefined)
}))

describeOnEachStore("an interaction whose turn is free when it is made", (test) => {
  test(
    "has its line `delivering` from the transaction that makes it, before anything is sent",
    withApp(
      () => Effect.succeed(saying("hi")),
      Effect.fnUntraced(function* (received) {
        const command = yield* open()
        const { id } = yield* useWhile(command.id, ({ record }) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* steps(record.id), ["evaluated", "created", "delivering"])
            assert.deepStrictEqual(received, [])
          })
        )
        yield* settled(id)
        const [{ url, headers, body } = assert.fail("nothing was sent")] = received
        assert.deepStrictEqual(yield* detailOf(id, "delivering"), { url, headers, body })
      })
    )
  )

  test(
    "waits when another takes the turn meanwhile, and is delivered once all the same",
    Effect.gen(function* () {
      const { post, letGo } = yield* gate
      yield* withApp(
        post,
        Effect.fnUntraced(function* (received) {
          const command = yield* open()
          const another = use({ command_id: command.id })
          yield* Effect.repeat(another, { times: delivery.perApplication - 2 })
          const { id } = yield* useWhile(command.id, () => another)
          const waiting = ["evaluated", "created", "delivering", "queued"]
          assert.deepStrictEqual(yield* traced(id, "queued"), waiting)
          assert.strictEqual(received.length, delivery.perApplication)
          assert.notInclude(received.map(interactionOf), id)
          yield* letGo
          yield* settled(id)
          assert.deepStrictEqual(yield* steps(id), [...waiting, "delivering", "answered", "acknowledged"])
          assert.strictEqual(received.filter((request) => interactionOf(request) === id).length, 1)
        })
      )
    })
  )

  test(
    "has no line `delivering` from then when there is no turn",
    Effect.gen(function* () {
      const { post, letGo } = yield* gate
      yield* withApp(
        post,
        Effect.fnUntraced(function* () {
          const command = yield* open()
          yield* Effect.repeat(use({ command_id: command.id }), { times: delivery.perApplication - 1 })
          const { id } = yield* useWhile(command.id, ({ record, atOnce }) =>
            Effect.gen(function* () {
              assert.isUndefined(atOnce)
              assert.deepStrictEqual(yield* steps(record.id), ["evaluated", "created"])
            })
          )
          yield* traced(id, "queued")
          yield* letGo
          yield* settled(id)
          assert.deepStrictEqual((yield* steps(id)).slice(2), ["queued", "delivering", "answered", "acknowledged"])
        })
      )
    })
  )
})

describeOnEachStore("a use", (test) => {
  test(
    "leaves nobody watching, however it ends",
    withApp(
      () => Effect.succeed(saying("hi")),
      Effect.fnUntraced(function* (_, watching) {
        const command = yield* open()
        const { idle } = yield* Deliveries
        const { id } = yield* use({ command_id: command.id })
        yield* settled(id)
        yield* Effect.flip(use({ command_id: command.id, version: "1" }))
        yield* Effect.flip(InteractionWait.until("1", "acknowledged"))
        yield* settle()
        yield* Effect.exit(use({ command_id: command.id }))
        yield* idle
        assert.strictEqual(watching.size, 0)
      })
    )
  )
})

describeOnEachStore("an interaction that is stored", (test) => {
  test(
    "is delivered, though its caller goes away before that begins",
    withApp(
      () => Effect.succeed(saying("hi")),
      Effect.fnUntraced(function* (received, watching) {
        const command = yield* open()
        const stored = yield* Deferred.make<string>()
        const using = yield* Effect.forkChild(
          useWhile(command.id, ({ record }) =>
            Effect.andThen(Deferred.succeed(stored, record.id), Effect.repeat(Effect.yieldNow, { times: 10 }))
          )
        )
        const id = yield* Deferred.await(stored)
        yield* Fiber.interrupt(using)
        yield* (yield* Deliveries).idle
        assert.deepStrictEqual(received.map(interactionOf), [id])
        assert.strictEqual(watching.size, 0)
      })
    )
  )
})

describeOnEachStore(
  "a use whose caller goes away",
  (test) => {
    test(
      "is delivered when it was stored, and leaves nobody watching",
      withApp(
        () => Effect.succeed(saying("hi")),
        Effect.fnUntraced(function* (received, watching) {
          const command = yield* open()
          for (let steps = 0; steps < 120; steps++) {
            const using = yield* Effect.forkChild(use({ command_id: command.id }), { startImmediately: true })
            for (let i = 0; i < steps; i++) yield* Effect.yieldNow
            yield* Fiber.interrupt(using)
          }
          yield* (yield* Deliveries).idle
          const stored = yield* transact(() => Collections.interactions.list([]))
          assert.isAbove(stored.length, 0)
          assert.sameMembers(
            received.map(interactionOf),
            stored.map(({ id }) => id)
          )
          assert.isTrue(stored.every(({ state }) => state === "responded"))
          assert.strictEqual(watching.size, 0)
        })
      )
    )
  },
  { interleave: true, on: ["memory", "file"] }
)
