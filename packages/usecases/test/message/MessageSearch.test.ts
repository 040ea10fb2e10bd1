/** A bot searches the messages of a guild. */
import { search as limits } from "@backlot/domain/base/SearchLimits"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as MessageSearch from "../../src/message/MessageSearch.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, GENERAL, HARBOUR, HIDDEN, NOBODY, PET_SHOP, THREAD } = Play

const ALL: MessageSearch.GuildQuery = {
  ...{ sort_by: "timestamp", sort_order: "desc", content: undefined, slop: 2, limit: 25, offset: 0 },
  ...{ author_id: [], author_type: [], mentions: [], mentions_role_id: [], mention_everyone: undefined },
  ...{ replied_to_user_id: [], replied_to_message_id: [], min_id: undefined, max_id: undefined, has: [] },
  ...{ link_hostname: [], embed_provider: [], embed_type: [], attachment_extension: [], attachment_filename: [] },
  ...{ pinned: undefined, include_nsfw: false, channel_id: [] }
}

const settle = Effect.fnUntraced(function* (flags: ReadonlyArray<string> = ["GATEWAY_MESSAGE_CONTENT_LIMITED"]) {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.application(), { flags })
  const bot = { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR }
  const search = (query: Partial<MessageSearch.GuildQuery> = {}) => MessageSearch.search(bot, { ...ALL, ...query })
  const texts = (query: Partial<MessageSearch.GuildQuery> = {}) =>
    Effect.map(search(query), ({ messages }) => messages.map(([one]) => (one && "content" in one ? one.content : "")))
  return { search, texts }
})

const say = (content: string, channel_id = GENERAL, user_id: string = BOB, reply_to?: string) =>
  UserMessages.say({ user_id, channel_id }, { content, reply_to, files: [] })

const installed = (permissions: ReadonlyArray<string>) => WorldEdits.patch(Sample.install(), { permissions })

describeOnEachStore("a search of a guild", (test) => {
  test(
    "finds messages in what the bot may read, newest first, in pages",
    Effect.gen(function* () {
      const { search, texts } = yield* settle()
      for (const text of ["one fish", "two fish", "red"]) yield* say(text)
      yield* say("blue fish", THREAD)
      yield* say("secret fish", HIDDEN)
      assert.deepStrictEqual(yield* texts({ content: "fish" }), ["blue fish", "two fish", "one fish"])
      assert.deepStrictEqual(yield* texts({ content: "fish", sort_order: "asc", limit: 1, offset: 1 }), ["two fish"])
      assert.deepStrictEqual(yield* texts({ channel_id: [GENERAL, HIDDEN, NOBODY] }), ["red", "two fish", "one fish"])
      const found = yield* search({ content: "fish" })
      assert.deepInclude(found, { total_results: 3, doing_deep_historical_index: false, members: [] })
      assert.deepStrictEqual(
        found.threads?.map(({ id }) => id),
        [THREAD]
      )
      assert.deepInclude(Object(found.messages[0]?.[0]), { hit: true, channel_id: THREAD })
      assert.notProperty(found.messages[0]?.[0], "reactions")
      yield* WorldEdits.patch(Sample.channel(THREAD), { members: [{ user_id: PET_SHOP }, { user_id: BOB }] })
      const { members } = yield* search({ content: "fish" })
      assert.deepStrictEqual(
        members?.map(({ id, user_id }) => [id, user_id]),
        [[THREAD, PET_SHOP]],
        "the member that the bot is"
      )
      yield* installed(["ADMINISTRATOR"])
      assert.include(yield* texts({ content: "fish" }), "secret fish")
      yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL"] })
      yield* installed([])
      assert.deepStrictEqual(yield* texts(), [], "without READ_MESSAGE_HISTORY")
    })
  )

  test(
    "knows authors, replies, ids and age restriction",
    Effect.gen(function* () {
      const { texts } = yield* settle()
      const first = yield* say("first", GENERAL, ALICE)
      const reply = yield* say("reply", GENERAL, BOB, first.id)
      yield* say("last")
      assert.deepStrictEqual(yield* texts({ author_id: [ALICE] }), ["first"])
      assert.deepStrictEqual(yield* texts({ replied_to_user_id: [ALICE] }), ["reply"])
      assert.deepStrictEqual(yield* texts({ replied_to_message_id: [first.id] }), ["reply"])
      assert.deepStrictEqual(yield* texts({ min_id: reply.id }), ["last"])
      assert.deepStrictEqual(yield* texts({ max_id: reply.id }), ["first"])
      yield* WorldEdits.patch(Sample.channel(GENERAL), { nsfw: true })
      assert.deepStrictEqual(yield* texts(), [])
      assert.deepStrictEqual(yield* texts({ include_nsfw: true }), ["last", "reply", "first"])
    })
  )

  test(
    "has the most relevant first, if asked",
    Effect.gen(function* () {
      const { texts } = yield* settle()
      for (const text of ["red fish", "red big fish", "none"]) yield* say(text)
      const query = { content: "red fish", sort_by: "relevance" as const }
      assert.deepStrictEqual(yield* texts(query), ["red fish", "red big fish"])
    })
  )

  test(
    "is for applications that may read what is written",
    Effect.gen(function* () {
      const { search } = yield* settle([])
      assert.deepInclude(yield* Effect.flip(search()), { _tag: "MissingAccess" })
    })
  )

  test(
    "reads the newest messages of a channel alone",
    Effect.gen(function* () {
      const { search } = yield* settle()
      const file = Play.harbourFile({
        messages: Array.from({ length: limits.perChannel + 1 }, (_, i) => ({
          id: String(500_000_000_000_000_000n + BigInt(i)),
          channel_id: GENERAL,
          content: "fish",
          author: { id: BOB }
        }))
      })
      yield* Play.settle(file)
      yield* WorldEdits.patch(Sample.application(), { flags: ["GATEWAY_MESSAGE_CONTENT_LIMITED"] })
      assert.strictEqual((yield* search({ content: "fish" })).total_results, limits.perChannel)
    })
  )
})
