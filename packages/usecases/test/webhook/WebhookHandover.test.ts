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

interface Amid {
  readonly stopping: Fiber.Fiber<unknown, unknown>
  readonly answer: Deferred.Deferred<void>
  readonly received: Parameters<typeof contents>[0]
}

/** What came when the sending was taken amid a request, `act` was done, and another process sent the rest. */
const handedOver = <E, R>(came: ReadonlyArray<string>, act: (amid: Amid) => Effect.Effect<unknown, E, R>) =>
  Effect.suspend(() => {
    const { asked, answer, post } = held()
    return endpointFor(
      post,
      Effect.fnUntraced(function* (received) {
        yield* act({ stopping: yield* stoppedAmid(asked), answer, received })
        const next = yield* begin
        yield* told("webhook_event.delivered", 2)
        assert.deepStrictEqual(contents(received), came)
        yield* Fiber.interrupt(next)
      })
    )
  })

describeOnEachStore("a process that another takes the sending of webhook events from", (test) => {
  test(
    "waits for the answer to what it has sent and begins nothing more, so that nothing comes twice",
    handedOver(
      ["first", "second"],
      Effect.fnUntraced(function* ({ stopping, answer, received }) {
        assert.isUndefined(stopping.pollUnsafe())
        yield* Deferred.succeed(answer, undefined)
        yield* Fiber.join(stopping)
        assert.deepStrictEqual(contents(received), ["first"])
      })
    )
  )

  test(
    "waits no longer than an answer may take",
    handedOver(
      ["first", "first", "second"],
      Effect.fnUntraced(function* ({ stopping, answer }) {
        yield* TestClock.adjust(2 * limits.acknowledgeMs)
        yield* Fiber.join(stopping)
        yield* Deferred.succeed(answer, undefined)
      })
    )
  )
})
