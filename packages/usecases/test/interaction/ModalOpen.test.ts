import * as Limits from "@backlot/domain/base/Limits"
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as ComponentUses from "../../src/interaction/ComponentUses.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import { ALICE, BOB, GENERAL, HARBOUR, NOBODY } from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import { MODAL, opened, refusalOf, submit, submitted, withModal } from "../fixture/Submitting.ts"
import { DEFERRAL, detailOf, eventsOf, open, record, steps, withApp } from "../fixture/Using.ts"
import { channel, member } from "../fixture/WorldEditSamples.ts"

const BAD = { type: 4, data: { content: "x".repeat(2001) } }

describeOnEachStore("a modal is open", (test) => {
  test(
    "until a submit was answered: after one that failed it may be submitted again",
    withApp(
      withModal(MODAL, BAD),
      Effect.fnUntraced(function* () {
        const { id: command_id } = yield* open()
        const interaction_id = yield* opened({ command_id })
        const first = yield* submitted({ interaction_id })
        assert.deepInclude(first.record, { state: "failed", callback_type: null })
        assert.match(first.record.error?.message ?? "", /^Something went wrong\. Try again\.$/)
        const second = yield* submitted({ interaction_id })
        assert.notStrictEqual(second.record.id, first.record.id)
        assert.deepInclude(yield* record(interaction_id), { modal_submit_id: second.record.id })
        assert.deepStrictEqual((yield* steps(interaction_id)).filter((step) => step === "modal_submitted").length, 2)
        assert.deepStrictEqual(yield* detailOf(interaction_id, "modal_submitted"), { interaction_id: first.record.id })
        const { submitted: modal } = second.record
        assert.deepStrictEqual(yield* detailOf(second.record.id, "created"), { modal, opened_by: interaction_id })
      })
    )
  )

  test(
    "no longer after an answer, be it a deferral",
    withApp(
      withModal(MODAL, { type: 5 }),
      Effect.fnUntraced(function* () {
        const { id: command_id } = yield* open()
        const interaction_id = yield* opened({ command_id })
        assert.strictEqual((yield* submitted({ interaction_id })).record.state, "deferred")
        const because = "this modal was submitted and is closed"
        assert.deepInclude(yield* refusalOf({ interaction_id }), { reason: "unknown", because })
        yield* Time.change({ advance_ms: Limits.interaction.tokenMs })
        assert.deepInclude(yield* refusalOf({ interaction_id }), { reason: "unknown", because })
      })
    )
  )

  test(
    "for one submit at a time",
    withApp(
      (request) => (JSON.parse(request.body).type === 5 ? Effect.never : withModal()(request)),
      Effect.fnUntraced(function* () {
        const { id: command_id } = yield* open()
        const interaction_id = yield* opened({ command_id })
        const { id } = yield* submit({ interaction_id })
        const because = "this modal was submitted and waits for its answer"
        assert.deepInclude(yield* refusalOf({ interaction_id }), { reason: "unknown", because })
        yield* Time.change({ advance_ms: Limits.interaction.acknowledgeMs })
        assert.deepInclude(yield* record(id), { state: "timed_out" })
        yield* submit({ interaction_id })
      })
    )
  )

  test(
    "to the user who was shown it",
    withApp(
      withModal(),
      Effect.fnUntraced(function* (received) {
        const { id: command_id } = yield* open()
        const interaction_id = yield* opened({ command_id })
        const refused = yield* refusalOf({ interaction_id, user_id: BOB })
        assert.deepInclude(refused, { reason: "invisible", because: "this modal was shown to another user" })
        const flipped = yield* Effect.flip(ComponentUses.channelOf({ interaction_id, user_id: BOB }))
        assert.deepInclude(flipped, { _tag: "UseRefused", reason: "invisible" })
        assert.strictEqual(yield* ComponentUses.channelOf({ interaction_id, user_id: ALICE }), GENERAL)
        assert.lengthOf(received, 1)
      })
    )
  )

  for (const [what, reason, because, edit] of [
    [
      "is still a member",
      "invisible",
      "the user is no longer where this modal was opened",
      WorldEdits.remove(member(ALICE))
    ],
    [
      "can still view the channel",
      "permission",
      "the member lacks VIEW_CHANNEL (denied by the overwrite of #general for @everyone) in #general",
      WorldEdits.patch(channel(), { permission_overwrites: [{ id: HARBOUR, type: 0, deny: ["VIEW_CHANNEL"] }] })
    ]
  ] as const) {
    test(
      `while its user ${what}`,
      withApp(
        withModal(),
        Effect.fnUntraced(function* (received) {
          const { id: command_id } = yield* open()
          const interaction_id = yield* opened({ command_id })
          yield* edit
          assert.deepInclude(yield* refusalOf({ interaction_id }), { reason, because })
          assert.lengthOf(received, 1)
        })
      )
    )
  }

  test(
    "for exactly one of several submits that come at once",
    withApp(
      (request) => (JSON.parse(request.body).type === 5 ? Effect.never : withModal()(request)),
      Effect.fnUntraced(function* (received) {
        const { id: command_id } = yield* open()
        const interaction_id = yield* opened({ command_id })
        const results = yield* Effect.all(
          Array.from({ length: 4 }, () => Effect.result(submit({ interaction_id }))),
          { concurrency: "unbounded" }
        )
        const made = results.flatMap((result) => (Result.isSuccess(result) ? [result.success.id] : []))
        assert.lengthOf(made, 1)
        assert.strictEqual((yield* record(interaction_id))?.modal_submit_id, made[0])
        assert.lengthOf(yield* eventsOf("interaction.refused"), 3)
        assert.lengthOf(
          received.filter(({ body }) => JSON.parse(body).type === 5),
          1
        )
      })
    )
  )

  test(
    "only where an interaction opened one",
    withApp(
      () => Effect.succeed(DEFERRAL),
      Effect.fnUntraced(function* () {
        const { id: command_id } = yield* open()
        const deferred = yield* opened({ command_id })
        for (const interaction_id of [deferred, NOBODY]) {
          const refused = yield* refusalOf({ interaction_id })
          assert.deepInclude(refused, { reason: "unknown", because: "this interaction opened no modal" })
        }
      })
    )
  )
})
