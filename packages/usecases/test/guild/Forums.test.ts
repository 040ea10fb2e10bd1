/** Forum and media channels: tags, posts, pins, and what webhooks post. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Fault } from "@backlot/domain/error/Fault"
import { MessageType } from "@backlot/domain/message/Message"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Channels from "../../src/guild/Channels.ts"
import * as GuildChannels from "../../src/guild/GuildChannels.ts"
import * as Threads from "../../src/guild/Threads.ts"
import * as WebhookMessages from "../../src/guild/WebhookMessages.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, type Services } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { headOf, told } from "../gateway/Telling.ts"

const { ALICE, BOB, GENERAL, HARBOUR, PET_SHOP, WEATHER } = Play

const FORUM = "200000000000000061"
const [ASK, DONE] = ["710000000000000001", "710000000000000002"]
const TAGS = [
  { id: ASK, name: "question" },
  { id: DONE, name: "answered", moderated: true, emoji_name: "✅" }
]

const settle = Effect.fnUntraced(function* (more: object = {}) {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.install(), { permissions: ["ADMINISTRATOR"] })
  yield* WorldEdits.put(Sample.channel(FORUM), { name: "help", type: 15, available_tags: TAGS, ...more })
  const [pets, weather] = [yield* Play.applicationOf(PET_SHOP), yield* Play.applicationOf(WEATHER)]
  const at = (channel_id: Snowflake) => ({ application: pets, channel_id })
  return { at, pets, weather, forum: at(FORUM), ofWeather: { application: weather, channel_id: FORUM } }
})

const POST = { name: "How?", message: { content: "Tell me" } }
const asker = { user_id: ALICE, channel_id: FORUM }

type Calling = Effect.Effect<unknown, { readonly _tag: string }, Services>
const outcome = (call: Calling) => Effect.match(call, { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })

describeOnEachStore("a post in a forum", (test) => {
  test(
    "is a thread with a first message of the same id, which does not count",
    Effect.gen(function* () {
      const { at, forum } = yield* settle({ default_thread_rate_limit_per_user: 7 })
      const dispatches = yield* told(Threads.open(forum, { ...POST, applied_tags: [ASK, ASK] }))
      assert.deepEqual(
        dispatches.map(headOf).filter((head) => head.startsWith("Pet Shop")),
        ["Pet Shop THREAD_CREATE", "Pet Shop MESSAGE_CREATE"]
      )
      const { id } = Object(dispatches[0]?.d)
      const counts = { member_count: 1, message_count: 0, total_message_sent: 0 }
      assert.deepInclude(dispatches[0]?.d, { ...counts, type: 11, parent_id: FORUM, applied_tags: [ASK], name: "How?" })
      const first = { id, channel_id: id, content: "Tell me" }
      assert.deepInclude(dispatches.find(({ t }) => t === "MESSAGE_CREATE")?.d, first)
      assert.deepInclude(yield* ChannelMessages.get({ ...at(id), message_id: id }), {
        ...first,
        type: MessageType.DEFAULT
      })
      yield* ChannelMessages.post(at(id), { content: "so" })
      assert.deepInclude(yield* Channels.get(at(id)), { message_count: 1, rate_limit_per_user: 7, flags: 0 })
      const second = yield* Threads.open(forum, { ...POST, rate_limit_per_user: 0 })
      assert.deepNestedInclude(second, { "message.id": second.id, applied_tags: [], rate_limit_per_user: 0 })
      const again = yield* Play.throughFile(yield* Worlds.read)
      assert.deepInclude(
        again.channels.find((channel) => channel.id === id),
        { applied_tags: [ASK] }
      )
    })
  )

  test(
    "needs a message, tags that the forum has, and the right to write",
    Effect.gen(function* () {
      const { forum, ofWeather, at } = yield* settle()
      const open = (more: object) => outcome(Threads.open(forum, { ...POST, ...more }))
      assert.strictEqual(yield* open({ message: null }), "InvalidForm")
      assert.strictEqual(yield* open({ message: { content: "" } }), "EmptyMessage")
      assert.strictEqual(yield* open({ name: "" }), "InvalidForm")
      assert.strictEqual(yield* open({ applied_tags: ["1"] }), "UnknownTag")
      assert.strictEqual(yield* open({ applied_tags: ["1", "2", "3", "4", "5", "6"] }), "InvalidForm")
      const { faults } = yield* Effect.flip(Threads.open(forum, { ...POST, message: { content: 5 } })).pipe(
        Effect.map((error) => ({ faults: [] as ReadonlyArray<Fault>, ...error }))
      )
      assert.deepEqual(
        faults.map(({ path }) => path),
        [["message", "content"]]
      )
      yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL"] })
      assert.strictEqual(yield* outcome(Threads.open(ofWeather, POST)), "MissingPermissions")
      const { channels } = yield* Worlds.read
      assert.isFalse(channels.some(({ parent_id }) => parent_id === FORUM))
      assert.strictEqual(yield* outcome(Threads.open(at(GENERAL), { ...POST, type: 11 })), "done")
    })
  )

  test(
    "needs a tag where the forum says so, and moderators for moderated ones",
    Effect.gen(function* () {
      const { at, ofWeather } = yield* settle({ flags: 16 })
      yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"] })
      const open = (applied_tags: ReadonlyArray<string>) => Threads.open(ofWeather, { ...POST, applied_tags })
      assert.strictEqual(yield* outcome(open([])), "TagRequired")
      assert.strictEqual(yield* outcome(open([DONE])), "MissingPermissions")
      const { id } = yield* open([ASK])
      assert.strictEqual(yield* outcome(Channels.edit(at(id), { applied_tags: [] })), "TagRequired")
      assert.strictEqual(yield* outcome(Channels.edit(at(id), { applied_tags: ["1"] })), "UnknownTag")
      assert.deepInclude(yield* Channels.edit(at(id), { applied_tags: [DONE, ASK] }), { applied_tags: [DONE, ASK] })
      yield* WorldEdits.patch(Sample.channel(FORUM), { available_tags: [TAGS[1]] })
      assert.deepInclude(yield* Channels.get(at(id)), { applied_tags: [DONE] })
      assert.strictEqual(yield* outcome(open([])), "NoOpenTag")
    })
  )

  test(
    "can be at the top, one in a forum",
    Effect.gen(function* () {
      const { at, forum } = yield* settle()
      const [one, two] = [yield* Threads.open(forum, POST), yield* Threads.open(forum, POST)]
      assert.deepInclude(yield* Channels.edit(at(one.id), { flags: 2 }), { flags: 2 })
      assert.strictEqual(yield* outcome(Channels.edit(at(two.id), { flags: 2 })), "TooManyPinnedPosts")
      assert.strictEqual(yield* outcome(Channels.edit(at(two.id), { flags: 16 })), "InvalidForm")
      yield* Channels.edit(at(one.id), { flags: 0 })
      assert.strictEqual(yield* outcome(Channels.edit(at(two.id), { flags: 2 })), "done")
    })
  )

  test(
    "of a person is judged by automatic moderation: what is blocked leaves no post",
    Effect.gen(function* () {
      yield* settle()
      yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"] })
      const { id } = yield* Threads.openOfUser(asker, POST)
      assert.strictEqual((yield* Worlds.read).channels.find((channel) => channel.id === id)?.owner_id, ALICE)
      const actions = [{ type: 1 }]
      const trigger_metadata = { keyword_filter: ["damn*"] }
      yield* WorldEdits.put(Sample.rule(), { name: "Manners", trigger_type: 1, trigger_metadata, actions })
      const rude = Threads.openOfUser(asker, { ...POST, message: { content: "damn" } })
      assert.strictEqual(yield* outcome(rude), "MessageBlocked")
      assert.strictEqual(yield* outcome(Threads.openOfUser(asker, { ...POST, name: "damn" })), "TitleBlocked")
      const { channels, messages } = yield* Worlds.read
      assert.lengthOf(
        channels.filter(({ parent_id }) => parent_id === FORUM),
        1
      )
      assert.lengthOf(messages, 1)
      const unknown = JSON.stringify(yield* Effect.flip(Threads.openOfUser(asker, { ...POST, applied_tags: ["nope"] })))
      assert.include(unknown, "no tag of the forum is called so")
      const alert = { type: 2, metadata: { channel_id: GENERAL } }
      yield* WorldEdits.put(Sample.rule(), { name: "Manners", trigger_type: 1, trigger_metadata, actions: [alert] })
      yield* Threads.openOfUser(asker, { ...POST, name: "damn", message: { content: "damned" } })
      const alerts = (yield* Worlds.read).messages.filter(({ channel_id }) => channel_id === GENERAL)
      assert.lengthOf(alerts, 2)
    })
  )
})

describeOnEachStore("a thread of a person that is no post", (test) => {
  test(
    "is refused with what only posts have, in words and with its place; a bot's ignores them, as on the platform",
    Effect.gen(function* () {
      const { at } = yield* settle()
      yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL", "CREATE_PUBLIC_THREADS"] })
      const file: FormFile = { index: 0, filename: "cat.png", size: 1, base64: "AA==" }
      const open = (more: object, files: ReadonlyArray<FormFile> = []) =>
        Threads.openOfUser({ user_id: ALICE, channel_id: GENERAL }, { name: "plans", ...more }, files)
      const before = (yield* Worlds.read).channels.length
      for (const [more, files, path] of [
        [{ attachments: [{ filename: "cat.png", base64: "AA==" }] }, [file], "attachments"],
        [{ message: { content: "So" } }, [], "message"],
        [{ applied_tags: ["question"] }, [], "applied_tags"]
      ] as const) {
        const { faults } = yield* Effect.flip(open(more, files)).pipe(
          Effect.map((error) => ({ faults: [] as ReadonlyArray<Fault>, ...error }))
        )
        assert.deepEqual(
          faults.map((one) => [one.path, one.code]),
          [[[path], "THREAD_NOT_A_POST"]]
        )
      }
      assert.lengthOf((yield* Worlds.read).channels, before)
      assert.strictEqual(yield* outcome(open({ message: null, attachments: [], applied_tags: [] })), "done")
      assert.strictEqual(yield* outcome(Threads.open(at(GENERAL), { ...POST, type: 11 }, [file])), "done")
    })
  )
})

describeOnEachStore("a forum", (test) => {
  test(
    "is made and edited over REST; tags keep their ids",
    Effect.gen(function* () {
      const { at, pets } = yield* settle()
      const body = {
        name: "ideas",
        type: 15,
        topic: "x".repeat(2000),
        available_tags: [
          { name: "new", emoji_name: "🆕" },
          { name: "old", moderated: true }
        ],
        default_reaction_emoji: { emoji_name: "👍" },
        default_sort_order: 1,
        default_forum_layout: 2,
        default_tag_setting: "match_all",
        flags: 16
      }
      const bot = { application: pets, guild_id: HARBOUR }
      const made = Object(yield* GuildChannels.create(bot, body))
      const [first, second] = made.available_tags
      assert.deepInclude(first, { name: "new", moderated: false, emoji_id: null, emoji_name: "🆕" })
      assert.notStrictEqual(first.id, second.id)
      assert.deepInclude(made, {
        default_reaction_emoji: { emoji_id: null, emoji_name: "👍" },
        default_sort_order: 1,
        default_forum_layout: 2,
        default_tag_setting: "match_all",
        flags: 16
      })
      const tags = [{ ...second, name: "older" }, { name: "third" }]
      const edited = Object(yield* Channels.edit(at(made.id), { available_tags: tags }))
      assert.deepEqual(
        edited.available_tags.map(({ name }: { name: string }) => name),
        ["older", "third"]
      )
      assert.strictEqual(edited.available_tags[0].id, second.id)
      const twins = [{ name: "a" }, { name: "a" }]
      assert.strictEqual(yield* outcome(Channels.edit(at(made.id), { available_tags: twins })), "TwinTags")
      const many = Array.from({ length: 21 }, (_, i) => ({ name: `tag ${i}` }))
      assert.strictEqual(yield* outcome(Channels.edit(at(made.id), { available_tags: many })), "InvalidForm")
      const plain = yield* Channels.edit(at(GENERAL), { available_tags: tags, flags: 16, name: "square" })
      assert.notProperty(plain, "available_tags")
    })
  )

  test(
    "of a world file has its fields; other channels are refused them",
    Effect.gen(function* () {
      yield* settle()
      const patch = (target: Snowflake, body: object) => outcome(WorldEdits.patch(Sample.channel(target), body))
      assert.strictEqual(yield* patch(FORUM, { default_sort_order: 0, default_forum_layout: 1 }), "done")
      assert.strictEqual(yield* patch(FORUM, { available_tags: [TAGS[0], TAGS[0]] }), "InvalidForm")
      assert.strictEqual(yield* patch(FORUM, { flags: 2 }), "InvalidForm")
      const post = { name: "How?", type: 11, parent_id: FORUM, applied_tags: [ASK] }
      const put = (body: object) => outcome(WorldEdits.put(Sample.channel("200000000000000077"), body))
      assert.strictEqual(yield* put(post), "done")
      assert.strictEqual(yield* put({ ...post, applied_tags: [ASK, "1"] }), "InvalidForm")
      for (const body of [{ available_tags: TAGS }, { default_sort_order: 0 }, { flags: 16 }, { applied_tags: [ASK] }])
        assert.strictEqual(yield* patch(GENERAL, body), "InvalidForm")
    })
  )
})

describeOnEachStore("a webhook of a forum", (test) => {
  test(
    "opens a post with a name, and needs that or a thread",
    Effect.gen(function* () {
      const { at } = yield* settle()
      const hook = { channel_id: FORUM, name: "Tides", token: "tide-times-token", user_id: BOB }
      yield* WorldEdits.put(Sample.webhook(), hook)
      const address = { webhook_id: "600000000000000009", token: "tide-times-token", thread_id: undefined }
      const send = (body: object, thread_id?: Snowflake) =>
        WebhookMessages.send({ ...address, thread_id }, { body, files: [], withComponents: false })
      const said = yield* send({ content: "High at noon", thread_name: "Tides", applied_tags: [ASK] })
      assert.strictEqual(said.channel_id, said.id)
      const post = { name: "Tides", parent_id: FORUM, owner_id: BOB, applied_tags: [ASK], member_count: 0 }
      assert.deepInclude(yield* Channels.get(at(said.id)), post)
      assert.strictEqual((yield* send({ content: "Low at six" }, said.id)).channel_id, said.id)
      assert.strictEqual(yield* outcome(send({ content: "x" })), "ForumThreadMissing")
      assert.strictEqual(yield* outcome(send({ content: "x", thread_name: "y" }, said.id)), "ThreadNamedTwice")
      assert.strictEqual(yield* outcome(WebhookMessages.admitService(address)), "ServiceInForum")
      assert.strictEqual(yield* outcome(WebhookMessages.admitService({ ...address, thread_id: said.id })), "done")
      assert.strictEqual(yield* outcome(send({ content: "x", thread_name: "y", applied_tags: ["1"] })), "UnknownTag")
      yield* WorldEdits.patch(Sample.webhook(), { channel_id: GENERAL })
      assert.strictEqual(yield* outcome(send({ content: "x", thread_name: "y" })), "ThreadOutsideForum")
    })
  )
})
