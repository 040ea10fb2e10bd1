import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import { INTENTS } from "@backlot/domain/gateway/GatewayIntent"
import { Storage } from "@backlot/ports/Storage"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { dispatchesOf } from "../../src/gateway/GatewayDispatch.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, events, watched } from "../fixture/Stores.ts"
import { author, happen, headOf, post, told } from "./Telling.ts"

const { ALICE, ALICE_AND_BOB, ALICE_AND_WEATHER, BOB, GENERAL, HARBOUR, HIDDEN, PET_SHOP, WEATHER_BOT } = Play
const DIRECT = { channel_id: ALICE_AND_WEATHER, guild_id: null }
const MESSAGE = "700000000000000001"
const WAVE = { id: null, name: "👋" }
const { GUILD_MESSAGE_REACTIONS, DIRECT_MESSAGE_REACTIONS } = INTENTS
const { GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, GUILD_MESSAGE_TYPING, DIRECT_MESSAGE_TYPING } = INTENTS

const linesOf = (dispatches: ReadonlyArray<Dispatch>) => dispatches.map((d) => `${headOf(d)} ${d.intents}`)
const both = (t: string, intents: number) => [`Pet Shop ${t} ${intents}`, `Weather ${t} ${intents}`]
const inGeneral = { channel_id: GENERAL, guild_id: HARBOUR }

type Body = ReturnType<typeof happen>
type Row = readonly [sentence: string, body: Body, lines: ReadonlyArray<string>]

const ROWS: ReadonlyArray<Row> = [
  ["a new message", post(), both("MESSAGE_CREATE", GUILD_MESSAGES)],
  ["an edited one", post({}, { type: "message.updated" }), both("MESSAGE_UPDATE", GUILD_MESSAGES)],
  ["one that goes", post({}, { type: "message.deleted" }), both("MESSAGE_DELETE", GUILD_MESSAGES)],
  ["nothing of an ephemeral one", post({}, { visible_to: ALICE }), []],
  ["nothing of an ephemeral one that goes", post({}, { type: "message.deleted", visible_to: ALICE }), []],
  ["nothing in a channel that they may not view", post({ channel_id: HIDDEN }), []],
  [
    "a direct message that one of them is a recipient of",
    post({ channel_id: ALICE_AND_WEATHER }, { guild_id: null }),
    [`Weather MESSAGE_CREATE ${DIRECT_MESSAGES}`]
  ],
  ["nothing of people among themselves", post({ channel_id: ALICE_AND_BOB }, { guild_id: null }), []],
  ["nothing in a channel that is gone", post({ channel_id: "1" }), []],
  ["nothing in a direct channel that is gone", post({ channel_id: "1" }, { guild_id: null }), []],
  [
    "messages that go together",
    happen("message.bulk_deleted", { ...inGeneral, ids: ["1", "2"] }),
    both("MESSAGE_DELETE_BULK", GUILD_MESSAGES)
  ],
  [
    "who begins to type",
    happen("typing.started", { ...inGeneral, user_id: ALICE, at: 5_000 }),
    both("TYPING_START", GUILD_MESSAGE_TYPING)
  ],
  [
    "who begins to type to one of them",
    happen("typing.started", { ...DIRECT, user_id: ALICE, at: 5_000 }),
    [`Weather TYPING_START ${DIRECT_MESSAGE_TYPING}`]
  ],
  [
    "a reaction, with the intent for reactions",
    happen("message.reaction_added", { ...inGeneral, message_id: MESSAGE, user_id: ALICE, emoji: WAVE }),
    both("MESSAGE_REACTION_ADD", GUILD_MESSAGE_REACTIONS)
  ],
  [
    "a reaction that goes, in direct messages too",
    happen("message.reaction_removed", { ...DIRECT, message_id: MESSAGE, user_id: ALICE, emoji: WAVE }),
    [`Weather MESSAGE_REACTION_REMOVE ${DIRECT_MESSAGE_REACTIONS}`]
  ],
  [
    "reactions that all go",
    happen("message.reactions_cleared", { ...inGeneral, message_id: MESSAGE }),
    both("MESSAGE_REACTION_REMOVE_ALL", GUILD_MESSAGE_REACTIONS)
  ],
  [
    "reactions with one emoji that go",
    happen("message.reaction_emoji_cleared", { ...inGeneral, message_id: MESSAGE, emoji: WAVE }),
    both("MESSAGE_REACTION_REMOVE_EMOJI", GUILD_MESSAGE_REACTIONS)
  ],
  [
    "pins",
    happen("channel.pins_updated", { ...inGeneral, last_pin_timestamp: null }),
    both("CHANNEL_PINS_UPDATE", GUILDS)
  ],
  [
    "pins of a direct message",
    happen("channel.pins_updated", { ...DIRECT, last_pin_timestamp: null }),
    [`Weather CHANNEL_PINS_UPDATE ${DIRECT_MESSAGES}`]
  ]
]

describeOnEachStore("the bots that may view a channel are told of", (test) => {
  for (const [sentence, body, lines] of ROWS) {
    test(
      sentence,
      Effect.gen(function* () {
        yield* Play.settle()
        assert.deepStrictEqual(linesOf(yield* told(body)), lines)
      })
    )
  }

  test(
    "a message with its guild, and the member that its author and whom it mentions are",
    Effect.gen(function* () {
      yield* Play.settle()
      const [first] = yield* told(post({ content: "hi", mentions: [author(PET_SHOP, "Pet Shop"), author("5", "eve")] }))
      assert.strictEqual(first?.guild_id, HARBOUR)
      assert.deepNestedInclude(first?.d, {
        id: MESSAGE,
        ...inGeneral,
        content: "hi",
        type: 0,
        "author.id": ALICE,
        "member.roles": [Play.MODERATOR],
        "mentions[0].member.roles": [Play.PET_SHOP_ROLE]
      })
      assert.notNestedProperty(first?.d, "member.user")
      assert.notNestedProperty(first?.d, "mentions[1].member")
    })
  )

  test(
    "a direct message without guild and member, for shard 0",
    Effect.gen(function* () {
      yield* Play.settle()
      const [only] = yield* told(post({ channel_id: ALICE_AND_WEATHER }, { guild_id: null }))
      assert.strictEqual(only?.guild_id, null)
      assert.notProperty(only?.d, "guild_id")
      assert.notProperty(only?.d, "member")
    })
  )

  test(
    "a reply with what it replies to, null when that is gone or not for everyone",
    Effect.gen(function* () {
      yield* Play.settle()
      const reply = (message_id: string) => ({
        id: "700000000000000002",
        type: 19,
        message_reference: { type: 0, ...inGeneral, message_id }
      })
      const referenced = (id: string) =>
        Effect.map(told(post(reply(id))), ([first]) => Object(first?.d)["referenced_message"])
      assert.isNull(yield* referenced(MESSAGE))
      yield* post({ content: "first" })
      assert.deepInclude(yield* referenced(MESSAGE), { id: MESSAGE, content: "first", pinned: false })
      yield* post({ content: "first" }, { visible_to: ALICE })
      assert.isNull(yield* referenced(MESSAGE))
    })
  )

  test(
    "what goes by its ids alone",
    Effect.gen(function* () {
      yield* Play.settle()
      const dataOf = (body: Body) => Effect.map(told(body), (dispatches) => dispatches.at(-1)?.d)
      const gone = { type: "message.deleted" } as const
      assert.deepStrictEqual(yield* dataOf(post({}, gone)), { id: MESSAGE, ...inGeneral })
      assert.deepStrictEqual(yield* dataOf(post({ channel_id: ALICE_AND_WEATHER }, { ...gone, guild_id: null })), {
        id: MESSAGE,
        channel_id: ALICE_AND_WEATHER
      })
      assert.deepStrictEqual(yield* dataOf(happen("message.bulk_deleted", { ...inGeneral, ids: ["1", "2"] })), {
        ids: ["1", "2"],
        ...inGeneral
      })
    })
  )

  test(
    "a reaction with who reacted, to whose message, by which emoji",
    Effect.gen(function* () {
      yield* Play.settle()
      const reaction = { ...inGeneral, message_id: MESSAGE, user_id: ALICE, emoji: WAVE, message_author_id: BOB }
      const [first] = yield* told(happen("message.reaction_added", reaction))
      assert.deepNestedInclude(first?.d, { ...reaction, burst: false, type: 0, "member.user.id": ALICE })
      const [gone] = yield* told(happen("message.reaction_removed", reaction))
      const { message_author_id: _, ...left } = reaction
      assert.deepStrictEqual(gone?.d, { ...left, burst: false, type: 0 })
    })
  )

  test(
    "who types in whole seconds, with their member",
    Effect.gen(function* () {
      yield* Play.settle()
      const typing = { user_id: ALICE, at: 5_999 }
      const [first] = yield* told(happen("typing.started", { ...inGeneral, ...typing }))
      assert.deepNestedInclude(first?.d, { ...inGeneral, user_id: ALICE, timestamp: 5, "member.user.id": ALICE })
      const [direct] = yield* told(happen("typing.started", { ...DIRECT, ...typing }))
      assert.deepStrictEqual(direct?.d, { channel_id: ALICE_AND_WEATHER, user_id: ALICE, timestamp: 5 })
    })
  )
})

const SECRET = { content: "secret", embeds: [{ type: "rich" }], attachments: [{ id: "1" }], poll: { question: {} } }
const NOTHING = { content: "", embeds: [], attachments: [], components: [] }

/** What each application sees without the intent: all, or nothing of the content. */
const SEEN: ReadonlyArray<readonly [string, Body, ReadonlyArray<string>]> = [
  ["somebody's message is empty", post(SECRET), ["Pet Shop nothing", "Weather nothing"]],
  ["its own is whole", post({ ...SECRET, author: author(WEATHER_BOT) }), ["Pet Shop nothing", "Weather all"]],
  [
    "one that mentions it is whole",
    post({ ...SECRET, mentions: [author(PET_SHOP)] }),
    ["Pet Shop all", "Weather nothing"]
  ],
  ["a direct one is whole", post({ ...SECRET, channel_id: ALICE_AND_WEATHER }, { guild_id: null }), ["Weather all"]],
  ["an edited one is as empty", post(SECRET, { type: "message.updated" }), ["Pet Shop nothing", "Weather nothing"]]
]

describeOnEachStore("without the intent MESSAGE_CONTENT a bot is told that", (test) => {
  for (const [sentence, body, seen] of SEEN) {
    test(
      sentence,
      Effect.gen(function* () {
        yield* Play.settle()
        const dispatches = yield* told(body)
        for (const { d, censored } of dispatches) {
          assert.deepInclude(d, SECRET)
          if (censored === undefined) continue
          assert.deepInclude(censored, NOTHING)
          assert.notProperty(censored, "poll")
          assert.deepNestedInclude(censored, { id: MESSAGE, "author.id": Object(d)["author"].id })
        }
        const names = dispatches.map((one) => `${headOf(one).replace(/ MESSAGE_.*/, "")}`)
        assert.deepStrictEqual(
          names.map((name, i) => `${name} ${dispatches[i]?.censored === undefined ? "all" : "nothing"}`),
          seen
        )
      })
    )
  }

  test(
    "what a message replies to is judged by itself",
    Effect.gen(function* () {
      yield* Play.settle()
      yield* post({ ...SECRET, author: author(WEATHER_BOT) })
      const reference = { type: 0, ...inGeneral, message_id: MESSAGE }
      const reply = { ...SECRET, id: "700000000000000002", author: author(BOB), type: 19, message_reference: reference }
      const [petShop, weather] = yield* told(post(reply))
      assert.deepNestedInclude(petShop?.censored, { content: "", "referenced_message.content": "" })
      assert.deepNestedInclude(weather?.censored, { content: "", "referenced_message.content": "secret" })
      const answer = { ...reply, id: "700000000000000003", author: author(PET_SHOP) }
      const [own] = yield* told(post(answer))
      assert.deepNestedInclude(own?.censored, { content: "secret", "referenced_message.content": "" })
    })
  )
})

/** Reads of the store that `body` makes. */
const countReads = <A, E, R>(body: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Storage, (storage) => {
    const counted = { reads: 0 }
    const read = () => {
      counted.reads++
    }
    return Effect.map(Effect.provideService(body, Storage, watched(storage, { read })), () => counted.reads)
  })

/** A message that leaves nothing out. */
const WHOLE = {
  type: 0,
  content: "hi",
  timestamp: "2026-01-01T00:00:00.000000+00:00",
  edited_timestamp: null,
  tts: false,
  mention_everyone: false,
  mentions: [],
  mention_roles: [],
  attachments: [],
  embeds: [],
  components: [],
  pinned: false,
  flags: 0
}

describeOnEachStore("a message of a guild", (test) => {
  test(
    "costs six reads however many bots hear of it, and one when none does",
    Effect.gen(function* () {
      yield* Play.settle()
      yield* post(WHOLE)
      const [last] = (yield* events).slice(-1)
      const say = (interested: boolean) =>
        last === undefined ? Effect.die("nothing was logged") : dispatchesOf(last, () => interested)
      assert.strictEqual((yield* say(true)).length, 2)
      assert.strictEqual(yield* countReads(say(true)), 6)
      assert.strictEqual(yield* countReads(say(false)), 1)
    })
  )
})
