import { assert } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Applications from "../../src/application/Applications.ts"
import * as Time from "../../src/event/Time.ts"
import * as Collections from "../../src/store/Collections.ts"
import { WebhookQueue } from "../../src/webhook/WebhookDeliveries.ts"
import { text } from "../fixture/Endpoint.ts"
import { applicationOf, PET_SHOP } from "../fixture/Harbour.ts"
import { describeOnEachStore, transact } from "../fixture/Stores.ts"
import {
  ACKNOWLEDGED,
  BROKEN,
  contents,
  EVENTS_URL,
  failing,
  happen,
  refused,
  rows,
  said,
  sending,
  settled,
  told
} from "../fixture/Webhooking.ts"

/** The clock stands still when these happen, so that the test says when it is tried again. */
const frozenAt = Effect.fnUntraced(function* (...events: ReadonlyArray<ReturnType<typeof said>>) {
  yield* settled()
  yield* Time.change({ mode: "frozen" })
  yield* happen(...events)
})

describeOnEachStore("a webhook event that is not acknowledged", (test) => {
  test(
    "is sent again when the clock says so, with the same body",
    sending(
      failing(2),
      Effect.fnUntraced(function* (received) {
        yield* frozenAt(said("hello"))
        const [first] = yield* told("webhook_event.failed", 1)
        assert.deepInclude(first, { attempts: 1, because: "refused: nobody listens" })
        yield* Time.change({ advance_ms: 999 })
        assert.strictEqual(received.length, 1)
        yield* Time.change({ advance_ms: 1 })
        yield* told("webhook_event.failed", 2)
        yield* Time.change({ advance_ms: 2_000 })
        const [delivered] = yield* told("webhook_event.delivered", 1)
        assert.deepInclude(delivered, { attempts: 3, status: 204 })
        assert.strictEqual(new Set(received.map(({ body }) => body)).size, 1)
        assert.deepStrictEqual(yield* rows, [])
      })
    )
  )

  test(
    "is given up after 10 minutes",
    sending(
      () => Effect.succeed(BROKEN),
      Effect.fnUntraced(function* (received) {
        yield* frozenAt(said("hello"))
        for (let tries = 1; tries <= 10; tries++) {
          yield* told("webhook_event.failed", tries)
          const [row] = yield* rows
          assert.strictEqual(row?.attempts, tries)
          yield* Time.change({ advance_ms: (row?.due_ms ?? 0) - (yield* Time.read).now })
        }
        const last = (yield* told("webhook_event.failed", 11)).at(-1)
        assert.deepInclude(last, { attempts: 11, because: "it was answered with status 500", next_ms: null })
        assert.strictEqual(received.length, 11)
        assert.deepStrictEqual(yield* rows, [])
      })
    )
  )

  test(
    "because the server has a defect is sent again too, and those that follow pass",
    Effect.suspend(() => {
      let isFirst = true
      const post = () => {
        const fails = isFirst
        isFirst = false
        return fails ? Effect.die("a defect of the test") : Effect.succeed(ACKNOWLEDGED)
      }
      return sending(
        post,
        Effect.fnUntraced(function* (received) {
          yield* frozenAt(said("one"), said("two"))
          yield* told("webhook_event.delivered", 1)
          const [first] = yield* told("webhook_event.failed", 1)
          assert.deepInclude(first, { attempts: 1, because: "the server has a defect" })
          yield* Time.change({ advance_ms: 1_000 })
          yield* told("webhook_event.delivered", 2)
          assert.deepStrictEqual(contents(received), ["one", "two", "one"])
        })
      )
    })
  )

  test(
    "but answered with a redirect is sent again",
    sending(
      () => Effect.succeed(text(302, "")),
      Effect.fnUntraced(function* () {
        yield* frozenAt(said("hello"))
        const [failed] = yield* told("webhook_event.failed", 1)
        assert.deepInclude(failed, { because: "it was answered with status 302" })
      })
    )
  )

  test(
    "is under way while it is sent, and not while it waits for another try",
    Effect.suspend(() => {
      const answer = Deferred.makeUnsafe<typeof BROKEN>()
      return sending(
        () => Deferred.await(answer),
        Effect.fnUntraced(function* () {
          const { underWay } = yield* WebhookQueue
          yield* frozenAt(said("one"), said("two"))
          yield* Effect.eventually(Effect.filterOrFail(Effect.sync(underWay), (count) => count === 2))
          yield* Deferred.succeed(answer, BROKEN)
          yield* told("webhook_event.failed", 2)
          yield* Effect.eventually(Effect.filterOrFail(Effect.sync(underWay), (count) => count === 0))
        })
      )
    })
  )

  test(
    "lets those that follow pass",
    sending(
      failing(1),
      Effect.fnUntraced(function* (received) {
        yield* frozenAt(said("one"), said("two"), said("three"))
        yield* told("webhook_event.delivered", 2)
        yield* Time.change({ advance_ms: 1_000 })
        yield* told("webhook_event.delivered", 3)
        assert.deepStrictEqual(contents(received), ["one", "two", "three", "one"])
      })
    )
  )

  test(
    "goes to the URL that was corrected meanwhile",
    sending(
      ({ url }) => (url === EVENTS_URL ? Effect.fail(refused) : Effect.succeed(ACKNOWLEDGED)),
      Effect.fnUntraced(function* () {
        yield* frozenAt(said("hello"))
        yield* told("webhook_event.failed", 1)
        const application = yield* applicationOf(PET_SHOP)
        const event_webhooks_url = "http://127.0.0.1:9/corrected"
        yield* transact(() => Collections.applications.put({ ...application, event_webhooks_url }))
        yield* Time.change({ advance_ms: 1_000 })
        const [delivered] = yield* told("webhook_event.delivered", 1)
        assert.deepInclude(delivered, { url: event_webhooks_url })
      })
    )
  )

  test(
    "is dropped once the application does not ask for it any more",
    sending(
      failing(1),
      Effect.fnUntraced(function* (received) {
        yield* frozenAt(said("hello"))
        yield* told("webhook_event.failed", 1)
        yield* Applications.update(yield* applicationOf(PET_SHOP), { event_webhooks_types: [] })
        yield* Time.change({ advance_ms: 1_000 })
        yield* told("webhook_event.dropped", 1)
        assert.strictEqual(received.length, 1)
        assert.deepStrictEqual(yield* rows, [])
      })
    )
  )
})

describeOnEachStore(
  "a webhook event whose next try another process has claimed",
  (test) => {
    test(
      "is sent by the one that sends",
      sending(
        failing(1),
        Effect.fnUntraced(function* (received) {
          yield* frozenAt(said("hello"))
          yield* told("webhook_event.failed", 1)
          yield* TestClock.adjust("5 seconds")
          assert.strictEqual(received.length, 1)
          // What the handler of its deadline does in a process that does not send.
          yield* transact(function* () {
            const [row] = yield* Collections.webhookEvents.list([])
            if (row !== undefined) yield* Collections.webhookEvents.put({ ...row, due_ms: null }, row)
          })
          yield* TestClock.adjust("1 second")
          yield* told("webhook_event.delivered", 1)
          assert.strictEqual(received.length, 2)
        })
      )
    )
  },
  { on: ["postgres"] }
)
