/** Messages that the service writes about threads and pins, and threads that messages carry. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { MessageFlag, MessageType } from "@backlot/domain/message/Message"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Channels from "../../src/guild/Channels.ts"
import * as Threads from "../../src/guild/Threads.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as ChannelPins from "../../src/message/ChannelPins.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome } from "../fixture/Outcome.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { headOf, told } from "../gateway/Telling.ts"

const { GENERAL, HARBOUR, PET_SHOP } = Play

const settle = Effect.gen(function* () {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.install(), { permissions: ["ADMINISTRATOR"] })
  const application = yield* Play.applicationOf(PET_SHOP)
  const at = (channel_id: Snowflake) => ({ application, channel_id })
  const of = (message_id: Snowflake, channel_id: Snowflake = GENERAL) => ({ application, channel_id, message_id })
  const list = (channel_id: Snowflake) => ChannelMessages.list(at(channel_id), { limit: 50 })
  return { at, of, list }
})

describeOnEachStore("a thread from a message", (test) => {
  test(
    "is carried by the message, and begins with a message of the service that does not count",
    Effect.gen(function* () {
      const { at, of, list } = yield* settle
      const { id } = yield* ChannelMessages.post(at(GENERAL), { content: "ask here" })
      const dispatches = yield* told(Threads.openFrom(of(id), { name: "questions" }))
      const heads = dispatches.map(headOf)
      assert.sameMembers(
        heads.filter((head) => head.startsWith("Pet Shop")),
        ["Pet Shop THREAD_CREATE", "Pet Shop MESSAGE_UPDATE", "Pet Shop MESSAGE_CREATE"]
      )
      const counts = { member_count: 1, message_count: 0, total_message_sent: 0 }
      const created = dispatches.find(({ t }) => t === "THREAD_CREATE")
      assert.deepInclude(created?.d, { id, owner_id: PET_SHOP, ...counts })
      const updated = dispatches.find(({ t }) => t === "MESSAGE_UPDATE")
      assert.deepNestedInclude(updated?.d, {
        ...{ id, flags: MessageFlag.HAS_THREAD, "thread.id": id },
        ...{ "thread.member_count": 1, "thread.member.user_id": PET_SHOP }
      })
      const others = dispatches.filter(({ t, application_id }) => t === "MESSAGE_UPDATE" && application_id !== PET_SHOP)
      for (const { d } of others) assert.notNestedProperty(d, "thread.member")
      const carried = yield* ChannelMessages.get(of(id))
      assert.deepNestedInclude(carried, {
        ...{ "thread.name": "questions", "thread.message_count": 0, "thread.member_count": 1 },
        "thread.member.user_id": PET_SHOP
      })
      assert.notProperty(carried, "position")
      const [first] = yield* list(id)
      assert.propertyVal(first, "position", 0)
      assert.deepNestedInclude(first, {
        type: MessageType.THREAD_STARTER_MESSAGE,
        content: "",
        message_reference: { type: 0, channel_id: GENERAL, message_id: id, guild_id: HARBOUR },
        "author.id": PET_SHOP,
        "referenced_message.content": "ask here"
      })
      assert.propertyVal(yield* ChannelMessages.post(at(id), { content: "why?" }), "position", 1)
      const more = yield* ChannelMessages.post(at(id), { content: "how?" })
      assert.propertyVal(more, "position", 2)
      assert.deepInclude(yield* Channels.get(at(id)), { message_count: 2, total_message_sent: 2 })
      yield* ChannelMessages.remove(of(more.id, id))
      assert.deepInclude(yield* Channels.get(at(id)), { message_count: 1, total_message_sent: 2 })
      const [next] = yield* told(ChannelMessages.post(at(id), { content: "when?" }))
      assert.propertyVal(next?.d, "position", 3)
    })
  )

  test(
    "keeps its first message: nobody deletes, edits or pins it, or starts a thread from it",
    Effect.gen(function* () {
      const { at, of, list } = yield* settle
      const { id } = yield* ChannelMessages.post(at(GENERAL), { content: "ask here" })
      yield* Threads.openFrom(of(id), { name: "questions" })
      const [{ id: first } = { id: "0" }] = yield* list(id)
      const other = yield* ChannelMessages.post(at(id), { content: "why?" })
      assert.strictEqual(yield* outcome(ChannelMessages.remove(of(first, id))), "OnSystemMessage")
      const bulk = ChannelMessages.removeMany(at(id), { messages: [first, other.id] })
      assert.strictEqual(yield* outcome(bulk), "OnSystemMessage")
      assert.strictEqual(yield* outcome(ChannelMessages.edit(of(first, id), { content: "x" })), "OnSystemMessage")
      assert.strictEqual(yield* outcome(ChannelPins.pin(of(first, id))), "OnSystemMessage")
      yield* Threads.open(at(GENERAL), { name: "free", type: 11 })
      const [notice = { id: "0" }] = yield* list(GENERAL)
      assert.strictEqual(yield* outcome(Threads.openFrom(of(notice.id), { name: "x" })), "OnSystemMessage")
      assert.strictEqual(yield* outcome(ChannelMessages.remove(of(notice.id))), "done")
    })
  )
})

describeOnEachStore("a message of the service", (test) => {
  test(
    "tells of a thread without a message, unless it is private",
    Effect.gen(function* () {
      const { at, list } = yield* settle
      const { id } = yield* Threads.open(at(GENERAL), { name: "free", type: 11 })
      yield* Threads.open(at(GENERAL), { name: "secret", type: 12 })
      const notices = yield* list(GENERAL)
      assert.lengthOf(notices, 1)
      assert.deepInclude(notices[0], {
        type: MessageType.THREAD_CREATED,
        content: "free",
        message_reference: { type: 0, channel_id: id, guild_id: HARBOUR }
      })
      assert.deepEqual(yield* list(id), [])
      assert.deepInclude(yield* Channels.get(at(id)), { member_count: 1, message_count: 0, total_message_sent: 0 })
    })
  )

  test(
    "tells of another name of a thread, and of no other edit",
    Effect.gen(function* () {
      const { at, list } = yield* settle
      const { id } = yield* Threads.open(at(GENERAL), { name: "free", type: 11 })
      yield* Channels.edit(at(id), { name: "freer", rate_limit_per_user: 5 })
      yield* Channels.edit(at(id), { name: "freer", locked: true })
      yield* Channels.edit(at(GENERAL), { name: "square" })
      const notices = yield* list(id)
      assert.lengthOf(notices, 1)
      assert.deepInclude(notices[0], { type: MessageType.CHANNEL_NAME_CHANGE, content: "freer" })
    })
  )

  test(
    "tells who pinned which message, once",
    Effect.gen(function* () {
      const { at, of, list } = yield* settle
      const { id } = yield* ChannelMessages.post(at(GENERAL), { content: "rules" })
      for (const pin of [ChannelPins.pin, ChannelPins.pin, ChannelPins.unpin]) yield* pin(of(id))
      const [notice, ...others] = yield* list(GENERAL)
      assert.lengthOf(others, 1)
      assert.deepNestedInclude(notice, {
        type: MessageType.CHANNEL_PINNED_MESSAGE,
        message_reference: { type: 0, channel_id: GENERAL, message_id: id, guild_id: HARBOUR },
        "author.id": PET_SHOP
      })
    })
  )
})
