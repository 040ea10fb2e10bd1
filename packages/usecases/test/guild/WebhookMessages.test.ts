/** Webhooks of channels: who may manage them, what they may send, and what ends them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as WebhookDoor from "../../src/access/WebhookDoor.ts"
import * as WebhookMessages from "../../src/guild/WebhookMessages.ts"
import * as Webhooks from "../../src/guild/Webhooks.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, CAROL, GENERAL, HARBOUR, HIDDEN, PET_SHOP, QUAY, THREAD, WEATHER } = Play
const FORUM = "200000000000000041"
const POST = "200000000000000042"
const DECK = "200000000000000043"

/** Harbour with a forum, and the bot of the pet shop with rights. */
const settle = Effect.fnUntraced(function* (permissions: ReadonlyArray<string> = ["MANAGE_WEBHOOKS"]) {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.install(), { permissions })
  yield* WorldEdits.put(Sample.channel(FORUM), { name: "finds", type: 15 })
  yield* WorldEdits.put(Sample.channel(POST), { name: "a boot", type: 11, parent_id: FORUM })
  return { application: yield* Play.applicationOf(PET_SHOP), channel_id: GENERAL }
})

const addressOf = ({ id, token = "" }: { readonly id: string; readonly token?: string }, thread_id?: string) => ({
  webhook_id: id,
  token,
  thread_id
})
const said = (body: object, withComponents = false) => ({ body, files: [], withComponents })
const hello = said({ content: "hello" })

describeOnEachStore("a webhook of a channel", (test) => {
  test(
    "is made by a bot that may manage webhooks there, fifteen in a channel",
    Effect.gen(function* () {
      const weak = yield* settle(["VIEW_CHANNEL"])
      assert.strictEqual(yield* tag(Webhooks.create(weak, { name: "Tides" })), "MissingPermissions")
      assert.strictEqual(yield* tag(Webhooks.listOfChannel(weak)), "MissingPermissions")
      assert.strictEqual(yield* tag(Webhooks.listOfGuild({ ...weak, guild_id: HARBOUR })), "MissingPermissions")
      const bot = yield* settle()
      for (const body of [
        {},
        { name: "" },
        { name: "Clyde" },
        { name: "x".repeat(81) },
        { name: "a", avatar: "b.png" }
      ])
        assert.strictEqual(yield* tag(Webhooks.create(bot, body)), "InvalidForm")
      assert.strictEqual(yield* tag(Webhooks.create({ ...bot, channel_id: THREAD }, { name: "a" })), "WrongChannelType")
      assert.strictEqual(yield* tag(Webhooks.create({ ...bot, channel_id: HIDDEN }, { name: "a" })), "MissingAccess")
      for (let n = 0; n < 15; n++) yield* Webhooks.create(bot, { name: `Tides ${n}` })
      assert.strictEqual(yield* tag(Webhooks.create(bot, { name: "Tides" })), "TooManyWebhooks")
      const elsewhere = yield* Webhooks.create({ ...bot, channel_id: FORUM }, { name: "Finds" })
      const own = { application: bot.application, webhook_id: elsewhere.id }
      assert.strictEqual(yield* tag(Webhooks.edit(own, { channel_id: GENERAL })), "TooManyWebhooks")
      assert.strictEqual((yield* Webhooks.listOfChannel(bot)).length, 15)
    })
  )

  test(
    "shows its token to its own application, and its creator to no one who has the token alone",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* WorldEdits.patch(Sample.install(WEATHER), { permissions: ["MANAGE_WEBHOOKS"] })
      const made = yield* Webhooks.create(bot, { name: "Tides" })
      const other = yield* Play.applicationOf(WEATHER)
      const seen = yield* Webhooks.get({ application: other, webhook_id: made.id })
      assert.notProperty(seen, "token")
      assert.deepNestedInclude(seen, { application_id: PET_SHOP, "user.id": bot.application.bot.id })
      assert.notProperty(yield* Webhooks.getByToken(addressOf(made)), "user")
      yield* WorldEdits.put(Sample.webhook(), { channel_id: GENERAL, name: "News", token: "news", user_id: ALICE })
      assert.include(yield* Webhooks.get({ application: other, webhook_id: NEWS.id }), { token: "news" })
      assert.notInclude(JSON.stringify(yield* events), made.token ?? "no token")
    })
  )

  test(
    "is told apart from interactions by the length of its token and its id",
    Effect.gen(function* () {
      const made = yield* Webhooks.create(yield* settle(), { name: "Tides" })
      assert.isTrue(yield* WebhookDoor.leadsToChannel(addressOf(made)))
      assert.isFalse(yield* WebhookDoor.leadsToChannel({ webhook_id: made.id, token: "x".repeat(101) }))
      assert.isFalse(yield* WebhookDoor.leadsToChannel({ webhook_id: PET_SHOP, token: "x" }))
      const wrong = WebhookDoor.leadsToChannel({ webhook_id: made.id, token: "x" })
      assert.strictEqual(yield* tag(wrong), "InvalidWebhookToken")
      const unknown = WebhookDoor.leadsToChannel({ webhook_id: "5", token: "x" })
      assert.strictEqual(yield* tag(unknown), "UnknownWebhook")
    })
  )

  test(
    "sends to its channel and its threads, and unarchives them",
    Effect.gen(function* () {
      const bot = yield* settle(["MANAGE_WEBHOOKS", "READ_MESSAGE_HISTORY"])
      const made = yield* Webhooks.create(bot, { name: "Tides" })
      yield* WorldEdits.patch(Sample.channel(THREAD), { archived: true })
      const before = (yield* events).length
      const sent = yield* WebhookMessages.send(addressOf(made, THREAD), hello)
      assert.deepStrictEqual(
        (yield* events).slice(before).map(({ type }) => type),
        ["channel.updated", "message.created"]
      )
      const place = { application: bot.application, channel_id: THREAD, message_id: sent.id }
      assert.deepNestedInclude(yield* ChannelMessages.get(place), {
        content: "hello",
        webhook_id: made.id,
        "author.username": "Tides"
      })
      const reply = { content: "thanks", message_reference: { message_id: sent.id } }
      assert.deepNestedInclude(yield* ChannelMessages.post(place, reply), {
        mentions: [],
        "referenced_message.id": sent.id
      })
      assert.strictEqual(yield* tag(WebhookMessages.send(addressOf(made, HIDDEN), hello)), "UnknownChannel")
      assert.strictEqual(yield* tag(WebhookMessages.send(addressOf(made, POST), hello)), "UnknownChannel")
      assert.strictEqual(yield* tag(WebhookMessages.send(addressOf(made), said({}))), "EmptyMessage")
      const alone = { ...addressOf(made), message_id: sent.id }
      assert.strictEqual(yield* tag(WebhookMessages.get(alone)), "UnknownMessage")
      const there = { ...alone, thread_id: THREAD }
      assert.include(yield* WebhookMessages.edit(there, said({ content: "bye" })), { content: "bye" })
      yield* WebhookMessages.remove(there)
      assert.strictEqual(yield* tag(WebhookMessages.get(there)), "UnknownMessage")
    })
  )

  test(
    "refuses what it cannot be, in words",
    Effect.gen(function* () {
      const made = yield* Webhooks.create(yield* settle(), { name: "Tides" })
      const bodies = {
        username: { username: "The Discord team" },
        avatar_url: { avatar_url: "moon.png" }
      }
      for (const [field, body] of Object.entries(bodies)) {
        const refusal = yield* Effect.flip(WebhookMessages.send(addressOf(made), said({ content: "a", ...body })))
        assert.deepNestedInclude(refusal, { "faults[0].path": [field] })
      }
      for (const body of [
        7,
        [],
        { username: "x".repeat(81) },
        { applied_tags: "1" },
        { applied_tags: ["1", "2", "3", "4", "5", "6"] }
      ])
        assert.strictEqual(yield* tag(WebhookMessages.send(addressOf(made), { ...hello, body })), "InvalidForm")
    })
  )

  test(
    "in a forum needs a thread, or the name of a new one",
    Effect.gen(function* () {
      const bot = yield* settle()
      const made = yield* Webhooks.create({ ...bot, channel_id: FORUM }, { name: "Finds" })
      const named = said({ content: "a boot", thread_name: "Boot" })
      assert.strictEqual(yield* tag(WebhookMessages.send(addressOf(made), hello)), "ForumThreadMissing")
      assert.strictEqual(yield* tag(WebhookMessages.send(addressOf(made), named)), "done")
      assert.strictEqual(yield* tag(WebhookMessages.send(addressOf(made, POST), named)), "ThreadNamedTwice")
      assert.strictEqual((yield* WebhookMessages.send(addressOf(made, POST), hello)).channel_id, POST)
      const outside = yield* Webhooks.create(bot, { name: "Tides" })
      assert.strictEqual(yield* tag(WebhookMessages.send(addressOf(outside), named)), "ThreadOutsideForum")
    })
  )

  test(
    "goes with its channel, stays without its creator, and keeps its channel a text channel",
    Effect.gen(function* () {
      const bot = yield* settle()
      const made = yield* Webhooks.create(bot, { name: "Tides" })
      yield* WorldEdits.put(Sample.channel(DECK), { name: "deck" })
      yield* WorldEdits.put(Sample.webhook(), { channel_id: DECK, name: "News", token: "news", user_id: CAROL })
      const refusal = yield* Effect.flip(WorldEdits.patch(Sample.channel(DECK), { type: 4 }))
      assert.deepNestedInclude(refusal, { "faults[0].path": ["type"] })
      yield* WorldEdits.remove(Sample.user(CAROL))
      assert.include(yield* WorldEdits.get(Sample.webhook()), { user_id: null, token: "news" })
      yield* WorldEdits.remove(Sample.channel(DECK))
      assert.strictEqual(yield* tag(WebhookMessages.send(NEWS_ADDRESS, hello)), "UnknownWebhook")
      const { channels } = yield* WorldEdits.get(Sample.guild())
      const left = (channels as ReadonlyArray<{ readonly id: string }>).filter(
        ({ id }) => id !== GENERAL && id !== THREAD
      )
      yield* WorldEdits.patch(Sample.guild(), { channels: left })
      assert.strictEqual(yield* tag(WebhookMessages.send(addressOf(made), hello)), "UnknownWebhook")
    })
  )

  test(
    "is put again without its token, and has an id of its own among all guilds",
    Effect.gen(function* () {
      yield* settle()
      yield* WorldEdits.put(Sample.webhook(), { channel_id: GENERAL, name: "News", token: "news" })
      const { element } = yield* WorldEdits.put(Sample.webhook(), { channel_id: HIDDEN, name: "News" })
      assert.include(element, { token: "news", channel_id: HIDDEN })
      yield* WorldEdits.put(Sample.channel(DECK, QUAY), { name: "deck" })
      const twin = { channel_id: DECK, name: "Twin", token: "twin" }
      const refusal = yield* Effect.flip(WorldEdits.put(Sample.webhook(NEWS.id, QUAY), twin))
      assert.deepNestedInclude(refusal, { "faults[0].code": "DUPLICATE_ID" })
    })
  )
})

const NEWS = { id: "600000000000000009", token: "news" }
const NEWS_ADDRESS = addressOf(NEWS)
