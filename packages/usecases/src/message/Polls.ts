/**
 * Votes of people, the voters of an answer, and the end of polls: by their author, or by the clock. Source: official
 * OpenAPI document, `get_answer_voters`, `poll_expire`; the platform's documentation of polls.
 */

import { compare, type Snowflake } from "@backlot/domain/base/Snowflake"
import { ExpiredNonPoll, InvalidForm, NotFound, NotTheAuthor, PollExpired } from "@backlot/domain/error/ServiceError"
import { messageEvent } from "@backlot/domain/interaction/InteractionDecision"
import type { MessageRecord } from "@backlot/domain/message/Message"
import * as PollVote from "@backlot/domain/message/PollVote"
import { isDirect } from "@backlot/domain/record/World"
import { Ids } from "@backlot/ports/Ids"
import type { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"
import { usersOf } from "../access/Accounts.ts"
import type { UserMessageAddress } from "../access/UserPlace.ts"
import { commit, type EventLog, type NewEvent } from "../event/EventLog.ts"
import * as Collections from "../store/Collections.ts"
import type { Handler } from "../store/Deadlines.ts"
import * as KeptMessages from "../store/KeptMessages.ts"
import { POLL_KIND, type PollAddress } from "../store/KeptPolls.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { transacting } from "../store/Transact.ts"
import type { MessageAddress } from "./ChannelMessages.ts"
import { asBot, completed, view } from "./MessageViews.ts"
import * as Plain from "./PlainMessages.ts"
import * as Speaker from "./Speaker.ts"

interface VoterPage {
  readonly limit: number
  readonly after?: Snowflake | undefined
}

/** The users who chose an answer, by id. */
export const voters = operation(
  "Polls.voters",
  transacting(function* (address: MessageAddress, answerId: number, { limit, after }: VoterPage) {
    yield* Speaker.require(yield* Speaker.ofBot(address), "READ_MESSAGE_HISTORY")
    const found = yield* Plain.get(address.channel_id, address.message_id)
    if (PollVote.pollOf(found)?.answers.some(({ answer_id }) => answer_id === answerId) !== true)
      return yield* new NotFound()
    const ids = [...PollVote.votersOf(found, answerId)].sort(compare)
    return { users: yield* usersOf(ids.filter((id) => after === undefined || compare(id, after) > 0).slice(0, limit)) }
  })
)

/** The user chooses these answers and no others; none takes the vote back. Bots cannot vote. */
export const vote = operation("Polls.vote", (address: UserMessageAddress, answers: ReadonlyArray<number>) =>
  commit(function* (now) {
    const { user_id, channel_id, message_id } = address
    const speaker = yield* Speaker.ofUser(address)
    yield* Speaker.require(speaker, "READ_MESSAGE_HISTORY")
    const found = yield* Plain.get(channel_id, message_id)
    yield* Speaker.requireAwake(speaker)
    const refusal = PollVote.refusalOf(found, now)
    if (refusal !== undefined) return yield* refusal
    const faults = PollVote.judgeAnswers(found, answers)
    if (faults.length > 0) return yield* new InvalidForm({ faults })
    const before = PollVote.chosenBy(found, user_id)
    const place = { channel_id, guild_id: speaker.guild_id, message_id, user_id }
    const told = (type: NewEvent["type"], ids: ReadonlyArray<number>): ReadonlyArray<NewEvent> =>
      ids.map((answer_id) => ({ type, data: { ...place, answer_id } }))
    const events = [
      ...told(
        "message.poll_vote_removed",
        before.filter((id) => !answers.includes(id))
      ),
      ...told(
        "message.poll_vote_added",
        [...new Set(answers)].filter((id) => !before.includes(id))
      )
    ]
    if (events.length > 0) yield* Retention.putMessage(PollVote.voted(found, user_id, answers))
    return { value: undefined, events }
  })
)

/** Ends a poll of the bot's own at once. */
export const expire = operation(
  "Polls.expire",
  Effect.fnUntraced(function* (address: MessageAddress) {
    const id = yield* (yield* Ids).next
    return yield* commit(function* (now_ms) {
      const speaker = yield* Speaker.ofBot(address)
      const found = yield* Plain.get(address.channel_id, address.message_id)
      if (PollVote.pollOf(found) === undefined) return yield* new ExpiredNonPoll()
      if (found.message.author.id !== speaker.author.id) return yield* new NotTheAuthor()
      if (PollVote.endOf(found) === undefined) return yield* new PollExpired()
      const { after, events } = yield* end(found, { id, now_ms, guild_id: speaker.guild_id })
      return { value: yield* view(after, asBot(address.application, speaker.guild_id)), events }
    })
  })
)

/** The counts are final, and a message of its own tells the result; not that of a message for one user alone. */
const end = function* (found: MessageRecord, context: Parameters<typeof PollVote.resultMessage>[1]) {
  const after = PollVote.ended(found, context.now_ms)
  const result = PollVote.resultMessage(found, context)
  yield* Retention.putMessage(after)
  const place = { guild_id: context.guild_id }
  if (found.visible_to !== null) return { after, events: [messageEvent("message.updated", after, place)] }
  yield* Retention.putMessage(result)
  const events = [messageEvent("message.updated", after, place), messageEvent("message.created", result, place)]
  return { after, events }
}

/** Ignores a message that is gone, or whose poll has ended. */
const endByClock: Handler<EventLog | ServiceClock | Ids> = Effect.fnUntraced(function* (payload, due_ms, claim) {
  // Only `KeptPolls` schedules these.
  const { channel_id, message_id } = payload as PollAddress
  const id = yield* (yield* Ids).next
  yield* commit(function* () {
    const stored = (yield* claim) ? yield* KeptMessages.get(channel_id, message_id) : undefined
    const [found] = stored === undefined ? [] : yield* completed([stored])
    const due = found && PollVote.endOf(found)
    if (found === undefined || due === undefined || due > due_ms) return { value: undefined, events: NONE }
    const channel = yield* Collections.channels.get(channel_id)
    const guild_id = channel === undefined || isDirect(channel) ? null : channel.guild_id
    return { value: undefined, events: (yield* end(found, { id, now_ms: due_ms, guild_id })).events }
  }).pipe(Effect.catchIf((error) => error._tag !== "StorageError", Effect.die))
})

const NONE: ReadonlyArray<NewEvent> = []

/** For the layer of `Deadlines`. */
export const handlers = { [POLL_KIND]: endByClock }
