import { channelMessages, reaction } from "@backlot/domain/base/Limits"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Channels from "../../src/guild/Channels.ts"
import * as DirectChannels from "../../src/guild/DirectChannels.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as ChannelPins from "../../src/message/ChannelPins.ts"
import * as Collection from "../../src/store/Collection.ts"
import * as Collections from "../../src/store/Collections.ts"
import * as MessageReactions from "../../src/user/MessageReactions.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import { ALICE, applicationOf, BOB, GENERAL, HARBOUR, PET_SHOP, settle } from "../fixture/Harbour.ts"
import { describeOnEachStore, events, transact } from "../fixture/Stores.ts"

/** Pet Shop in #general, with all its permissions. */
const shop = Effect.gen(function* () {
  yield* settle()
  const application = yield* applicationOf(PET_SHOP)
  const address = { application, channel_id: GENERAL }
  return {
    application,
    address,
    of: (message_id: string) => ({ ...address, message_id }),
    post: (content: string) => ChannelMessages.post(address, { content }),
    say: (content: string) =>
      UserMessages.say({ user_id: BOB, channel_id: GENERAL }, { content, reply_to: undefined, files: [] })
  }
})

/** The types of the log's events since the world was put, with the data of the last one. */
const happened = Effect.map(events, (all) => {
  const since = all.filter(({ type }) => type !== "world.replaced")
  return { types: since.map(({ type }) => type), last: since.at(-1)?.data as Readonly<Record<string, unknown>> }
})

const mayPin = WorldEdits.patch(
  { kind: "guild_install", guild_id: HARBOUR, application_id: PET_SHOP },
  { permissions: ["MANAGE_MESSAGES", "PIN_MESSAGES"] }
)

const stored = (id: string) => transact(() => Collections.messages.get(Collection.id(GENERAL), Collection.id(id)))

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

describeOnEachStore("messages of a channel", (test) => {
  test(
    "a message that is made, changed and deleted tells so in the log, with its guild and its record",
    Effect.gen(function* () {
      const { of, post } = yield* shop
      const { id } = yield* post("one")
      const record = yield* stored(id)
      assert.deepStrictEqual((yield* happened).last, { guild_id: HARBOUR, record })
      yield* ChannelMessages.edit(of(id), { content: "two" })
      yield* ChannelMessages.remove(of(id))
      const { types, last } = yield* happened
      assert.deepStrictEqual(types, ["message.created", "message.updated", "message.deleted"])
      assert.nestedPropertyVal(last, "record.message.content", "two")
      assert.isUndefined(yield* stored(id))
    })
  )

  test(
    "messages deleted in bulk are told of at once",
    Effect.gen(function* () {
      const { address, post, say } = yield* shop
      const ids = [(yield* post("one")).id, (yield* say("two")).id]
      yield* ChannelMessages.removeMany(address, { messages: [...ids, "1"] })
      const { types, last } = yield* happened
      assert.strictEqual(types.at(-1), "message.bulk_deleted")
      assert.deepStrictEqual(last, { channel_id: GENERAL, guild_id: HARBOUR, ids })
      yield* ChannelMessages.removeMany(address, { messages: ids })
      assert.deepStrictEqual((yield* happened).types, types)
    })
  )

  test(
    "a pin is told of, and one that is there already is not; a message of the service says who pinned",
    Effect.gen(function* () {
      const { of, post } = yield* shop
      yield* mayPin
      const { id } = yield* post("one")
      yield* ChannelPins.pin(of(id))
      yield* ChannelPins.pin(of(id))
      const pinned = yield* happened
      assert.deepStrictEqual(pinned.types, [
        "guild_install.updated",
        "message.created",
        "message.updated",
        "channel.pins_updated",
        "message.created"
      ])
      const told = (yield* events).find(({ type }) => type === "channel.pins_updated")
      assert.isString(Object(told?.data).last_pin_timestamp)
      yield* ChannelPins.unpin(of(id))
      assert.deepStrictEqual((yield* happened).last, {
        channel_id: GENERAL,
        guild_id: HARBOUR,
        last_pin_timestamp: null
      })
    })
  )

  test(
    "reactions are told of one by one, and are as many kinds as the platform takes",
    Effect.gen(function* () {
      const { of, say } = yield* shop
      const { id } = yield* say("one")
      const cat = { ...of(id), emoji: "🐈" }
      yield* MessageReactions.add(cat)
      yield* MessageReactions.add(cat)
      yield* MessageReactions.remove(cat, "@me")
      yield* MessageReactions.add(cat)
      yield* MessageReactions.clear(cat)
      yield* MessageReactions.clear(of(id))
      assert.deepStrictEqual((yield* happened).types, [
        "message.created",
        "message.reaction_added",
        "message.reaction_removed",
        "message.reaction_added",
        "message.reaction_emoji_cleared"
      ])
      for (let n = 1; n <= reaction.emojis; n++)
        yield* MessageReactions.add({ ...of(id), emoji: String.fromCodePoint(0x1f600 + n) })
      assert.strictEqual(yield* tagOf(MessageReactions.add(cat)), "TooManyReactions")
      yield* MessageReactions.clear(of(id))
      assert.strictEqual((yield* happened).types.at(-1), "message.reactions_cleared")
    })
  )

  test(
    "that are for one reader alone are nobody else's: not listed, not found, not pinned, not replied to",
    Effect.gen(function* () {
      const { address, of, post } = yield* shop
      yield* mayPin
      const { id } = yield* post("whisper")
      const record = yield* stored(id)
      if (record !== undefined) yield* transact(() => Collections.messages.put({ ...record, visible_to: ALICE }))
      assert.deepStrictEqual(yield* ChannelMessages.list(address, { limit: 50 }), [])
      assert.strictEqual(yield* tagOf(ChannelMessages.get(of(id))), "UnknownMessage")
      assert.strictEqual(yield* tagOf(ChannelPins.pin(of(id))), "UnknownMessage")
      const reply = { content: "a", message_reference: { message_id: id } }
      assert.strictEqual(yield* tagOf(ChannelMessages.post(address, reply)), "InvalidForm")
    })
  )

  test(
    "of a world are shown with all that they leave out, and their author by id",
    Effect.gen(function* () {
      yield* settle({
        messages: [
          { id: "500000000000000001", channel_id: GENERAL, content: "old", pinned: true, author: { id: BOB } },
          { id: "500000000000000002", channel_id: GENERAL }
        ]
      })
      const application = yield* applicationOf(PET_SHOP)
      const address = { application: { ...application, flags: ["GATEWAY_MESSAGE_CONTENT"] }, channel_id: GENERAL }
      const [second, first] = yield* ChannelMessages.list(address, { limit: 2 })
      assert.nestedPropertyVal(first, "author.username", "bob")
      assert.nestedPropertyVal(second, "author.username", "unknown")
      const pins = yield* ChannelPins.list(address, { limit: channelMessages.pinsListMax })
      assert.deepStrictEqual(
        pins.items.map(({ message }) => message.content),
        ["old"]
      )
    })
  )

  test(
    "are listed newest first, in pages, without those that are for one reader alone",
    Effect.gen(function* () {
      const { address, post } = yield* shop
      const ids: Array<string> = []
      for (const content of ["1", "2", "3", "4", "5", "6"]) ids.push((yield* post(content)).id)
      const hidden = yield* stored(ids[3] ?? "")
      if (hidden !== undefined) yield* transact(() => Collections.messages.put({ ...hidden, visible_to: ALICE }))
      const listed = (page: ChannelMessages.Page) =>
        Effect.map(ChannelMessages.list(address, page), (found) => found.map(({ content }) => content).join(""))
      assert.strictEqual(yield* listed({ limit: 50 }), "65321")
      assert.strictEqual(yield* listed({ limit: 3 }), "653")
      assert.strictEqual(yield* listed({ limit: 2, before: ids[4] }), "32")
      assert.strictEqual(yield* listed({ limit: 2, after: ids[2] }), "65")
      assert.strictEqual(yield* listed({ limit: 3, around: ids[2] }), "532")
    })
  )

  test(
    "typing is told of",
    Effect.gen(function* () {
      const { address, application } = yield* shop
      yield* Channels.type(address)
      const { types, last } = yield* happened
      assert.deepStrictEqual(types, ["typing.started"])
      assert.deepInclude(last, { channel_id: GENERAL, guild_id: HARBOUR, user_id: application.bot.id })
      assert.isNumber(last["at"])
    })
  )
})

describeOnEachStore(
  "the conversation of a bot and a user",
  (test) => {
    test(
      "is made once, however many ask for it at the same time",
      Effect.gen(function* () {
        const { application } = yield* shop
        const opened = yield* Effect.all(
          Array.from({ length: 5 }, () => DirectChannels.open(application, { recipient_id: BOB })),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(new Set(opened.map(({ id }) => id)).size, 1)
        assert.deepStrictEqual((yield* happened).types, ["direct_channel.created"])
      })
    )
  },
  { interleave: true }
)
