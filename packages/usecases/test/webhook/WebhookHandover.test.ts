import { webhookEvent as limits } from "@backlot/domain/base/Limits"
import { Servers } from "@backlot/ports/Servers"
import { assert } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as WebhookDeliveries from "../../src/webhook/WebhookDeliveries.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import { ACKNOWLEDGED, contents, endpointFor, happen, said, settled, told } from "../fixture/Webhooking.ts"

/** The sending as the process does it that does it now, of several. */
const begin = Effect.gen(function* () {
  const others = { ...(yield* Servers), isAlone: false }
  return yield* Effect.forkChild(Effect.provideService(WebhookDeliveries.run, Servers, others), {
    startImmediately: true
  })
})

/** An endpoint that says when it is asked, and answers when it is told to. */
const held = () => {
  const [asked, answer] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
  const post = () => Effect.as(Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(answer)), ACKNOWLEDGED)
  return { asked, answer, post }
}

/** Sends "first" and begins to stop. "second" waits for its turn. */
const stoppedAmid = Effect.fnUntraced(function* (asked: Deferred.Deferred<void>) {
  yield* settled()
  const sender = yield* begin
  yield* happen(said("first"), said("second"))
  yield* Deferred.await(asked)
  const stopping = yield* Effect.forkChild(Fiber.interrupt(sender), { startImmediately: true })
  const queue = yield* WebhookDeliveries.WebhookQueue
  yield* Effect.repeat(Effect.yieldNow, { while: () => queue.isSending })
  yield* Effect.repeat(Effect.yieldNow, { times: 100 })
  return stopping
})

describeOnEachStore("a process that another takes the sending of webhook events from", (test) => {
  test(
    "waits for the answer to what it has sent and begins nothing more, so that nothing comes twice",
    Effect.suspend(() => {
      const { asked, answer, post } = held()
      return endpointFor(
        post,
        Effect.fnUntraced(function* (received) {
          const stopping = yield* stoppedAmid(asked)
          assert.isUndefined(stopping.pollUnsafe())
          yield* Deferred.succeed(answer, undefined)
          yield* Fiber.join(stopping)
          assert.deepStrictEqual(contents(received), ["first"])
          const next = yield* begin
          yield* told("webhook_event.delivered", 2)
          assert.deepStrictEqual(contents(received), ["first", "second"])
          yield* Fiber.interrupt(next)
        })
      )
    })
  )

  test(
    "waits no longer than an answer may take",
    Effect.suspend(() => {
      const { asked, answer, post } = held()
      return endpointFor(
        post,
        Effect.fnUntraced(function* (received) {
          const stopping = yield* stoppedAmid(asked)
          yield* TestClock.adjust(2 * limits.acknowledgeMs)
          yield* Fiber.join(stopping)
          yield* Deferred.succeed(answer, undefined)
          const next = yield* begin
          yield* told("webhook_event.delivered", 2)
          assert.deepStrictEqual(contents(received), ["first", "first", "second"])
          yield* Fiber.interrupt(next)
        })
      )
    })
  )
})
