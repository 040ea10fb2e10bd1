import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { InteractionRecord } from "../../src/interaction/Interaction.ts"
import type { Decision } from "../../src/interaction/InteractionDecision.ts"
import {
  type Addressed,
  admit,
  apply,
  deleteMessage,
  getMessage,
  judgeEdit,
  judgeFollowUp,
  messageId,
  namedBy,
  webhookObject
} from "../../src/interaction/InteractionWebhook.ts"
import type { AnswerContext } from "../../src/interaction/ResponseMessage.ts"
import { MessageFlag, type MessageObject, type MessageRecord } from "../../src/message/Message.ts"
import { ALICE, BOB, NOW, petShop } from "../fixture/Harbour.ts"
import { autocomplete, callback, interaction, MESSAGE, scene } from "../fixture/SampleInteraction.ts"

const { EPHEMERAL, LOADING } = MessageFlag
const SECOND = "600000000000000002"
const END = 900_000

const editMessage = (address: Addressed, body: unknown, at: AnswerContext) =>
  Result.map(judgeEdit(address, body, at.now_ms), (change) => apply(change, at))
const followUp = (address: Addressed, body: unknown, at: AnswerContext) =>
  Result.map(judgeFollowUp(address, body, at.now_ms), (change) => apply(change, at))

/** The interaction and its first message, after this answer. */
const after = (body: unknown, before = interaction()): { record: InteractionRecord; found: MessageRecord } => {
  const { record, puts } = Result.getOrThrow(callback(before, body))
  const [found] = puts
  assert.isDefined(found)
  return { record, found }
}

const responded = after({ type: 4, data: { content: "hi" } })
const deferred = after({ type: 5 })
const hidden = after({ type: 5, data: { flags: 64 } })
const choices = Result.getOrThrow(callback(autocomplete(), { type: 8, data: {} })).record

const at = (record: InteractionRecord | undefined, found?: MessageRecord) => ({
  application_id: petShop.id,
  record,
  found
})
const hook = ({ record, found }: { record: InteractionRecord; found?: MessageRecord }) => at(record, found)

const later = (ms: number) => scene(ms, { message_id: SECOND })
const edit = (given: typeof responded, body: unknown, ms = 1000) => editMessage(hook(given), body, later(ms))
const post = (given: { record: InteractionRecord; found?: MessageRecord }, body: unknown, ms = 1000) =>
  followUp(hook(given), body, later(ms))

const refusal = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(result) ? result.failure._tag : "accepted"
const events = (decision: Decision<unknown>) => decision.events.map((e) => e.type)
const whats = (decision: Decision<unknown>) => decision.trace.map((l) => l.what)

describe("who gets in", () => {
  it.each<[string, InteractionRecord | undefined, number, string]>([
    ["after a response", responded.record, 0, "accepted"],
    ["after a deferral", deferred.record, 0, "accepted"],
    ["one millisecond before 15 min", responded.record, END - 1, "accepted"],
    ["after 15 min: invalid webhook token", responded.record, END, "InvalidWebhookToken"],
    ["unknown token: invalid webhook token", undefined, 0, "InvalidWebhookToken"],
    ["un-acked webhook use (within 15 min): unknown webhook", interaction(), 0, "UnknownWebhook"],
    ["un-acked, timed out: unknown webhook", interaction({ state: "timed_out" }), 5000, "UnknownWebhook"],
    ["un-acked, failed: unknown webhook", interaction({ state: "failed" }), 5000, "UnknownWebhook"],
    ["un-acked, after 15 min: invalid webhook token", interaction(), END, "InvalidWebhookToken"],
    ["choices are no answer to follow up: unknown webhook", choices, 0, "UnknownWebhook"]
  ])("%s", (_, record, ms, expected) => assert.strictEqual(refusal(admit(at(record), NOW + ms)), expected))

  it("a token of another application is invalid", () =>
    assert.strictEqual(refusal(admit({ application_id: "1", record: responded.record }, NOW)), "InvalidWebhookToken"))
  it.each<[string, (record: InteractionRecord, ms: number) => Result.Result<unknown, { _tag: string }>]>([
    ["GET", (record, ms) => getMessage(at(record, responded.found), NOW + ms)],
    ["PATCH", (record, ms) => editMessage(at(record, responded.found), { content: "x" }, later(ms))],
    ["DELETE", (record, ms) => deleteMessage(at(record, responded.found), NOW + ms)],
    ["POST", (record, ms) => followUp(at(record), { content: "x" }, later(ms))]
  ])("%s is let in by the same rule", (_, call) => {
    assert.strictEqual(refusal(call(responded.record, END - 1)), "accepted")
    assert.strictEqual(refusal(call(responded.record, END)), "InvalidWebhookToken")
    assert.strictEqual(refusal(call(interaction(), 0)), "UnknownWebhook")
  })
  it("GET of the address is a webhook of type 3", () =>
    assert.deepInclude(webhookObject(petShop), {
      type: 3,
      id: petShop.id,
      application_id: petShop.id,
      name: "Pet Shop"
    }))
})

describe("@original", () => {
  it("is the message of the first answer", () => assert.strictEqual(messageId(responded.record, "@original"), MESSAGE))
  it("is nothing before it", () => assert.isUndefined(messageId(interaction(), "@original")))
  it("other ids are themselves", () => assert.strictEqual(messageId(responded.record, SECOND), SECOND))
})

describe("get", () => {
  it("@original and follow-ups", () => {
    assert.strictEqual(Result.getOrThrow(getMessage(hook(responded), NOW)), responded.found.message)
    const follow = Result.getOrThrow(post(responded, { content: "more" }))
    const [found] = follow.puts
    assert.isDefined(found)
    assert.strictEqual(Result.getOrThrow(getMessage(at(follow.record, found), NOW)), found.message)
    assert.deepStrictEqual(follow.reply, { ...found.message, referenced_message: responded.found.message })
  })
  it("the loading message, before it is completed", () =>
    assert.strictEqual(Result.getOrThrow(getMessage(hook(deferred), NOW)).flags, LOADING))
  it("a deleted original → unknown message", () =>
    assert.strictEqual(refusal(getMessage(at(responded.record), NOW)), "UnknownMessage"))
  it("a message of another interaction → unknown message", () => {
    const other = after({ type: 4, data: { content: "x" } }, interaction({ id: "500000000000000002" }))
    const found = { ...other.found, id: SECOND }
    assert.strictEqual(refusal(getMessage(at(responded.record, found), NOW)), "UnknownMessage")
  })
})

describe("edit", () => {
  it("@original", () => {
    const decision = Result.getOrThrow(edit(responded, { content: "new" }))
    assert.deepInclude(decision.reply, {
      id: MESSAGE,
      content: "new",
      edited_timestamp: "2026-01-01T00:00:01.000000+00:00"
    })
    assert.strictEqual(decision.puts[0]?.message, decision.reply)
    assert.strictEqual(decision.record, responded.record)
    assert.deepStrictEqual(events(decision), ["message.updated"])
    assert.deepStrictEqual(whats(decision), ["message_edited"])
  })
  it("of the loading message completes the deferral", () => {
    const decision = Result.getOrThrow(edit(deferred, { content: "done" }))
    assert.strictEqual(decision.record.state, "responded")
    assert.deepInclude(decision.reply, { id: MESSAGE, content: "done", flags: 0, edited_timestamp: null, type: 20 })
    assert.deepStrictEqual(events(decision), ["message.updated", "interaction.responded"])
    assert.deepStrictEqual(decision.trace, [
      { at: NOW + 1000, what: "message_edited", detail: { message_id: MESSAGE } },
      { at: NOW + 1000, what: "responded", detail: { before: "deferred" } }
    ])
  })
  it("of an ephemeral loading message keeps it ephemeral", () => {
    const decision = Result.getOrThrow(edit(hidden, { content: "done" }))
    assert.strictEqual(decision.reply.flags, EPHEMERAL)
    assert.strictEqual(decision.puts[0]?.visible_to, ALICE)
  })
  it("that leaves nothing → empty message", () => {
    assert.strictEqual(refusal(edit(responded, { content: "" })), "EmptyMessage")
    assert.strictEqual(refusal(edit(deferred, {})), "EmptyMessage")
  })
  it("that names nothing keeps everything", () =>
    assert.strictEqual(Result.getOrThrow(edit(responded, {})).reply.content, "hi"))
  it("that breaks a rule → invalid form", () =>
    assert.strictEqual(refusal(edit(responded, { content: 5 })), "InvalidForm"))
  it("of a deleted original → unknown message, whatever the body", () =>
    assert.strictEqual(refusal(editMessage(at(responded.record), { content: 5 }, later(0))), "UnknownMessage"))
  it("of a follow-up leaves a deferral alone", () => {
    const [found] = Result.getOrThrow(post(responded, { content: "more" })).puts
    const decision = Result.getOrThrow(editMessage(at(deferred.record, found), { content: "x" }, later(0)))
    assert.strictEqual(decision.record.state, "deferred")
  })
})

describe("delete", () => {
  it("@original", () => {
    const decision = Result.getOrThrow(deleteMessage(hook(responded), NOW))
    assert.deepStrictEqual(decision.deletes, [responded.found])
    assert.deepStrictEqual(decision.puts, [])
    assert.strictEqual(decision.reply, null)
    assert.deepStrictEqual(events(decision), ["message.deleted"])
    assert.deepStrictEqual(whats(decision), ["message_deleted"])
  })
  it("of the loading message completes the deferral", () => {
    const decision = Result.getOrThrow(deleteMessage(hook(deferred), NOW))
    assert.strictEqual(decision.record.state, "responded")
    assert.deepStrictEqual(events(decision), ["message.deleted", "interaction.responded"])
  })
  it("twice → unknown message", () =>
    assert.strictEqual(refusal(deleteMessage(at(responded.record), NOW)), "UnknownMessage"))
  it("ours: what is posted after it is a new message", () => {
    const { record } = Result.getOrThrow(deleteMessage(hook(deferred), NOW))
    assert.strictEqual(Result.getOrThrow(post({ record }, { content: "x" })).reply.id, SECOND)
  })
})

describe("the first POST after a deferral", () => {
  const completed = (given: typeof deferred, body: unknown) => Result.getOrThrow(post(given, body))

  it("edits the loading message", () => {
    const decision = completed(deferred, { content: "done" })
    assert.deepInclude(decision.reply, { id: MESSAGE, content: "done", flags: 0 })
    assert.deepInclude(decision.record, { state: "responded", follow_ups: 0 })
    assert.deepStrictEqual(events(decision), ["message.updated", "interaction.responded"])
  })
  it("keeps its ephemeral state whatever flags it carries", () => {
    assert.strictEqual(completed(deferred, { content: "x", flags: 64 }).reply.flags, 0)
    assert.isNull(completed(deferred, { content: "x", flags: 64 }).puts[0]?.visible_to)
    assert.strictEqual(completed(hidden, { content: "x", flags: 0 }).reply.flags, EPHEMERAL)
    assert.strictEqual(completed(hidden, { content: "x" }).puts[0]?.visible_to, ALICE)
  })
  it("the second one is a follow-up", () => {
    const { record, puts } = completed(deferred, { content: "done" })
    const [found] = puts
    assert.isDefined(found)
    assert.strictEqual(Result.getOrThrow(post({ record, found }, { content: "more" })).reply.id, SECOND)
  })
})

describe("follow-up", () => {
  const decision = Result.getOrThrow(post(responded, { content: "more" }))

  it("is a new message", () => {
    assert.deepInclude(decision.reply, { id: SECOND, content: "more" })
    assert.strictEqual(decision.record.follow_ups, 1)
    assert.strictEqual(decision.record.original_message_id, MESSAGE)
    assert.deepStrictEqual(events(decision), ["message.created"])
    assert.deepStrictEqual(whats(decision), ["follow_up"])
  })
  it("ephemeral: flags 64 allowed on POST, not inherited", () => {
    assert.strictEqual(Result.getOrThrow(post(responded, { content: "x", flags: 64 })).puts[0]?.visible_to, ALICE)
    const first = after({ type: 4, data: { content: "hi", flags: 64 } })
    assert.isNull(Result.getOrThrow(post(first, { content: "x" })).puts[0]?.visible_to)
  })
  it("breaks a rule → invalid form; nothing at all → empty message", () => {
    assert.strictEqual(refusal(post(responded, { content: 5 })), "InvalidForm")
    assert.strictEqual(refusal(post(responded, {})), "EmptyMessage")
  })
  it("POST before any ack → unknown webhook", () =>
    assert.strictEqual(refusal(post({ record: interaction() }, { content: "x" })), "UnknownWebhook"))

  const used = (installed_here: boolean, follow_ups: number) => ({
    record: { ...responded.record, authorizing_integration_owners: { "1": ALICE }, installed_here, follow_ups }
  })
  it.each([
    ["app that is not installed in the guild: the fifth", false, 4, "accepted"],
    ["app that is not installed in the guild: the sixth", false, 5, "FollowUpLimit"],
    ["app that is installed in the guild, though the command came with the user", true, 100, "accepted"]
  ] as const)("%s", (_, installed, count, expected) =>
    assert.strictEqual(refusal(post(used(installed, count), { content: "x" })), expected)
  )
  it("the POST that completes a deferral does not count", () => {
    const record = { ...deferred.record, installed_here: false, follow_ups: 5 }
    assert.strictEqual(refusal(post({ ...deferred, record }, { content: "x" })), "accepted")
  })
  it("can be read, edited and deleted through the token for 15 min", () => {
    const [found] = decision.puts
    const address = at(decision.record, found)
    assert.strictEqual(Result.getOrThrow(getMessage(address, NOW + END - 1)).id, SECOND)
    const edited: Decision<MessageObject> = Result.getOrThrow(editMessage(address, { content: "y" }, later(END - 1)))
    assert.strictEqual(edited.reply.content, "y")
    assert.strictEqual(refusal(deleteMessage(address, NOW + END - 1)), "accepted")
    assert.strictEqual(refusal(deleteMessage(address, NOW + END)), "InvalidWebhookToken")
  })
})

describe("who is looked up for a change", () => {
  const named = (body: unknown) => Result.map(judgeEdit(hook(greeting), body, NOW), namedBy)
  const greeting = after({ type: 4, data: { content: `<@${ALICE}>` } })

  it.each<[string, object, ReadonlyArray<string>]>([
    ["those whom the new content names", { content: `<@${BOB}>` }, [BOB]],
    [
      "those whom the old content names, when they may be mentioned now",
      { allowed_mentions: { parse: ["users"] } },
      [ALICE]
    ],
    ["nobody who may not be mentioned", { content: `<@${BOB}>`, allowed_mentions: { parse: [] } }, []],
    ["nobody, when neither content nor mentions change", { flags: 4 }, []]
  ])("%s", (_, body, expected) => assert.deepStrictEqual(Result.getOrThrow(named(body)), expected))
})
