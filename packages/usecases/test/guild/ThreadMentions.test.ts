/** Whom a message brings into a thread, how answers open threads, and what bots hear of threads that they come to see. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { MessageType } from "@backlot/domain/message/Message"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { guildChannel } from "../../src/access/ChannelObjects.ts"
import * as Time from "../../src/event/Time.ts"
import * as Bans from "../../src/guild/Bans.ts"
import * as Channels from "../../src/guild/Channels.ts"
import * as ThreadMembers from "../../src/guild/ThreadMembers.ts"
import * as Threads from "../../src/guild/Threads.ts"
import * as InteractionCalls from "../../src/interaction/InteractionCalls.ts"
import * as InteractionWebhooks from "../../src/interaction/InteractionWebhooks.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, events, transact } from "../fixture/Stores.ts"
import { ACCEPTED, hook, open as openApp, traced, use, withApp } from "../fixture/Using.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { headOf, told } from "../gateway/Telling.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, MODERATOR, PET_SHOP, THREAD, WEATHER_BOT } = Play

const USUAL = [
  "VIEW_CHANNEL",
  "READ_MESSAGE_HISTORY",
  "SEND_MESSAGES",
  "SEND_MESSAGES_IN_THREADS",
  "CREATE_PRIVATE_THREADS",
  "MENTION_EVERYONE"
]

const settle = Effect.gen(function* () {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: USUAL })
  yield* WorldEdits.patch(Sample.install(), { permissions: ["ADMINISTRATOR"], role_position: 2 })
  const application = yield* Play.applicationOf(PET_SHOP)
  const at = (channel_id: Snowflake) => ({ application, channel_id })
  const open = (more: object = {}) =>
    Effect.map(Threads.open(at(GENERAL), { name: "ticket", type: 12, ...more }), ({ id }) => id)
  const say = (id: Snowflake, content: string, more: object = {}) => ChannelMessages.post(at(id), { content, ...more })
  return { application, at, open, say }
})

const said = (content: string) => ({ content, reply_to: undefined, files: [] })

const membersOf = (id: Snowflake) =>
  Effect.map(
    transact(() => guildChannel(id)),
    (thread) => (thread?.members ?? []).map(({ user_id }) => user_id)
  )

describeOnEachStore("a mention in a thread", (test) => {
  test(
    "brings the mentioned members of the guild into it, bots too, and tells",
    Effect.gen(function* () {
      const { open, say } = yield* settle
      const id = yield* open()
      const heads = (yield* told(say(id, `<@${BOB}> <@${WEATHER_BOT}> <@${CAROL}>`))).map(headOf)
      assert.includeMembers(heads, [
        "Weather THREAD_CREATE",
        "Weather THREAD_MEMBERS_UPDATE",
        "Pet Shop THREAD_MEMBERS_UPDATE"
      ])
      assert.sameMembers(yield* membersOf(id), [PET_SHOP, BOB, WEATHER_BOT])
      const silent = yield* open()
      yield* say(silent, `<@${BOB}>`, { allowed_mentions: { parse: [] } })
      assert.deepEqual(yield* membersOf(silent), [PET_SHOP])
    })
  )

  test(
    "counts in an edit only when it is new",
    Effect.gen(function* () {
      const { at, open, say } = yield* settle
      const id = yield* open()
      const message = yield* say(id, "who?")
      const address = { ...at(id), message_id: message.id }
      yield* ChannelMessages.edit(address, { content: `<@${BOB}>` })
      assert.sameMembers(yield* membersOf(id), [PET_SHOP, BOB])
      yield* ThreadMembers.remove(at(id), BOB)
      yield* ChannelMessages.edit(address, { content: `<@${BOB}>!` })
      assert.deepEqual(yield* membersOf(id), [PET_SHOP])
    })
  )

  test(
    "of a role brings its holders",
    Effect.gen(function* () {
      const { open, say } = yield* settle
      yield* WorldEdits.patch(Sample.member(BOB), { roles: [MODERATOR] })
      const id = yield* open()
      yield* say(id, `<@&${MODERATOR}>`)
      assert.include(yield* membersOf(id), BOB)
    })
  )

  test(
    "brings nobody who may not view the channel, and in a thread that is not invitable only of its owner",
    Effect.gen(function* () {
      const { at, open, say } = yield* settle
      const id = yield* open({ invitable: false })
      yield* ThreadMembers.add(at(id), ALICE)
      yield* WorldEdits.patch(Sample.member(ALICE), { roles: [] })
      yield* UserMessages.say({ user_id: ALICE, channel_id: id }, said(`<@${BOB}>`))
      assert.sameMembers(yield* membersOf(id), [PET_SHOP, ALICE])
      yield* say(id, `<@${BOB}>`)
      assert.sameMembers(yield* membersOf(id), [PET_SHOP, ALICE, BOB])
      const other = yield* open()
      const hidden = [{ id: ALICE, type: 1, deny: ["VIEW_CHANNEL"] }]
      yield* WorldEdits.patch(Sample.channel(GENERAL), { permission_overwrites: hidden })
      yield* say(other, `<@${ALICE}>`)
      assert.deepEqual(yield* membersOf(other), [PET_SHOP])
    })
  )
})

describeOnEachStore("a thread", (test) => {
  test(
    "tells who was added and removed by somebody else, in a message and in an event without the others",
    Effect.gen(function* () {
      const { at, open } = yield* settle
      const id = yield* open()
      yield* ThreadMembers.add(at(id), ALICE)
      const seen = (yield* events).length
      yield* ThreadMembers.add(at(id), BOB)
      yield* ThreadMembers.remove(at(id), BOB)
      const changes = (yield* events).slice(seen).filter(({ type }) => type === "channel.updated")
      assert.lengthOf(changes, 2)
      for (const { data } of changes) assert.notInclude(JSON.stringify(data), ALICE)
      assert.deepNestedInclude(changes[0]?.data, { "members.count": 3, "members.added[0].user_id": BOB })
      assert.deepNestedInclude(changes[1]?.data, { "members.count": 2, "members.removed": [BOB] })
      const list = yield* ChannelMessages.list(at(id), { limit: 50 })
      const notices = list.map((message) => [Object(message).type, Object(message).mentions[0]?.id])
      assert.deepEqual(notices, [
        [MessageType.RECIPIENT_REMOVE, BOB],
        [MessageType.RECIPIENT_ADD, BOB],
        [MessageType.RECIPIENT_ADD, ALICE]
      ])
    })
  )

  test(
    "is shown with its history to a bot that is added to it",
    Effect.gen(function* () {
      const { at, open, say } = yield* settle
      const id = yield* open()
      const { id: last_message_id } = yield* say(id, "one")
      const said = yield* told(say(id, `<@${WEATHER_BOT}>`))
      const created = said.find(({ t }) => t === "THREAD_CREATE")
      const history = { message_count: 2, total_message_sent: 2, member_count: 2 }
      assert.deepInclude(created?.d, history)
      assert.notDeepInclude(created?.d, { last_message_id })
      assert.deepInclude(yield* Channels.get(at(id)), history)
    })
  )

  test(
    "counts the messages that a ban deletes as sent",
    Effect.gen(function* () {
      const { application, at, open } = yield* settle
      const id = yield* open()
      yield* ThreadMembers.add(at(id), ALICE)
      yield* UserMessages.say({ user_id: ALICE, channel_id: id }, said("spam"))
      assert.deepInclude(yield* Channels.get(at(id)), { message_count: 2, total_message_sent: 2 })
      yield* Bans.ban(
        { application, guild_id: HARBOUR },
        { user_id: ALICE, reason: undefined },
        { delete_message_seconds: 600 }
      )
      assert.deepInclude(yield* Channels.get(at(id)), { message_count: 1, total_message_sent: 2 })
    })
  )

  test(
    "from an old message has its owner since it started",
    Effect.gen(function* () {
      const { at, say } = yield* settle
      const { id } = yield* say(GENERAL, "old")
      yield* Time.change({ advance_ms: 3_600_000 })
      yield* Threads.openFrom({ ...at(GENERAL), message_id: id }, { name: "late" })
      const { join_timestamp } = Object(yield* ThreadMembers.get(at(id), PET_SHOP, false))
      const [notice] = yield* ChannelMessages.list(at(id), { limit: 1 })
      assert.strictEqual(Date.parse(join_timestamp), Date.parse(Object(notice).timestamp))
      const { thread_metadata } = Object(yield* Channels.get(at(id)))
      assert.deepInclude(thread_metadata, { create_timestamp: join_timestamp, archive_timestamp: join_timestamp })
      yield* Channels.edit(at(id), { name: "later" })
      assert.deepNestedInclude(yield* Channels.get(at(id)), { "thread_metadata.create_timestamp": join_timestamp })
    })
  )
})

describeOnEachStore("an answer in an archived thread", (test) => {
  test(
    "opens it when everyone sees it, and what is deleted stays in the sum of the messages",
    withApp(
      () => Effect.succeed(ACCEPTED),
      Effect.fnUntraced(function* () {
        const command = yield* openApp()
        const turn = (archived: boolean) => WorldEdits.patch(Sample.channel(THREAD), { archived })
        const thread = transact(() => guildChannel(THREAD))
        yield* turn(true)
        const ask = use({ command_id: command.id, channel_id: THREAD })
        const secret = yield* ask
        yield* traced(secret.id, "awaiting_callback")
        const saying = (flags: number) => ({ type: 4, data: { content: "hi", flags } })
        const answer = ({ id, token }: typeof secret, flags: number) =>
          InteractionCalls.respond({ interaction_id: id, token }, saying(flags))
        yield* answer(secret, 64)
        assert.isTrue((yield* thread)?.archived)
        const open = yield* ask
        yield* traced(open.id, "awaiting_callback")
        const heads = (yield* told(answer(open, 0))).map(headOf)
        assert.include(heads, "Pet Shop THREAD_UPDATE")
        assert.isFalse((yield* thread)?.archived)
        yield* turn(true)
        yield* InteractionWebhooks.deleteMessage(hook(open.token), "@original")
        assert.strictEqual((yield* thread)?.deleted_messages, 1)
        const { position } = yield* InteractionWebhooks.followUp(hook(open.token), { content: "more" })
        assert.strictEqual(position, 3)
        assert.isFalse((yield* thread)?.archived)
      })
    )
  )
})
