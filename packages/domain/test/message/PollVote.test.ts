import { assert, describe, it } from "@effect/vitest"
import type { MessageRecord } from "../../src/message/Message.ts"
import { endOf, pollOf, resultMessage } from "../../src/message/PollVote.ts"

const EXPIRY = "2027-01-01T00:00:00.000000+00:00"
const POLL = {
  question: { text: "Which?" },
  answers: [
    { answer_id: 1, poll_media: { text: "Cats" } },
    { answer_id: 2, poll_media: { text: "Dogs" } }
  ],
  expiry: EXPIRY
}

const withPoll = (poll: unknown): MessageRecord =>
  ({ id: "2", channel_id: "1", visible_to: null, message: { id: "2", author: { id: "3" }, poll } }) as never

describe("a poll of a world", () => {
  it.each([
    null,
    7,
    [],
    {},
    { ...POLL, question: undefined },
    { ...POLL, answers: null },
    { ...POLL, answers: [null] },
    { ...POLL, answers: [{ answer_id: 1 }] },
    { ...POLL, expiry: 5 }
  ])("is none unless it is whole: %j", (poll) => {
    assert.isUndefined(pollOf(withPoll(poll)))
    assert.isUndefined(endOf(withPoll(poll)))
  })

  it("tells the result by the counts that it came with", () => {
    const results = { is_finalized: false, answer_counts: [{ id: 2, count: 3, me_voted: false }] }
    const { message } = resultMessage(withPoll({ ...POLL, results }), { id: "4", now_ms: 0, guild_id: null })
    const fields = message.embeds[0]?.["fields"] as ReadonlyArray<{ readonly name: string; readonly value: string }>
    assert.deepStrictEqual(
      fields.map(({ name, value }) => [name, value]),
      [
        ["poll_question_text", "Which?"],
        ["victor_answer_votes", "3"],
        ["total_votes", "3"],
        ["victor_answer_id", "2"],
        ["victor_answer_text", "Dogs"]
      ]
    )
  })
})
