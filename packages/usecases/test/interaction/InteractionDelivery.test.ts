import { trace as limits } from "@backlot/domain/base/KeptLimits"
import { delivery } from "@backlot/domain/base/Limits"
import { store } from "@backlot/ports/Body"
import { OutboundError, type OutboundRequest } from "@backlot/ports/Outbound"
import { assert } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as Commands from "../../src/command/Commands.ts"
import * as Time from "../../src/event/Time.ts"
import * as InteractionCalls from "../../src/interaction/InteractionCalls.ts"
import { Deliveries } from "../../src/interaction/InteractionDelivery.ts"
import * as Interactions from "../../src/interaction/Interactions.ts"
import * as Collection from "../../src/store/Collection.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import { text } from "../fixture/Endpoint.ts"
import { ALICE, GENERAL, HARBOUR, PET_SHOP, settle, slash, target, WEATHER } from "../fixture/Harbour.ts"
import { create } from "../fixture/Registering.ts"
import { describeOnEachStore, rows, transact } from "../fixture/Stores.ts"
import {
  ACCEPTED,
  DEFERRAL,
  detailOf,
  eventsOf,
  open,
  record,
  saying,
  settled,
  steps,
  traced,
  use,
  withApp
} from "../fixture/Using.ts"

const HI = { type: 4, data: { content: "hi" } }

const applicationOf = ({ body }: OutboundRequest): string => JSON.parse(body).application_id

/** An endpoint that never answers; `begun` and `cut` count its requests. */
const silence = () => {
  const counts = { begun: 0, cut: 0 }
  const post = () =>
    Effect.suspend(() => {
      counts.begun++
      return Effect.never
    }).pipe(Effect.onInterrupt(() => Effect.sync(() => void counts.cut++)))
  return { counts, post }
}

const many = (count: number, command_id: string) =>
  Effect.forEach(Array.from({ length: count }), () => use({ command_id }))

describeOnEachStore("a delivery", (test) => {
  test(
    "leaves a line for each step: evaluated, created, delivered, answered, acknowledged",
    withApp(
      () => Effect.succeed(saying("hello")),
      Effect.fnUntraced(function* () {
        const command = yield* open()
        const { id } = yield* use({ command_id: command.id })
        assert.strictEqual((yield* settled(id)).message?.content, "hello")
        assert.deepStrictEqual(yield* steps(id), ["evaluated", "created", "delivering", "answered", "acknowledged"])
        const answered = yield* detailOf(id, "answered")
        assert.deepInclude(answered, { channel: "http answer", status: 200, body: saying("hello").text })
      })
    )
  )

  test(
    "shows the beginning of a long answer in its trace",
    withApp(
      () => Effect.succeed(saying("x".repeat(2 * limits.bodyCharacters))),
      Effect.fnUntraced(function* () {
        const command = yield* open()
        const { id } = yield* use({ command_id: command.id })
        assert.strictEqual((yield* settled(id)).record.state, "failed")
        const { body } = (yield* detailOf(id, "answered")) as { readonly body: string }
        assert.strictEqual(body.length, limits.bodyCharacters + 1)
        assert.isTrue(body.startsWith('{"type":4'))
      })
    )
  )

  test(
    "whose answer nests too deep fails at once, and says so",
    withApp(
      () => Effect.succeed(text(200, `{"type":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "application/json")),
      Effect.fnUntraced(function* () {
        const command = yield* open()
        const { id } = yield* use({ command_id: command.id })
        const { record } = yield* settled(id)
        assert.deepInclude(record.error, { reason: "answer", because: "the answer nests deeper than 32 levels" })
      })
    )
  )

  test(
    "to an application without an endpoint keeps the time, and tells at once why nobody answers",
    withApp(
      () => Effect.die("nothing is sent"),
      Effect.fnUntraced(function* (received) {
        yield* settle()
        const { command } = yield* create(slash("adopt"))
        const { id, state, error } = yield* use({ command_id: command.id })
        assert.strictEqual(state, "pending")
        assert.match(error?.because ?? "", /Pet Shop has no interactions_endpoint_url.*PATCH \/applications\/@me/)
        assert.deepStrictEqual(yield* steps(id), ["evaluated", "created", "undeliverable"])
        yield* Time.change({ advance_ms: 3_000 })
        const ended = yield* record(id)
        assert.strictEqual(ended?.state, "timed_out")
        assert.deepInclude(ended?.error, { reason: "timeout", because: error?.because ?? "" })
        assert.deepStrictEqual(received, [])
      })
    )
  )
})

describeOnEachStore("an endpoint that hangs", (test) => {
  test(
    "holds up no other application; what has to wait for it says so",
    Effect.suspend(() => {
      const { post } = silence()
      return withApp(
        (request) => (applicationOf(request) === PET_SHOP ? post() : Effect.succeed(saying("sunny"))),
        Effect.fnUntraced(function* (received) {
          const { id } = yield* open()
          const stuck = yield* many(delivery.perApplication + 1, id)
          const last = stuck.at(-1)?.id ?? ""
          yield* traced(last, "queued")
          const sky = (yield* Commands.create(yield* target("global", WEATHER), slash("sky"))).command
          const used = yield* use({ command_id: sky.id })
          assert.strictEqual((yield* settled(used.id)).message?.content, "sunny")
          assert.deepStrictEqual(yield* steps(last), ["evaluated", "created", "queued"])
          assert.strictEqual(received.length, delivery.perApplication + 1)
        })
      )
    })
  )

  test(
    "is let go once the interaction has timed out, and what still waited is not delivered any more",
    Effect.suspend(() => {
      const { counts, post } = silence()
      return withApp(
        post,
        Effect.fnUntraced(function* () {
          const { id } = yield* open()
          const stuck = yield* many(delivery.perApplication + 1, id)
          const [first = "", last = ""] = [stuck.at(0)?.id, stuck.at(-1)?.id]
          yield* traced(last, "queued")
          yield* Time.change({ advance_ms: 3_000 })
          assert.include(yield* traced(first, "released"), "timed_out")
          assert.sameMembers(yield* traced(last, "not_delivered"), [
            "evaluated",
            "created",
            "queued",
            "timed_out",
            "not_delivered"
          ])
          assert.deepStrictEqual(counts, { begun: delivery.perApplication, cut: delivery.perApplication })
        })
      )
    })
  )

  test(
    "is let go when a new world takes its place, which leaves nothing behind",
    Effect.suspend(() => {
      const { counts, post } = silence()
      return withApp(
        post,
        Effect.fnUntraced(function* () {
          const command = yield* open()
          const { id } = yield* use({ command_id: command.id })
          yield* traced(id, "delivering")
          yield* settle()
          yield* Effect.eventually(Effect.suspend(() => (counts.cut === 1 ? Effect.void : Effect.fail("not yet"))))
          assert.isEmpty((yield* rows).filter(([key]) => key.startsWith("trace/") || key.startsWith("interaction/")))
        })
      )
    })
  )
})

describeOnEachStore("an interaction that was answered by callback", (test) => {
  const answerByCallback = Effect.fnUntraced(function* (id: string, token: string) {
    yield* traced(id, "delivering")
    yield* InteractionCalls.respond({ interaction_id: id, token }, HI)
  })

  test(
    "may still be answered 202, which changes nothing",
    Effect.gen(function* () {
      const answer = yield* Deferred.make<void>()
      yield* withApp(
        () => Effect.as(Deferred.await(answer), ACCEPTED),
        Effect.fnUntraced(function* () {
          const command = yield* open()
          const { id, token } = yield* use({ command_id: command.id })
          yield* answerByCallback(id, token)
          yield* Deferred.succeed(answer, undefined)
          assert.deepStrictEqual((yield* traced(id, "answer_ignored")).slice(-4), [
            "called",
            "acknowledged",
            "answered",
            "answer_ignored"
          ])
          assert.strictEqual((yield* record(id))?.state, "responded")
        })
      )
    })
  )

  test(
    "holds its delivery no longer than until the deadline",
    Effect.suspend(() => {
      const { counts, post } = silence()
      return withApp(
        post,
        Effect.fnUntraced(function* () {
          const command = yield* open()
          const { id, token } = yield* use({ command_id: command.id })
          yield* answerByCallback(id, token)
          yield* Time.change({ advance_ms: 2_999 })
          assert.strictEqual(counts.cut, 0)
          yield* Time.change({ advance_ms: 1 })
          yield* traced(id, "released")
          assert.deepStrictEqual(counts, { begun: 1, cut: 1 })
        })
      )
    })
  )
})

describeOnEachStore("an interaction that was answered by callback and is gone", (test) => {
  test(
    "holds its delivery no longer, though its deadline never comes",
    Effect.suspend(() => {
      const { counts, post } = silence()
      return withApp(
        post,
        Effect.fnUntraced(function* () {
          const command = yield* open()
          yield* Time.change({ mode: "frozen" })
          const { id, token } = yield* use({ command_id: command.id })
          yield* InteractionCalls.respond({ interaction_id: id, token }, HI)
          yield* Effect.yieldNow
          assert.strictEqual(counts.cut, 0)
          yield* settle()
          yield* (yield* Deliveries).idle
          assert.deepStrictEqual(counts, { begun: 1, cut: 1 })
        })
      )
    })
  )
})

describeOnEachStore("a defect", (test) => {
  const because = "this service failed while it delivered the interaction: see its log"

  test(
    "while delivering fails the interaction at once",
    withApp(
      () => Effect.die(new Error("a bug")),
      Effect.fnUntraced(function* () {
        const command = yield* open()
        const { id } = yield* use({ command_id: command.id })
        assert.deepInclude((yield* settled(id)).record, {
          state: "failed",
          error: { reason: "service", message: "The application did not respond", because }
        })
        assert.strictEqual((yield* steps(id)).at(-1), "failed")
        assert.strictEqual((yield* eventsOf("interaction.failed")).length, 1)
      })
    )
  )

  const whileAnswering = Effect.fnUntraced(function* <E, R>(meanwhile: Effect.Effect<unknown, E, R>) {
    const asked = yield* Deferred.make<void>()
    const answer = yield* Deferred.make<void>()
    return yield* withApp(
      () => Effect.andThen(Deferred.succeed(asked, undefined), Effect.as(Deferred.await(answer), saying("hi"))),
      Effect.fnUntraced(function* () {
        const command = yield* open()
        const { id } = yield* use({ command_id: command.id })
        yield* Deferred.await(asked)
        yield* meanwhile
        yield* Deferred.succeed(answer, undefined)
        return (yield* settled(id)).record.error
      })
    )
  })

  test(
    "while an answer is settled fails the interaction at once",
    Effect.gen(function* () {
      const unreadable = store.put(`user/${Collection.id(ALICE)}`, "unreadable")
      assert.deepInclude(yield* whileAnswering(transact(() => unreadable)), { reason: "service", because })
    })
  )

  test(
    "is none when the channel was deleted: the interaction fails and says so",
    Effect.gen(function* () {
      const target = { kind: "channel", guild_id: HARBOUR, channel_id: GENERAL } as const
      const error = yield* whileAnswering(WorldEdits.remove(target))
      assert.deepInclude(error, { because: `the channel ${GENERAL} of the interaction was deleted` })
    })
  )

  test(
    "is none when the endpoint cannot be reached",
    withApp(
      () => Effect.fail(new OutboundError({ reason: "refused", message: "nobody listens" })),
      Effect.fnUntraced(function* () {
        const command = yield* open()
        const { id } = yield* use({ command_id: command.id })
        assert.deepInclude((yield* settled(id)).record.error, {
          reason: "delivery",
          because: "refused: nobody listens"
        })
      })
    )
  )
})

describeOnEachStore("waiting for an interaction", (test) => {
  test(
    "ends at once when a new world takes its place",
    withApp(
      () => Effect.never,
      Effect.fnUntraced(function* () {
        const command = yield* open()
        const { id } = yield* use({ command_id: command.id })
        const waiting = yield* Effect.forkChild(Effect.flip(settled(id)), { startImmediately: true })
        yield* traced(id, "delivering")
        yield* settle()
        assert.strictEqual((yield* Fiber.join(waiting))._tag, "UnknownInteraction")
      })
    )
  )

  test(
    "goes on over the end of another",
    withApp(
      () => Effect.succeed(DEFERRAL),
      Effect.fnUntraced(function* () {
        const command = yield* open()
        const [one, other] = yield* many(2, command.id)
        assert.strictEqual((yield* settled(one?.id ?? "")).record.state, "deferred")
        assert.strictEqual((yield* settled(other?.id ?? "")).record.state, "deferred")
        assert.strictEqual((yield* Interactions.read(one?.id ?? "")).record.state, "deferred")
      })
    )
  )
})
