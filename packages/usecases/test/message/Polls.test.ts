/** Votes of people, their counts for each reader, and the end of polls by their author and by the clock. */
import { formatTimestamp } from "@backlot/domain/base/IsoTime"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as ComingDeadlines from "../../src/inspect/ComingDeadlines.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as Polls from "../../src/message/Polls.ts"
import { Deadlines } from "../../src/store/Deadlines.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore, events, WALL_MS } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, GENERAL, PET_SHOP, WEATHER } = Play

const HOUR_MS = 3_600_000

const POLL = {
  question: { text: "Which?" },
  answers: [{ poll_media: { text: "Cats", emoji: { name: "🐈" } } }, { poll_media: { text: "Dogs" } }],
  duration: 2
}

const RIGHTS = ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_POLLS", "READ_MESSAGE_HISTORY", "MANAGE_MESSAGES"]

const settle = Effect.fnUntraced(function* (more: object = {}) {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.install(), { permissions: RIGHTS })
  const application = yield* Play.applicationOf(PET_SHOP)
  const { id } = yield* ChannelMessages.post({ application, channel_id: GENERAL }, { poll: { ...POLL, ...more } })
  return { application, channel_id: GENERAL, message_id: id }
})

type Asked = Effect.Success<ReturnType<typeof settle>>

const vote = ({ channel_id, message_id }: Asked, user_id: string, ...answers: ReadonlyArray<number>) =>
  Polls.vote({ user_id, channel_id, message_id }, answers)

const countsFor = ({ channel_id, message_id }: Asked, user: string) =>
  Effect.map(UserMessages.list(user, channel_id, { ids: [message_id] }), ([message]) => message?.poll?.results)

const since = (before: number) =>
  Effect.map(events, (all) => all.slice(before).filter(({ type }) => type.startsWith("message.")))

const hours = (n: number) =>
  Effect.andThen(
    Time.change({ advance_ms: n * HOUR_MS }),
    Effect.flatMap(Deadlines, ({ runDue }) => runDue)
  )

describeOnEachStore("a vote", (test) => {
  test(
    "is counted, shown to its voter as theirs, changed and taken back, with an event for each answer",
    Effect.gen(function* () {
      const asked = yield* settle()
      const before = (yield* events).length
      yield* vote(asked, ALICE, 1)
      yield* vote(asked, ALICE, 1)
      yield* vote(asked, BOB, 1)
      assert.deepStrictEqual(yield* countsFor(asked, ALICE), {
        is_finalized: false,
        answer_counts: [{ id: 1, count: 2, me_voted: true }]
      })
      yield* vote(asked, ALICE, 2)
      assert.deepStrictEqual((yield* countsFor(asked, BOB))?.answer_counts, [
        { id: 1, count: 1, me_voted: true },
        { id: 2, count: 1, me_voted: false }
      ])
      assert.deepStrictEqual(
        (yield* Polls.voters(asked, 1, { limit: 5 })).users.map(({ id }) => id),
        [BOB]
      )
      assert.deepStrictEqual(yield* Polls.voters(asked, 1, { limit: 5, after: BOB }), { users: [] })
      yield* vote(asked, ALICE)
      yield* vote(asked, BOB)
      assert.deepStrictEqual((yield* countsFor(asked, BOB))?.answer_counts, [])
      const told = (yield* since(before)).map(({ type, data }) => [type, Reflect.get(data as object, "answer_id")])
      assert.deepStrictEqual(told, [
        ["message.poll_vote_added", 1],
        ["message.poll_vote_added", 1],
        ["message.poll_vote_removed", 1],
        ["message.poll_vote_added", 2],
        ["message.poll_vote_removed", 2],
        ["message.poll_vote_removed", 1]
      ])
    })
  )

  test(
    "is for answers of the poll, one of them unless it allows several, and not after its end",
    Effect.gen(function* () {
      const asked = yield* settle()
      const plain = yield* ChannelMessages.post(asked, { content: "no poll" })
      const tags = [
        yield* tag(vote(asked, ALICE, 3)),
        yield* tag(vote(asked, ALICE, 1, 2)),
        yield* tag(vote({ ...asked, message_id: plain.id }, ALICE, 1)),
        yield* tag(vote({ ...asked, message_id: "5" }, ALICE, 1)),
        yield* tag(Polls.voters(asked, 3, { limit: 5 }))
      ]
      assert.deepStrictEqual(tags, ["InvalidForm", "InvalidForm", "PollVotingBlocked", "UnknownMessage", "NotFound"])
      const several = yield* settle({ allow_multiselect: true })
      yield* vote(several, ALICE, 1, 2)
      assert.lengthOf((yield* countsFor(several, ALICE))?.answer_counts ?? [], 2)
      yield* hours(2)
      assert.strictEqual(yield* tag(vote(several, ALICE, 1)), "PollExpired")
    })
  )

  test(
    "is kept in an export",
    Effect.gen(function* () {
      const asked = yield* settle()
      yield* vote(asked, ALICE, 2)
      yield* Effect.flatMap(Play.throughFile(yield* Worlds.read), Worlds.replace)
      assert.deepStrictEqual((yield* countsFor(asked, ALICE))?.answer_counts, [{ id: 2, count: 1, me_voted: true }])
      const before = (yield* events).length
      yield* hours(2)
      assert.deepStrictEqual((yield* countsFor(asked, BOB))?.is_finalized, true)
      assert.lengthOf(yield* since(before), 2)
    })
  )
})

describeOnEachStore("a poll", (test) => {
  test(
    "for one user alone ends without a message that others would see",
    Effect.gen(function* () {
      yield* settle()
      const { messages, ...world } = yield* Worlds.read
      yield* Worlds.replace({ ...world, messages: messages.map((one) => ({ ...one, flags: 64 })) })
      const before = (yield* events).length
      yield* hours(3)
      assert.deepStrictEqual(
        (yield* since(before)).map(({ type }) => type),
        ["message.updated"]
      )
    })
  )

  test(
    "ends by the clock, with a message that tells the result",
    Effect.gen(function* () {
      const asked = yield* settle()
      yield* vote(asked, ALICE, 1)
      const { deadlines } = yield* ComingDeadlines.list()
      assert.deepInclude(
        deadlines.find(({ id }) => id === asked.message_id),
        { kind: "poll_end", due_ms: WALL_MS + 2 * HOUR_MS }
      )
      const before = (yield* events).length
      yield* hours(2)
      assert.deepStrictEqual(
        (yield* since(before)).map(({ type }) => type),
        ["message.updated", "message.created"]
      )
      const ended = yield* ChannelMessages.get(asked)
      assert.deepStrictEqual(ended.poll?.results, {
        is_finalized: true,
        answer_counts: [{ id: 1, count: 1, me_voted: false }]
      })
      const [result] = yield* ChannelMessages.list(asked, { limit: 1 })
      assert.deepInclude(result, { type: 46, content: "", timestamp: formatTimestamp(WALL_MS + 2 * HOUR_MS) })
      assert.deepNestedInclude(result, {
        "message_reference.message_id": asked.message_id,
        "author.id": PET_SHOP,
        "embeds[0].type": "poll_result"
      })
      assert.deepStrictEqual(
        ((result?.embeds[0]?.["fields"] ?? []) as ReadonlyArray<{ readonly name: string; readonly value: string }>).map(
          ({ name, value }) => `${name}=${value}`
        ),
        [
          "poll_question_text=Which?",
          "victor_answer_votes=1",
          "total_votes=1",
          "victor_answer_id=1",
          "victor_answer_text=Cats",
          "victor_answer_emoji_name=🐈"
        ]
      )
      assert.strictEqual(yield* tag(Polls.expire(asked)), "PollExpired")
    })
  )

  test(
    "is ended by its author, and by nobody else; a deleted one never ends",
    Effect.gen(function* () {
      const asked = yield* settle()
      yield* WorldEdits.patch(Sample.install(WEATHER), { permissions: RIGHTS })
      const other = yield* Play.applicationOf(WEATHER)
      assert.strictEqual(yield* tag(Polls.expire({ ...asked, application: other })), "NotTheAuthor")
      const plain = yield* ChannelMessages.post(asked, { content: "no poll" })
      assert.strictEqual(yield* tag(Polls.expire({ ...asked, message_id: plain.id })), "ExpiredNonPoll")
      const ended = yield* Polls.expire(asked)
      assert.deepStrictEqual([ended.poll?.expiry, ended.poll?.results.is_finalized], [formatTimestamp(WALL_MS), true])
      const gone = yield* ChannelMessages.post(asked, { poll: POLL })
      yield* ChannelMessages.remove({ ...asked, message_id: gone.id })
      const { deadlines } = yield* ComingDeadlines.list()
      assert.isFalse(deadlines.some(({ kind }) => kind === "poll_end"))
      const before = (yield* events).length
      yield* hours(3)
      assert.deepStrictEqual(yield* since(before), [])
    })
  )
})
