import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { InteractionRecord } from "../../src/interaction/Interaction.ts"
import { judgeAnswer, judgeCallback } from "../../src/interaction/InteractionAnswer.ts"
import type { Decision } from "../../src/interaction/InteractionDecision.ts"
import { expire, nextDeadline } from "../../src/interaction/InteractionState.ts"
import { apply, deleteMessage, judgeEdit, judgeFollowUp } from "../../src/interaction/InteractionWebhook.ts"
import { MessageFlag, type MessageRecord } from "../../src/message/Message.ts"
import { CallbackType } from "../../src/record/InteractionKind.ts"
import { ALICE, BOB, bob, GUILD, general, NOW, petShop } from "../fixture/Harbour.ts"
import { answered, pressed, SOURCE } from "../fixture/SampleComponent.ts"
import { callback, INTERACTION, interaction, MESSAGE, scene } from "../fixture/SampleInteraction.ts"

const { DEFERRED_UPDATE_MESSAGE, UPDATE_MESSAGE } = CallbackType
const END = 900_000

const DEFER = { type: DEFERRED_UPDATE_MESSAGE }
const update = (data?: object) => ({ type: UPDATE_MESSAGE, ...(data === undefined ? {} : { data }) })

const calling = (body: unknown, source: MessageRecord | undefined = answered(), record = pressed()) =>
  callback(record, body, scene(1000), source)
const called = (...given: Parameters<typeof calling>) => Result.getOrThrow(calling(...given))

const refusal = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(result) ? result.failure._tag : "accepted"
const events = (decision: Decision<unknown>) => decision.events.map((e) => e.type)
const states = (decision: Decision<unknown>) => decision.trace.map(({ what }) => what)

const at = (record: InteractionRecord, found: MessageRecord | undefined) => ({
  application_id: petShop.id,
  record,
  found
})
const SECOND = "600000000000000002"
const later = scene(2000, { message_id: SECOND })
const editing = (record: InteractionRecord, found: MessageRecord, body: unknown) =>
  Result.map(judgeEdit(at(record, found), body, later.now_ms), (change) => apply(change, later))
const posting = (record: InteractionRecord, found: MessageRecord | undefined, body: unknown) =>
  Result.map(judgeFollowUp(at(record, found), body, later.now_ms), (change) => apply(change, later))

describe("type 7 updates the message of the component", () => {
  it("in its place: what it does not name stays, and it is edited now", () => {
    const source = answered()
    const { record, puts, deletes } = called(update({ content: "new" }), source)
    assert.deepInclude(record, { state: "responded", callback_type: 7, original_message_id: SOURCE, ephemeral: false })
    const edited_timestamp = "2026-01-01T00:00:01.000000+00:00"
    assert.deepStrictEqual(puts, [{ ...source, message: { ...source.message, content: "new", edited_timestamp } }])
    assert.deepStrictEqual(deletes, [])
  })
  it("told by its events", () =>
    assert.deepStrictEqual(events(called(update({ content: "new" }))), [
      "interaction.acknowledged",
      "message.updated",
      "interaction.responded"
    ]))
  it.each([
    ["{} is valid and changes nothing", update({})],
    ["so does no data", update()]
  ])("%s", (_, body) => {
    const decision = called(body)
    assert.deepInclude(decision.record, { state: "responded", original_message_id: SOURCE })
    assert.deepStrictEqual(decision.puts, [])
    assert.deepStrictEqual(events(decision), ["interaction.acknowledged", "interaction.responded"])
  })
  it("and leaves something to show of it, else 50006", () => {
    assert.strictEqual(refusal(calling(update({ content: "", components: [] }))), "EmptyMessage")
    assert.strictEqual(refusal(calling(update({ content: null }))), "accepted")
  })
  it("whose flags stay EPHEMERAL and IS_COMPONENTS_V2", () => {
    const hidden = answered({ content: "hi", flags: MessageFlag.EPHEMERAL })
    const told = called(update({ content: "new", flags: 0 }), hidden)
    assert.strictEqual(told.puts[0]?.message.flags, MessageFlag.EPHEMERAL)
    assert.strictEqual(told.puts[0]?.visible_to, ALICE)
    assert.isTrue(told.record.ephemeral)
    const display = (content: string) => [{ type: 10, content }]
    const v2 = answered({ flags: MessageFlag.IS_COMPONENTS_V2, components: display("old") })
    const shown = called(update({ components: display("new") }), v2).puts[0]?.message
    assert.strictEqual(shown?.flags, MessageFlag.IS_COMPONENTS_V2)
    assert.deepInclude(shown?.components[0], { type: 10, content: "new" })
  })
  it("gives it as resource.message", () => {
    const { reply, puts } = called(update({ content: "new" }))
    const [changed] = puts
    assert.isDefined(changed)
    assert.deepStrictEqual(reply, {
      interaction: {
        id: INTERACTION,
        type: 3,
        channel_id: general.id,
        guild_id: GUILD,
        response_message_id: SOURCE,
        response_message_loading: false,
        response_message_ephemeral: false
      },
      resource: { type: 7, message: changed.message }
    })
  })
  it("unless it was deleted meanwhile: unknown message, and another answer is still taken", () => {
    const record = pressed()
    assert.strictEqual(refusal(callback(record, update({ content: "new" }))), "UnknownMessage")
    assert.strictEqual(refusal(callback(record, { type: 4, data: { content: "new" } })), "accepted")
    const json = { status: 200, content_type: "application/json", text: JSON.stringify(update({ content: "new" })) }
    const failed = Result.flip(judgeAnswer(record, json, NOW)).pipe(Result.getOrThrow)
    assert.deepInclude(failed.record.error, {
      message: "This interaction failed",
      because: "the message that the answer updates was deleted"
    })
  })
})

describe("type 6 defers an update", () => {
  it("leaves the component message unchanged, no loading state shown", () => {
    const decision = called(DEFER)
    assert.deepInclude(decision.record, { state: "deferred", callback_type: 6, original_message_id: SOURCE })
    assert.deepStrictEqual([decision.puts, events(decision)], [[], ["interaction.acknowledged"]])
    assert.deepStrictEqual(decision.reply.resource, { type: 6 })
    assert.deepInclude(decision.reply.interaction, { response_message_id: SOURCE, response_message_loading: false })
  })
  it("@original is the source message: PATCH changes it and completes the deferral", () => {
    const source = answered()
    const decision = Result.getOrThrow(editing(called(DEFER).record, source, { content: "done" }))
    assert.strictEqual(decision.record.state, "responded")
    assert.deepInclude(decision.reply, { id: SOURCE, content: "done" })
    assert.strictEqual(decision.reply.edited_timestamp, "2026-01-01T00:00:02.000000+00:00")
    assert.deepStrictEqual(events(decision), ["message.updated", "interaction.responded"])
    assert.deepStrictEqual(states(decision), ["message_edited", "responded"])
  })
  it("the first follow-up is a new message that replies to the source, and completes the deferral", () => {
    const source = answered()
    const decision = Result.getOrThrow(posting(called(DEFER).record, source, { content: "more" }))
    assert.deepInclude(decision.record, { state: "responded", follow_ups: 1 })
    assert.deepInclude(decision.reply, { id: SECOND, type: 19, content: "more", referenced_message: source.message })
    assert.strictEqual(decision.reply.message_reference?.message_id, SOURCE)
    assert.deepStrictEqual(events(decision), ["message.created", "interaction.responded"])
    assert.deepStrictEqual(states(decision), ["follow_up", "responded"])
  })
  it("deleting @original deletes the source message and completes the deferral", () => {
    const source = answered()
    const decision = Result.getOrThrow(deleteMessage(at(called(DEFER).record, source), later.now_ms))
    assert.strictEqual(decision.record.state, "responded")
    assert.deepStrictEqual(decision.deletes, [source])
  })
  it("is no failure when nothing follows: it was the answer", () => {
    const { record } = called(DEFER)
    assert.strictEqual(nextDeadline(record), NOW + END)
    assert.strictEqual(expire(record, NOW + END - 1).record, record)
    const ended = expire(record, NOW + END)
    assert.deepInclude(ended.record, { state: "responded", error: null })
    assert.deepStrictEqual(events(ended), ["interaction.responded"])
    assert.isNull(nextDeadline(ended.record))
  })
  it("is taken though the message is gone: @original is then unknown, and follow-ups reply to nothing", () => {
    const { record } = Result.getOrThrow(callback(pressed(), DEFER))
    assert.deepInclude(record, { state: "deferred", original_message_id: SOURCE })
    assert.strictEqual(refusal(judgeEdit(at(record, undefined), { content: "x" }, later.now_ms)), "UnknownMessage")
    const reply = Result.getOrThrow(posting(record, undefined, { content: "more" })).reply
    assert.deepInclude(reply, { type: 19, referenced_message: null })
  })
})

describe("after an update the token rules the source message", () => {
  it("also when it is ephemeral, and of both who used it", () => {
    const hidden = answered({ content: "hi", flags: MessageFlag.EPHEMERAL })
    const mine = called(update({}), hidden)
    const theirs = called(update({}), hidden, pressed({ id: "500000000000000002", user_id: BOB }))
    for (const { record } of [mine, theirs]) {
      const edited = Result.getOrThrow(editing(record, hidden, { content: "new" }))
      assert.deepInclude(edited.reply, { id: SOURCE, content: "new", flags: MessageFlag.EPHEMERAL })
      assert.strictEqual(edited.puts[0]?.visible_to, ALICE)
    }
  })
})

describe("an answer to a component", () => {
  it("is a reply: type 19, message_reference, referenced_message, interacted_message_id", () => {
    const source = answered()
    const { puts, reply } = callbackBy(BOB, source)
    const [stored] = puts
    assert.isDefined(stored)
    assert.deepInclude(stored.message, {
      id: MESSAGE,
      type: 19,
      message_reference: { type: 0, channel_id: general.id, message_id: SOURCE, guild_id: GUILD }
    })
    assert.deepStrictEqual(stored.message.interaction_metadata, {
      id: INTERACTION,
      type: 3,
      user: bob,
      authorizing_integration_owners: { "0": GUILD },
      interacted_message_id: SOURCE
    })
    assert.deepStrictEqual(reply.resource, {
      type: 4,
      message: { ...stored.message, referenced_message: source.message }
    })
    assert.notProperty(stored.message, "referenced_message")
    assert.notProperty(stored.message, "interaction")
  })
  it("of type 5 is one that loads, completed by the first follow-up", () => {
    const deferred = called({ type: 5 })
    const [loading] = deferred.puts
    assert.deepInclude(loading?.message, { id: MESSAGE, type: 19, flags: MessageFlag.LOADING })
    const done = Result.getOrThrow(posting(deferred.record, loading, { content: "done" }))
    assert.deepInclude(done.reply, { id: MESSAGE, content: "done", flags: 0 })
    assert.deepStrictEqual([done.record.state, done.record.follow_ups], ["responded", 0])
  })
  it.each([6, 7])("of type %i is none to a command", (type) => {
    const judged = judgeCallback(interaction(), { type }, NOW, { source: answered() })
    assert.strictEqual(refusal(judged), "InvalidForm")
  })
  it("that does not come in time: This interaction failed", () =>
    assert.strictEqual(expire(pressed(), NOW + 3000).record.error?.message, "This interaction failed"))
})

const callbackBy = (user_id: string, source: MessageRecord) =>
  Result.getOrThrow(
    callback(pressed({ user_id }), { type: 4, data: { content: "hello" } }, scene(0, { user: bob }), source)
  )
