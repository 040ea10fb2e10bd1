import { tokenEndsAt } from "@backlot/domain/interaction/Interaction"
import type { OutboundRequest } from "@backlot/ports/Outbound"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { UseRefused } from "../../src/command/CommandChoice.ts"
import * as Time from "../../src/event/Time.ts"
import * as InteractionCalls from "../../src/interaction/InteractionCalls.ts"
import * as InteractionWebhooks from "../../src/interaction/InteractionWebhooks.ts"
import * as Retention from "../../src/store/Retention.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import { json } from "../fixture/Endpoint.ts"
import {
  ALICE,
  ALICE_AND_WEATHER,
  BOB,
  CAROL,
  GENERAL,
  HARBOUR,
  HIDDEN,
  harbourFile,
  MODERATOR,
  NOBODY,
  PET_SHOP,
  THREAD,
  throughFile,
  WEATHER,
  WEATHER_BOT
} from "../fixture/Harbour.ts"
import { asking, MORE, press, row, shown } from "../fixture/Pressing.ts"
import { describeOnEachStore, transact } from "../fixture/Stores.ts"
import { ACCEPTED, detailOf, eventsOf, hook, open, record, settled, traced, withApp } from "../fixture/Using.ts"

const UPDATE = json(200, { type: 7, data: { content: "new" } })
const DEFER = json(200, { type: 6 })
const M1 = "700000000000000001"

const presses = (received: ReadonlyArray<OutboundRequest>) =>
  received.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 3)

const refusalOf = (...asked: Parameters<typeof press>) =>
  Effect.flatMap(Effect.flip(press(...asked)), (error) =>
    error._tag === "UseRefused" ? Effect.succeed<UseRefused>(error) : Effect.die(error)
  )

const contents = (userId: string, channelId = GENERAL) =>
  Effect.map(UserMessages.list(userId, channelId, { limit: 10 }), (all) => all.map(({ content }) => content))

/** A message of a world, by the bot of Weather. */
const given = (changes: object = {}) => ({
  id: M1,
  channel_id: GENERAL,
  content: "Ahoy",
  author: { id: WEATHER_BOT },
  components: [row(MORE)],
  ...changes
})

describeOnEachStore("a component that is used", (test) => {
  test(
    "is delivered with the complete message, for the installations behind the original command",
    withApp(
      asking(UPDATE),
      Effect.fnUntraced(function* (received) {
        const { record: original, message } = yield* shown()
        const { id } = yield* press(message.id, { user_id: BOB })
        yield* settled(id)
        const [payload] = presses(received)
        assert.deepStrictEqual(payload.message, JSON.parse(JSON.stringify(message)))
        assert.deepInclude(payload, { application_id: PET_SHOP, channel_id: GENERAL, context: 0 })
        assert.deepStrictEqual(payload.authorizing_integration_owners, { "0": HARBOUR, "1": ALICE })
        assert.deepStrictEqual(payload.authorizing_integration_owners, original.authorizing_integration_owners)
        assert.deepStrictEqual(payload.data, { custom_id: "more", component_type: 2, id: 2 })
        assert.strictEqual(payload.member.user.id, BOB)
      })
    )
  )

  test(
    "is answered by an update that everyone sees",
    withApp(
      asking(UPDATE),
      Effect.fnUntraced(function* () {
        const { message } = yield* shown()
        const { id } = yield* press(message.id, { user_id: BOB })
        const settledUse = yield* settled(id)
        assert.deepInclude(settledUse.record, { state: "responded", original_message_id: message.id })
        assert.deepInclude(settledUse.message, { id: message.id, content: "new" })
        assert.deepStrictEqual([yield* contents(ALICE), yield* contents(BOB)], [["new"], ["new"]])
      })
    )
  )

  test(
    "keeps what the interaction needs later: its component, its message, its user's locale",
    withApp(
      asking(),
      Effect.fnUntraced(function* () {
        const { message } = yield* shown()
        const mine = yield* press(message.id)
        assert.deepInclude(yield* record(mine.id), {
          type: 3,
          state: "pending",
          message_id: message.id,
          component: { custom_id: "more", component_type: 2, id: 2 },
          installed_here: true,
          locale: "de"
        })
        const created = { component: { custom_id: "more", component_type: 2, id: 2 }, message_id: message.id }
        assert.deepStrictEqual(yield* detailOf(mine.id, "created"), created)
        assert.strictEqual((yield* press(message.id, { locale: "fr" })).locale, "fr")
      })
    )
  )

  test(
    "can be used by several users, and again",
    withApp(
      asking(json(200, { type: 4, data: { content: "hello" } })),
      Effect.fnUntraced(function* () {
        const { message } = yield* shown()
        const users = [ALICE, BOB, ALICE, BOB]
        const used = yield* Effect.forEach(users, (user_id) => press(message.id, { user_id }), { concurrency: 4 })
        for (const { id } of used) assert.strictEqual((yield* settled(id)).record.state, "responded")
        assert.deepStrictEqual(yield* contents(BOB), ["hi", "hello", "hello", "hello", "hello"])
      })
    )
  )

  test(
    "resolves the people, roles and channels that are selected",
    withApp(
      asking(ACCEPTED, {
        components: [row({ type: 7, custom_id: "who", max_values: 3 }), row({ type: 8, custom_id: "where" })]
      }),
      Effect.fnUntraced(function* (received) {
        const { message } = yield* shown()
        const values = [BOB, CAROL, MODERATOR]
        const who = yield* press(message.id, { custom_id: "who", values })
        yield* traced(who.id, "awaiting_callback")
        const { data } = presses(received)[0]
        assert.deepInclude(data, { custom_id: "who", component_type: 7, values })
        assert.hasAllKeys(data.resolved.users, [BOB, CAROL])
        // Carol is in no guild.
        assert.hasAllKeys(data.resolved.members, [BOB])
        assert.hasAllKeys(data.resolved.roles, [MODERATOR])
        const where = yield* press(message.id, { custom_id: "where", values: [THREAD] })
        yield* traced(where.id, "awaiting_callback")
        assert.hasAllKeys(presses(received)[1].data.resolved.channels, [THREAD])
        const unseen = yield* refusalOf(message.id, { custom_id: "where", values: [HIDDEN] })
        assert.deepInclude(unseen.faults[0], { path: ["values", 0] })
      })
    )
  )

  test(
    "comes with the message that its message replies to",
    withApp(
      asking(json(200, { type: 4, data: { content: "reply", components: [row(MORE)] } })),
      Effect.fnUntraced(function* (received) {
        const { message } = yield* shown()
        const first = yield* settled((yield* press(message.id)).id)
        const reply = first.message?.id ?? ""
        yield* settled((yield* press(reply)).id)
        assert.deepInclude(presses(received)[1].message, { id: reply, type: 19 })
        assert.strictEqual(presses(received)[1].message.referenced_message.id, message.id)
        yield* transact(() => Retention.deleteMessage(GENERAL, message.id))
        yield* settled((yield* press(reply)).id)
        assert.isNull(presses(received)[2].message.referenced_message)
      })
    )
  )

  test(
    "whose message is deleted meanwhile cannot update it any more",
    withApp(
      asking(),
      Effect.fnUntraced(function* () {
        const { message } = yield* shown()
        const { id, token } = yield* press(message.id)
        yield* traced(id, "awaiting_callback")
        yield* transact(() => Retention.deleteMessage(GENERAL, message.id))
        const respond = (body: unknown) => InteractionCalls.respond({ interaction_id: id, token }, body)
        const refused = yield* Effect.flip(respond({ type: 7, data: { content: "new" } }))
        assert.strictEqual(refused._tag, "UnknownMessage")
        yield* respond({ type: 6 })
        const original = yield* Effect.flip(InteractionWebhooks.getMessage(hook(token), "@original"))
        assert.strictEqual(original._tag, "UnknownMessage")
      })
    )
  )
})

describeOnEachStore("a component of an application that is installed on its user alone", (test) => {
  const everyone = { id: HARBOUR, name: "@everyone", permissions: ["VIEW_CHANNEL", "USE_APPLICATION_COMMANDS"] }
  const [harbour] = harbourFile().guilds
  const guilds = [{ ...harbour, roles: [everyone], members: [{ user_id: ALICE }, { user_id: BOB }], installs: [] }]

  test(
    "is answered to who used it alone where USE_EXTERNAL_APPS is missing, five times",
    withApp(
      asking(json(200, { type: 4, data: { content: "hello" } })),
      Effect.fnUntraced(function* (received) {
        const { message } = yield* shown({ guilds })
        const { id, token } = yield* press(message.id)
        const settledUse = yield* settled(id)
        assert.deepInclude(settledUse.record, { installed_here: false, ephemeral: true })
        assert.deepInclude(settledUse.message?.interaction_metadata, { type: 3, ephemerality_reason: 18 })
        assert.deepStrictEqual(presses(received)[0].authorizing_integration_owners, { "1": ALICE })
        const more = InteractionWebhooks.followUp(hook(token), { content: "more" })
        for (let i = 0; i < 5; i++) assert.strictEqual((yield* more).flags, 64)
        assert.strictEqual((yield* Effect.flip(more))._tag, "FollowUpLimit")
      })
    )
  )
})

describeOnEachStore("a deferred update", (test) => {
  test(
    "leaves @original as it is until the app changes it",
    withApp(
      asking(DEFER),
      Effect.fnUntraced(function* () {
        const { message } = yield* shown()
        const { id, token } = yield* press(message.id)
        assert.strictEqual((yield* settled(id)).record.state, "deferred")
        assert.deepInclude(yield* InteractionWebhooks.getMessage(hook(token), "@original"), { content: "hi", flags: 0 })
        yield* InteractionWebhooks.editMessage(hook(token), "@original", { content: "done" })
        assert.strictEqual((yield* record(id))?.state, "responded")
        assert.deepStrictEqual(yield* contents(BOB), ["done"])
      })
    )
  )

  test(
    "is completed by a follow-up, which is a new message",
    withApp(
      asking(DEFER),
      Effect.fnUntraced(function* () {
        const { message } = yield* shown()
        const { id, token } = yield* press(message.id)
        yield* settled(id)
        const made = yield* InteractionWebhooks.followUp(hook(token), { content: "more" })
        assert.strictEqual(made.message_reference?.message_id, message.id)
        assert.strictEqual((yield* record(id))?.state, "responded")
        assert.deepStrictEqual(yield* contents(BOB), ["hi", "more"])
      })
    )
  )

  test(
    "that nothing follows is no failure: it ends as responded with its token",
    withApp(
      asking(DEFER),
      Effect.fnUntraced(function* () {
        const { message } = yield* shown()
        const { id } = yield* press(message.id)
        const { record: deferred } = yield* settled(id)
        yield* Time.change({ advance_ms: tokenEndsAt(deferred) - deferred.created_ms })
        assert.deepInclude(yield* record(id), { state: "responded", error: null })
        assert.deepStrictEqual(yield* contents(ALICE), ["hi"])
      })
    )
  )
})

describeOnEachStore("a use that is refused", (test) => {
  const hidden = { components: [row(MORE)], flags: 64 }
  const cases: ReadonlyArray<
    readonly [string, object, Parameters<typeof press>[1] & object, string, string | undefined]
  > = [
    ["there is no such component", {}, { custom_id: "less" }, "unknown", "custom_id"],
    ["its sender is no application", { author: { id: ALICE } }, {}, "unknown", "message_id"],
    ["its application is gone", { application_id: NOBODY }, {}, "unknown", "message_id"],
    ["it is for another user only", hidden, {}, "invisible", "message_id"],
    ["the user is not in the guild", {}, { user_id: CAROL }, "invisible", "message_id"],
    [
      "the user is not in the conversation",
      { channel_id: ALICE_AND_WEATHER },
      { user_id: BOB },
      "invisible",
      "message_id"
    ],
    ["the user cannot view the channel", { channel_id: HIDDEN }, {}, "permission", "message_id"],
    ["it is disabled", { components: [row({ ...MORE, disabled: true })] }, {}, "options", "custom_id"],
    ["it takes no values", {}, { values: ["a"] }, "options", "values"]
  ]
  for (const [why, message, asked, reason, place] of cases) {
    test(
      `because ${why} makes nothing`,
      withApp(
        asking(),
        Effect.fnUntraced(function* (received) {
          yield* open({}, { messages: [given(message)] })
          const refused = yield* refusalOf(M1, asked)
          assert.deepStrictEqual([refused.reason, refused.faults[0]?.path[0]], [reason, place])
          assert.deepStrictEqual(received, [])
          assert.isEmpty(yield* eventsOf("interaction.created"))
        })
      )
    )
  }

  test(
    "is told by an event",
    withApp(
      asking(),
      Effect.fnUntraced(function* () {
        yield* open()
        const { because } = yield* refusalOf(M1)
        const [told] = yield* eventsOf("interaction.refused")
        assert.deepStrictEqual(told?.data, {
          user_id: ALICE,
          message_id: M1,
          custom_id: "more",
          command: null,
          reason: "unknown",
          because,
          decisions: []
        })
      })
    )
  )

  test(
    "is no event where the user does not exist",
    withApp(
      asking(),
      Effect.fnUntraced(function* () {
        yield* open({}, { messages: [given()] })
        assert.strictEqual((yield* Effect.flip(press(M1, { user_id: NOBODY })))._tag, "UnknownUser")
        assert.isEmpty(yield* eventsOf("interaction.refused"))
      })
    )
  )
})

describeOnEachStore("a message of a world", (test) => {
  test(
    "is completed for the app, and its bot is installed where it stands",
    withApp(
      asking(UPDATE),
      Effect.fnUntraced(function* (received) {
        yield* open({}, { messages: [given()] })
        const { id, token } = yield* press(M1)
        yield* settled(id)
        const [payload] = presses(received)
        assert.deepInclude(payload, { application_id: WEATHER, authorizing_integration_owners: { "0": HARBOUR } })
        assert.deepInclude(payload.message, { id: M1, type: 0, content: "Ahoy", embeds: [], mentions: [], flags: 0 })
        assert.deepInclude(payload.message.author, { id: WEATHER_BOT, username: "Weather", bot: true })
        const address = { application_id: WEATHER, token }
        assert.deepInclude(yield* InteractionWebhooks.getMessage(address, "@original"), { id: M1, content: "new" })
      })
    )
  )

  test(
    "in a conversation with the bot is of context 1, and in the application's name",
    withApp(
      asking(),
      Effect.fnUntraced(function* () {
        yield* open({}, { messages: [given({ channel_id: ALICE_AND_WEATHER })] })
        const { context, guild_id, authorizing_integration_owners } = yield* press(M1)
        assert.deepStrictEqual([context, guild_id, authorizing_integration_owners], [1, null, { "0": "0" }])
      })
    )
  )

  test(
    "that was exported stays pressable: by everyone, or by its viewer alone",
    withApp(
      asking(UPDATE, { flags: 64 }),
      Effect.fnUntraced(function* (received) {
        const { message } = yield* shown({ messages: [given()] })
        yield* Worlds.replace(yield* throughFile(yield* Worlds.read))
        assert.strictEqual((yield* refusalOf(message.id, { user_id: BOB })).reason, "invisible")
        for (const id of [message.id, M1]) yield* settled((yield* press(id)).id)
        assert.deepStrictEqual(
          presses(received).map((payload) => [payload.message.id, payload.message.flags]),
          [
            [message.id, 64],
            [M1, 0]
          ]
        )
        assert.deepStrictEqual([yield* contents(ALICE), yield* contents(BOB)], [["new", "new"], ["new"]])
      })
    )
  )
})
