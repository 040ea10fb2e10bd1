/** Members of threads, private threads, lists of archived threads, and threads that archive themselves. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { thread as limits } from "@backlot/domain/base/ThreadLimits"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { guildChannel } from "../../src/access/ChannelObjects.ts"
import * as Time from "../../src/event/Time.ts"
import * as Channels from "../../src/guild/Channels.ts"
import * as ThreadLists from "../../src/guild/ThreadLists.ts"
import * as ThreadMembers from "../../src/guild/ThreadMembers.ts"
import * as ThreadSearch from "../../src/guild/ThreadSearch.ts"
import * as Threads from "../../src/guild/Threads.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import { Deadlines } from "../../src/store/Deadlines.ts"
import * as KeptThreads from "../../src/store/KeptThreads.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, type Services, transact } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { headOf, told } from "../gateway/Telling.ts"

const { ALICE, BOB, CAROL, GENERAL, HARBOUR, NOBODY, PET_SHOP, THREAD, WEATHER, WEATHER_BOT } = Play

const NEW = "200000000000000029"

const USUAL = [
  "VIEW_CHANNEL",
  "READ_MESSAGE_HISTORY",
  "SEND_MESSAGES",
  "SEND_MESSAGES_IN_THREADS",
  "CREATE_PUBLIC_THREADS",
  "CREATE_PRIVATE_THREADS"
]

/** Harbour, where everybody has the usual rights, and Pet Shop's bot has MANAGE_THREADS. */
const settle = Effect.fnUntraced(function* (...more: ReadonlyArray<string>) {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: [...USUAL, ...more] })
  const rights = { permissions: ["MANAGE_THREADS"], role_position: 2 }
  yield* WorldEdits.patch({ kind: "guild_install", guild_id: HARBOUR, application_id: PET_SHOP }, rights)
  const flags = { flags: ["GATEWAY_GUILD_MEMBERS"] }
  yield* WorldEdits.patch({ kind: "application", application_id: PET_SHOP }, flags)
  const pets = yield* Play.applicationOf(PET_SHOP)
  const weather = yield* Play.applicationOf(WEATHER)
  return { pets, weather }
})

type Bot = Effect.Success<ReturnType<typeof Play.applicationOf>>
const at = (application: Bot, channel_id: Snowflake = THREAD) => ({ application, channel_id })

type Calling = Effect.Effect<unknown, { readonly _tag: string }, Services>

const outcome = (call: Calling) => Effect.match(call, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

const minutes = (n: number) =>
  Effect.andThen(
    Time.change({ advance_ms: n * 60_000 }),
    Effect.flatMap(Deadlines, ({ runDue }) => runDue)
  )

const ids = (list: ReadonlyArray<object>) => list.map((one) => Object.entries(one).find(([k]) => k === "user_id")?.[1])

const page = { with_member: true, limit: 100, after: undefined }

const closed = (bot: Bot, more: object = {}) =>
  Effect.map(Threads.open(at(bot, GENERAL), { name: "secret", type: 12, ...more }), ({ id }) => id)

describeOnEachStore("members of a thread", (test) => {
  test(
    "join, leave, are added and removed, and are listed by id in pages",
    Effect.gen(function* () {
      const { pets } = yield* settle()
      const here = at(pets)
      const list = (changes: object = {}) => ThreadMembers.list(here, { ...page, ...changes })
      assert.deepEqual(yield* list(), [])
      yield* ThreadMembers.join(here)
      yield* ThreadMembers.join(here)
      yield* ThreadMembers.add(here, BOB)
      yield* ThreadMembers.add(here, ALICE)
      const sorted = [ALICE, BOB, pets.bot.id].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
      assert.deepEqual(ids(yield* list()), sorted)
      assert.deepEqual(ids(yield* list({ limit: 2 })), sorted.slice(0, 2))
      assert.deepEqual(ids(yield* list({ after: sorted[0] })), sorted.slice(1))
      assert.deepEqual(ids(yield* list({ with_member: false, limit: 1 })), sorted)
      assert.nestedProperty((yield* list())[0], "member.roles")
      assert.notProperty((yield* list({ with_member: false }))[0], "member")
      assert.deepInclude(yield* Channels.get(here), { member_count: 3 })
      yield* ThreadMembers.leave(here)
      yield* ThreadMembers.remove(here, BOB)
      assert.deepEqual(ids(yield* list()), [ALICE])
      assert.deepInclude(yield* ThreadMembers.get(here, ALICE, false), { id: THREAD, user_id: ALICE, flags: 0 })
      assert.strictEqual(yield* outcome(ThreadMembers.get(here, BOB, false)), "UnknownMember")
    })
  )

  test(
    "are refused where there is no such user, thread, right or intent",
    Effect.gen(function* () {
      const { pets, weather } = yield* settle()
      assert.strictEqual(yield* outcome(ThreadMembers.join(at(pets, GENERAL))), "WrongChannelType")
      assert.strictEqual(yield* outcome(ThreadMembers.join(at(pets, NOBODY))), "UnknownChannel")
      assert.strictEqual(yield* outcome(ThreadMembers.add(at(pets), NOBODY)), "UnknownUser")
      assert.strictEqual(yield* outcome(ThreadMembers.add(at(pets), CAROL)), "UnknownMember")
      const seen = { kind: "channel" as const, guild_id: HARBOUR, channel_id: GENERAL }
      const hide = [{ id: ALICE, type: 1, allow: "0", deny: ["VIEW_CHANNEL"] }]
      const { permission_overwrites } = yield* WorldEdits.get(seen)
      yield* WorldEdits.patch(seen, { permission_overwrites: hide })
      const blind = yield* Effect.flip(ThreadMembers.add(at(pets), ALICE))
      assert.deepInclude(blind, {
        _tag: "MissingAccess",
        because: "alice lacks VIEW_CHANNEL in the channel of the thread"
      })
      yield* WorldEdits.patch(seen, { permission_overwrites })
      assert.strictEqual(yield* outcome(ThreadMembers.remove(at(pets), BOB)), "UnknownMember")
      yield* ThreadMembers.add(at(pets), BOB)
      assert.strictEqual(yield* outcome(ThreadMembers.remove(at(weather), BOB)), "MissingPermissions")
      assert.strictEqual(yield* outcome(ThreadMembers.list(at(weather), page)), "MissingAccess")
      yield* Channels.edit(at(pets), { archived: true })
      assert.strictEqual(yield* outcome(ThreadMembers.join(at(weather))), "ThreadArchived")
    })
  )

  test(
    "are those who write there",
    Effect.gen(function* () {
      const { pets, weather } = yield* settle()
      yield* ChannelMessages.post(at(weather), { content: "hi" })
      assert.deepEqual(ids(yield* ThreadMembers.list(at(pets), page)), [WEATHER_BOT])
    })
  )

  test(
    "are 1,000 at most; who writes in a full thread stays outside",
    Effect.gen(function* () {
      const { pets, weather } = yield* settle()
      const thread = (yield* transact(() => guildChannel(THREAD))) ?? assert.fail("no thread")
      const members = Array.from({ length: limits.members }, (_, i) => ({ user_id: `${4e17 + 1000 + i}` }))
      yield* transact(() => KeptThreads.put({ ...thread, members }, thread))
      assert.strictEqual(yield* outcome(ThreadMembers.join(at(weather))), "TooManyThreadMembers")
      assert.strictEqual(yield* outcome(ThreadMembers.add(at(pets), BOB)), "TooManyThreadMembers")
      assert.strictEqual(
        yield* outcome(ThreadMembers.joinOfUser({ user_id: ALICE, channel_id: THREAD })),
        "TooManyThreadMembers"
      )
      assert.strictEqual(yield* outcome(ChannelMessages.post(at(weather), { content: "hi" })), "done")
      assert.deepInclude(yield* Channels.get(at(pets)), { member_count: limits.countedMembers })
      assert.strictEqual(yield* outcome(ThreadMembers.get(at(pets), WEATHER_BOT, false)), "UnknownMember")
    })
  )

  test(
    "stand in the world file: those that it names, else the owner",
    Effect.gen(function* () {
      const { pets } = yield* settle()
      const members = Effect.map(ThreadMembers.list(at(pets, NEW), page), ids)
      const secret = { name: "secret", type: 12, parent_id: GENERAL, owner_id: BOB }
      yield* WorldEdits.put(Sample.channel(NEW), secret)
      assert.deepEqual(yield* members, [BOB])
      const named = [{ user_id: ALICE }, { user_id: WEATHER_BOT, joined_at: "2026-01-02T03:04:05Z" }]
      yield* WorldEdits.put(Sample.channel(NEW), { ...secret, members: named })
      assert.sameMembers(yield* members, [ALICE, WEATHER_BOT])
      assert.deepInclude(yield* ThreadMembers.get(at(pets, NEW), WEATHER_BOT, false), {
        join_timestamp: "2026-01-02T03:04:05.000000+00:00"
      })
      const { channels } = yield* Play.throughFile(yield* Worlds.read)
      assert.deepInclude(
        channels.find(({ id }) => id === NEW),
        { members: named, owner_id: BOB }
      )
      const twice = [{ user_id: ALICE }, { user_id: ALICE }]
      assert.strictEqual(yield* outcome(WorldEdits.patch(Sample.channel(NEW), { members: twice })), "InvalidForm")
      const nobody = [{ user_id: NOBODY }]
      assert.strictEqual(yield* outcome(WorldEdits.patch(Sample.channel(NEW), { members: nobody })), "InvalidForm")
      assert.strictEqual(yield* outcome(WorldEdits.patch(Sample.channel(), { members: named })), "InvalidForm")
      yield* WorldEdits.remove(Sample.member(ALICE))
      assert.deepEqual(yield* members, [WEATHER_BOT])
    })
  )

  test(
    "are told to the bots that see it, and a bot that joins learns its own",
    Effect.gen(function* () {
      const { weather } = yield* settle()
      const heads = (yield* told(ThreadMembers.join(at(weather)))).map(headOf)
      assert.sameMembers(heads, [
        "Pet Shop THREAD_MEMBERS_UPDATE",
        "Weather THREAD_MEMBER_UPDATE",
        "Weather THREAD_MEMBERS_UPDATE"
      ])
    })
  )
})

describeOnEachStore("a private thread", (test) => {
  test(
    "is hidden from a bot that is no member, open to members and to who has MANAGE_THREADS",
    Effect.gen(function* () {
      const { pets, weather } = yield* settle()
      const id = yield* closed(pets)
      const there = at(weather, id)
      const calls: ReadonlyArray<Calling> = [
        Channels.get(there),
        ChannelMessages.list(there, { limit: 50 }),
        ChannelMessages.post(there, { content: "hi" }),
        ThreadMembers.join(there)
      ]
      for (const call of calls) assert.strictEqual(yield* outcome(call), "MissingAccess")
      const quiet = yield* told(ChannelMessages.post(at(pets, id), { content: "psst" }))
      assert.notInclude(quiet.map(headOf).join(), "Weather")
      const joining = (yield* told(ThreadMembers.add(at(pets, id), WEATHER_BOT))).map(headOf)
      assert.includeMembers(joining, ["Weather THREAD_CREATE", "Weather THREAD_MEMBERS_UPDATE"])
      assert.strictEqual(yield* outcome(Channels.get(there)), "done")
      const own = yield* closed(weather)
      assert.strictEqual(yield* outcome(Channels.get(at(pets, own))), "done")
      const leaving = (yield* told(ThreadMembers.remove(at(pets, id), WEATHER_BOT))).map(headOf)
      assert.include(leaving, "Weather THREAD_MEMBERS_UPDATE")
      assert.strictEqual(yield* outcome(Channels.get(there)), "MissingAccess")
    })
  )

  test(
    "that is not invitable takes people from its owner and moderators only; a public one ignores the field",
    Effect.gen(function* () {
      const { pets, weather } = yield* settle()
      const id = yield* closed(pets, { invitable: false })
      assert.deepNestedInclude(yield* Channels.get(at(pets, id)), { "thread_metadata.invitable": false })
      yield* ThreadMembers.add(at(pets, id), WEATHER_BOT)
      assert.strictEqual(yield* outcome(ThreadMembers.add(at(weather, id), BOB)), "MissingPermissions")
      yield* Channels.edit(at(pets, id), { invitable: true })
      assert.strictEqual(yield* outcome(ThreadMembers.add(at(weather, id), BOB)), "done")
      const open = yield* Channels.edit(at(pets), { invitable: false, name: "answers" })
      assert.deepInclude(open, { name: "answers" })
      assert.notNestedProperty(open, "thread_metadata.invitable")
    })
  )
})

describeOnEachStore("a search for threads", (test) => {
  test(
    "finds those that the bot sees, and needs READ_MESSAGE_HISTORY",
    Effect.gen(function* () {
      const { pets, weather } = yield* settle()
      const all = { name: undefined, slop: 2, min_id: undefined, max_id: undefined, tag: [], archived: undefined }
      const page = { tag_setting: "match_some", sort_order: "desc", limit: 25, offset: 0 } as const
      const find = (bot: Bot, sort_by: ThreadSearch.ThreadQuery["sort_by"] = "creation_time") =>
        ThreadSearch.search(at(bot, GENERAL), { ...all, ...page, sort_by })
      const said = yield* ChannelMessages.post(at(pets, GENERAL), { content: "start here" })
      yield* Threads.openFrom({ ...at(pets, GENERAL), message_id: said.id }, { name: "open" })
      const hidden = yield* Threads.open(at(pets, GENERAL), { name: "hidden", type: 12 })
      const idsOf = (list: { readonly threads: ReadonlyArray<object> }) => list.threads.map((one) => Object(one).id)
      const ours = yield* find(pets)
      assert.deepEqual(idsOf(ours).slice(0, 2), [hidden.id, said.id])
      assert.deepNestedInclude(ours, { "first_messages[0].content": "start here" })
      assert.lengthOf(ours.members, 2)
      assert.notInclude(idsOf(yield* find(weather)), hidden.id)
      yield* ChannelMessages.post(at(pets, said.id), { content: "newer" })
      assert.strictEqual(idsOf(yield* find(pets, "last_message_time"))[0], said.id)
      yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL"] })
      assert.strictEqual(yield* outcome(find(weather)), "MissingPermissions")
      assert.strictEqual(
        yield* outcome(ThreadSearch.search(at(pets), { ...all, ...page, sort_by: "relevance" })),
        "WrongChannelType"
      )
    })
  )
})

describeOnEachStore("archived threads", (test) => {
  test(
    "are listed last archived first, in pages, private ones to who manages or joined them",
    Effect.gen(function* () {
      const { pets, weather } = yield* settle()
      const parent = at(pets, GENERAL)
      const made: Array<Snowflake> = []
      for (const name of ["one", "two", "three"]) {
        const { id } = yield* Threads.open(parent, { name, type: 11 })
        made.unshift(id)
        yield* Channels.edit(at(pets, id), { archived: true })
        yield* Time.change({ advance_ms: 60_000 })
      }
      const all = yield* ThreadLists.archivedPublic(parent, { limit: 50, before: undefined })
      assert.deepEqual(
        all.threads.map(({ id }) => id),
        made
      )
      assert.isFalse(all.has_more)
      assert.lengthOf(all.members, 3)
      const first = yield* ThreadLists.archivedPublic(parent, { limit: 2, before: undefined })
      assert.isTrue(first.has_more)
      assert.lengthOf(first.threads, 2)
      const { archive_timestamp } = Object.assign({ archive_timestamp: "" }, Object(first.threads[1]).thread_metadata)
      const rest = yield* ThreadLists.archivedPublic(parent, { limit: 2, before: Date.parse(archive_timestamp) })
      assert.deepEqual(
        rest.threads.map(({ id }) => id),
        made.slice(2)
      )
      const id = yield* closed(weather)
      yield* Channels.edit(at(weather, id), { archived: true })
      const every = { limit: 50, before: undefined }
      assert.lengthOf((yield* ThreadLists.archivedPrivate(parent, every)).threads, 1)
      assert.lengthOf((yield* ThreadLists.archivedJoined(parent, every)).threads, 0)
      const others = at(weather, GENERAL)
      assert.strictEqual(yield* outcome(ThreadLists.archivedPrivate(others, every)), "MissingPermissions")
      const joined = (wanted: object) => ThreadLists.archivedJoined(others, { ...every, ...wanted })
      const second = yield* closed(weather)
      yield* Channels.edit(at(weather, second), { archived: true })
      const idsOf = (list: { readonly threads: ReadonlyArray<object> }) => list.threads.map((one) => Object(one).id)
      assert.deepEqual(idsOf(yield* joined({})), [second, id])
      assert.deepInclude(yield* joined({ limit: 1 }), { has_more: true })
      assert.deepEqual(idsOf(yield* joined({ before: second })), [id])
      assert.deepEqual(idsOf(yield* joined({ before: id })), [])
      assert.strictEqual(yield* outcome(ThreadLists.archivedPublic(at(pets), every)), "WrongChannelType")
    })
  )

  test(
    "archive themselves after silence, which a message interrupts, and are told",
    Effect.gen(function* () {
      const { pets } = yield* settle()
      const { id } = yield* Threads.open(at(pets, GENERAL), { name: "brief", type: 11, auto_archive_duration: 60 })
      const archived = Effect.map(Channels.get(at(pets, id)), (thread) => Object(thread).thread_metadata)
      const began = (yield* archived).archive_timestamp
      yield* minutes(40)
      yield* ChannelMessages.post(at(pets, id), { content: "still here" })
      yield* minutes(40)
      assert.isFalse((yield* archived).archived)
      const heads = (yield* told(minutes(25))).map(headOf)
      assert.sameMembers(heads, ["Pet Shop THREAD_UPDATE", "Weather THREAD_UPDATE"])
      const after = yield* archived
      assert.isTrue(after.archived)
      assert.isAbove(Date.parse(after.archive_timestamp), Date.parse(began))
      yield* ChannelMessages.post(at(pets, id), { content: "awake" })
      assert.isFalse((yield* archived).archived)
    })
  )
})
