/** Votes of a poll, its counts and its end. Source: the platform's documentation of polls; official OpenAPI document, `PollResultsResponse`. */
import { Schema } from "effect"
import { formatTimestamp, parseTime } from "../base/IsoTime.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type Fault, fault } from "../error/Fault.ts"
import { PollExpired, PollVotingBlocked } from "../error/ServiceError.ts"
import { type MessageRecord, MessageType, type StoredVotes } from "./Message.ts"
import type { PollObject } from "./Poll.ts"
import { systemMessage } from "./SystemMessage.ts"

/** The whole poll of a message; a world's message may have something else there. */
export const pollOf = ({ message }: MessageRecord): PollObject | undefined => {
  const poll: unknown = message.poll
  return isPoll(poll) ? poll : undefined
}

const Whole = Schema.Struct({
  question: Schema.Struct({}),
  answers: Schema.Array(Schema.Struct({ answer_id: Schema.Finite, poll_media: Schema.Struct({}) })),
  expiry: Schema.String
})

const isWhole = Schema.is(Whole)

/** What a poll of a world lacks otherwise is shown as it is. */
const isPoll = (poll: unknown): poll is PollObject => isWhole(poll)

/** When the poll of a message ends by itself, in milliseconds; undefined for none, or one that has ended. */
export const endOf = (record: MessageRecord): number | undefined => {
  const poll = pollOf(record)
  return poll === undefined || isFinal(poll) ? undefined : parseTime(poll.expiry)
}

const isFinal = ({ results }: PollObject): boolean => results?.is_finalized === true

export const votersOf = ({ votes = [] }: MessageRecord, answerId: number): ReadonlyArray<Snowflake> =>
  votes.find(({ answer_id }) => answer_id === answerId)?.user_ids ?? []

/** The answers that a user chose. */
export const chosenBy = ({ votes = [] }: MessageRecord, userId: Snowflake): ReadonlyArray<number> =>
  votes.flatMap(({ answer_id, user_ids }) => (user_ids.includes(userId) ? [answer_id] : []))

/** Why nobody votes: without a poll, or after its end. */
export const refusalOf = (record: MessageRecord, nowMs: number) => {
  const poll = pollOf(record)
  if (poll === undefined) return new PollVotingBlocked({ because: "the message has no poll" })
  const end = endOf(record)
  if (end === undefined || end <= nowMs) return new PollExpired()
  return undefined
}

/** Faults of the answers of a vote. */
export const judgeAnswers = (record: MessageRecord, answers: ReadonlyArray<number>): ReadonlyArray<Fault> => {
  const poll = pollOf(record)
  if (poll === undefined) return []
  const known = new Set(poll.answers.map(({ answer_id }) => answer_id))
  const unknown = answers.flatMap((answer, i) =>
    known.has(answer)
      ? []
      : [fault(["answer_ids", i], { code: "POLL_UNKNOWN_ANSWER", message: "The poll has no such answer." })]
  )
  const many = new Set(answers).size > 1 && !poll.allow_multiselect
  return many
    ? [...unknown, fault(["answer_ids"], { code: "POLL_SINGLE_CHOICE", message: "This poll allows one answer." })]
    : unknown
}

/** The record when a user has chosen these answers, and no others. */
export const voted = (record: MessageRecord, userId: Snowflake, answers: ReadonlyArray<number>): MessageRecord => {
  const { votes = [], ...rest } = record
  const chosen = new Set(answers)
  const ids = [...new Set([...votes.map(({ answer_id }) => answer_id), ...chosen])].sort((a, b) => a - b)
  const left = ids.flatMap((answer_id): ReadonlyArray<StoredVotes> => {
    const before = votersOf(record, answer_id)
    const others = before.filter((id) => id !== userId)
    const user_ids = !chosen.has(answer_id) ? others : before.includes(userId) ? before : [...others, userId]
    return user_ids.length === 0 ? [] : [{ answer_id, user_ids }]
  })
  return left.length === 0 ? rest : { ...rest, votes: left }
}

/** The `poll` field as this user sees it; absent where there is none. Counts that a world gives without voters stay. */
export const pollFor = (record: MessageRecord, userId: Snowflake): { readonly poll?: PollObject } => {
  const poll = pollOf(record)
  if (poll === undefined || record.votes === undefined) return {}
  return { poll: { ...poll, results: resultsOf(record, isFinal(poll), userId) } }
}

const resultsOf = ({ votes = [] }: MessageRecord, is_finalized: boolean, userId?: Snowflake) => ({
  is_finalized,
  answer_counts: votes.map(({ answer_id, user_ids }) => ({
    id: answer_id,
    count: user_ids.length,
    me_voted: userId !== undefined && user_ids.includes(userId)
  }))
})

/** The message after its poll ended. */
export const ended = (record: MessageRecord, nowMs: number): MessageRecord => {
  const poll = pollOf(record)
  if (poll === undefined) return record
  const expiry = (parseTime(poll.expiry) ?? 0) > nowMs ? formatTimestamp(nowMs) : poll.expiry
  const results =
    record.votes === undefined
      ? { answer_counts: poll.results?.answer_counts ?? [], is_finalized: true }
      : resultsOf(record, true)
  return { ...record, message: { ...record.message, poll: { ...poll, expiry, results } } }
}

/** The message that tells the result: by the author of the poll, in reply to it. */
export const resultMessage = (
  record: MessageRecord,
  { id, now_ms, guild_id }: { readonly id: Snowflake; readonly now_ms: number; readonly guild_id: Snowflake | null }
): MessageRecord => {
  const { channel_id, message } = record
  return systemMessage({
    id,
    channel_id,
    type: MessageType.POLL_RESULT,
    author: message.author,
    timestamp: formatTimestamp(now_ms),
    embeds: [{ type: "poll_result", fields: resultFields(ended(record, now_ms)) }],
    message_reference: { type: 0, channel_id, message_id: record.id, ...(guild_id === null ? {} : { guild_id }) }
  })
}

/** A draw has no victor. */
const resultFields = (record: MessageRecord) => {
  const poll = pollOf(record)
  const given = new Map(poll?.results?.answer_counts.map(({ id, count }) => [id, count]))
  const counts = (poll?.answers ?? []).map((answer) => ({ answer, count: given.get(answer.answer_id) ?? 0 }))
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(0, ...counts.map(({ count }) => count))
  const first = counts.filter(({ count }) => count === most && most > 0)
  const [victor] = first.length === 1 ? first : []
  const emoji = victor?.answer.poll_media.emoji
  const fields: ReadonlyArray<readonly [string, string | null | undefined]> = [
    ["poll_question_text", poll?.question.text ?? ""],
    ["victor_answer_votes", String(most)],
    ["total_votes", String(total)],
    ["victor_answer_id", victor && String(victor.answer.answer_id)],
    ["victor_answer_text", victor?.answer.poll_media.text],
    ["victor_answer_emoji_id", emoji?.id],
    ["victor_answer_emoji_name", emoji?.name]
  ]
  return fields.flatMap(([name, value]) => (value == null ? [] : [{ name, value, inline: false }]))
}
