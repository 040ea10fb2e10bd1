import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { formatPath } from "../../src/error/Fault.ts"
import { editedMessage, newMessage } from "../../src/interaction/ResponseMessage.ts"
import { MessageFlag } from "../../src/message/Message.ts"
import { decodeEdit, readMessage } from "../../src/message/MessageBody.ts"
import { interaction, scene } from "../fixture/SampleInteraction.ts"
import { faults, sound } from "../fixture/SampleMessage.ts"

const answer = (text: unknown = "yes", emoji: unknown = null) => ({ poll_media: { text, emoji } })
const poll = { question: { text: "Pets?" }, answers: [answer("yes", { name: "🐈" }), answer("no", { id: "7" })] }
const text = (length: number) => "x".repeat(length)

describe("a poll has a question, 1-10 answers and a duration of at most 32 days", () => {
  it.each<[string, object, ReadonlyArray<string>]>([
    ["as it is documented", poll, []],
    ["null for what has a default", { ...poll, duration: null, layout_type: null, allow_multiselect: null }, []],
    ["nothing", {}, ["poll.question: BASE_TYPE_REQUIRED", "poll.answers: BASE_TYPE_REQUIRED"]],
    ["a question without text", { ...poll, question: {} }, ["poll.question.text: BASE_TYPE_REQUIRED"]],
    ["a question of 300", { ...poll, question: { text: text(300) } }, []],
    ["a question of 301", { ...poll, question: { text: text(301) } }, ["poll.question.text: BASE_TYPE_BAD_LENGTH"]],
    ["no answers", { ...poll, answers: [] }, ["poll.answers: BASE_TYPE_BAD_LENGTH"]],
    ["11 answers", { ...poll, answers: Array(11).fill(answer()) }, ["poll.answers: BASE_TYPE_BAD_LENGTH"]],
    ["an answer without media", { ...poll, answers: [{}] }, ["poll.answers[0].poll_media: BASE_TYPE_REQUIRED"]],
    [
      "an answer without text",
      { ...poll, answers: [answer(null)] },
      ["poll.answers[0].poll_media.text: BASE_TYPE_REQUIRED"]
    ],
    ["an answer of 55", { ...poll, answers: [answer(text(55))] }, []],
    [
      "an answer of 56",
      { ...poll, answers: [answer(text(56))] },
      ["poll.answers[0].poll_media.text: BASE_TYPE_BAD_LENGTH"]
    ],
    [
      "an emoji that is none",
      { ...poll, answers: [answer("a", {})] },
      ["poll.answers[0].poll_media.emoji.name: BASE_TYPE_REQUIRED"]
    ],
    ["an hour", { ...poll, duration: 1 }, []],
    ["no time", { ...poll, duration: 0 }, ["poll.duration: NUMBER_TYPE_MIN"]],
    ["32 days and an hour", { ...poll, duration: 769 }, ["poll.duration: NUMBER_TYPE_MAX"]],
    ["another layout", { ...poll, layout_type: 2 }, ["poll.layout_type: BASE_TYPE_CHOICES"]],
    ["many choices, as text", { ...poll, allow_multiselect: "yes" }, ["poll.allow_multiselect: BOOLEAN_TYPE_CONVERT"]]
  ])("%s", (_, sent, expected) => assert.deepStrictEqual(faults({ poll: sent }), expected))
})

describe("a poll as answered", () => {
  const made = newMessage(interaction(), "answer", sound({ poll }), scene())

  it("ends 24 hours later, and nobody has voted", () =>
    assert.deepStrictEqual(made.message.poll, {
      question: { text: "Pets?" },
      answers: [
        { answer_id: 1, poll_media: { text: "yes", emoji: { id: null, name: "🐈" } } },
        { answer_id: 2, poll_media: { text: "no", emoji: { id: "7", name: null } } }
      ],
      expiry: "2026-01-02T00:00:00.000000+00:00",
      allow_multiselect: false,
      layout_type: 1,
      results: { is_finalized: false, answer_counts: [] }
    }))
  it("ends when it was told to", () => {
    const { message } = newMessage(interaction(), "answer", sound({ poll: { ...poll, duration: 768 } }), scene())
    assert.strictEqual(message.poll?.expiry, "2026-02-02T00:00:00.000000+00:00")
  })
  it("a message without one has no such field", () =>
    assert.notProperty(newMessage(interaction(), "answer", sound({ content: "hi" }), scene()).message, "poll"))
  it("stays when the message is edited", () =>
    assert.deepStrictEqual(editedMessage(made, { content: "vote!" }, scene(1000)).message.poll, made.message.poll))
  it("goes when null is sent for it", () => {
    const edit = Result.getOrThrow(decodeEdit({ content: "closed", poll: null }, { before: made.message }))
    assert.notProperty(editedMessage(made, edit, scene(1000)).message, "poll")
  })
  it("must go when IS_COMPONENTS_V2 is added", () => {
    const body = { flags: MessageFlag.IS_COMPONENTS_V2, components: [{ type: 10, content: "hi" }] }
    const codes = (sent: object) => readMessage(sent, { before: made.message }).faults.map(({ path }) => path.join("."))
    assert.deepStrictEqual([codes(body), codes({ ...body, poll: null })], [["poll"], []])
  })
  it("a loading message gets one when it is completed", () => {
    const loading = newMessage(interaction(), "loading", sound({ content: "-" }), scene())
    const { message } = editedMessage(loading, sound({ poll }), scene(1000))
    assert.strictEqual(message.poll?.expiry, "2026-01-02T00:00:01.000000+00:00")
  })
})

describe("a poll is added to a new message, or to a deferred one when it is completed", () => {
  const before = { content: "hi", embeds: [], attachments: [] }
  const on = (flags: number) =>
    readMessage({ poll }, { before: { ...before, flags } }).faults.map(
      ({ path, code }) => `${formatPath(path)}: ${code}`
    )

  it("not to one that is there", () => assert.deepStrictEqual(on(0), ["poll: MESSAGE_POLL_CANNOT_BE_EDITED"]))
  it("to one that is loading", () => assert.deepStrictEqual(on(MessageFlag.LOADING), []))
  it("a poll alone is a message", () => assert.deepStrictEqual(faults({ poll }), []))
})
