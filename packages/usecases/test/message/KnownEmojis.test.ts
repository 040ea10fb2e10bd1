/** Custom emojis that a sender may not use, in components, polls and forums: told, and refused where that is wished. */
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as Channels from "../../src/guild/Channels.ts"
import * as GuildChannels from "../../src/guild/GuildChannels.ts"
import * as WebhookMessages from "../../src/guild/WebhookMessages.ts"
import * as Webhooks from "../../src/guild/Webhooks.ts"
import * as InteractionCalls from "../../src/interaction/InteractionCalls.ts"
import * as InteractionWebhooks from "../../src/interaction/InteractionWebhooks.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import { RefusesEmojis } from "../../src/message/KnownEmojis.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import { json } from "../fixture/Endpoint.ts"
import { allowed } from "../fixture/Expressions.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"
import { ACCEPTED, detailOf, hook, open, record, settled, steps, traced, use, withApp } from "../fixture/Using.ts"

const { GENERAL, HARBOUR, NOBODY, PET_SHOP, QUAY, WEATHER } = Play

const [OWN, FAR, MINE, THEIRS] = ["8001", "8002", "8003", "8004"]
const RIGHTS = ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_POLLS", "MANAGE_CHANNELS", "MANAGE_WEBHOOKS"]

/** Emojis of Harbour, of a guild without the bot, of its application and of another one. */
const prepare = Effect.gen(function* () {
  yield* WorldEdits.put({ kind: "emoji", guild_id: HARBOUR, emoji_id: OWN }, { name: "wave" })
  yield* WorldEdits.put({ kind: "emoji", guild_id: QUAY, emoji_id: FAR }, { name: "storm" })
  for (const [application_id, emoji_id] of [
    [PET_SHOP, MINE],
    [WEATHER, THEIRS]
  ] as const)
    yield* WorldEdits.put({ kind: "application_emoji", application_id, emoji_id }, { name: "paw" })
  const bot = yield* allowed(RIGHTS)
  return { ...bot, channel_id: GENERAL }
})

const settle = Effect.andThen(Play.settle(), prepare)

const row = (...components: ReadonlyArray<object>) => ({ components: [{ type: 1, components }] })
const button = (id: string, n = 0) => ({ type: 2, style: 1, custom_id: `b${n}`, emoji: { id, name: "tick" } })
const option = (id: string) => ({ label: id, value: id, emoji: { id: id === NOBODY ? id : Number(id) } })
const picks = (...ids: ReadonlyArray<string>) => ({ type: 3, custom_id: "s", options: ids.map(option) })
const answer = (id: string) => ({ poll_media: { text: "yes", emoji: { id } } })
const poll = (...ids: ReadonlyArray<string>) => ({ poll: { question: { text: "?" }, answers: ids.map(answer) } })

/** Where a body names an emoji that is not usable: path, id, and whether it is one of others. */
const told = Effect.map(events, (all) =>
  all.flatMap(({ type, data }) => {
    if (type !== "rest.unknown_emoji") return []
    // The shape is `Told`.
    const { emojis } = data as { readonly emojis: ReadonlyArray<Record<"path" | "id" | "exists", unknown>> }
    return emojis.map(({ path, id, exists }) => `${path} ${id}${exists === true ? " of others" : ""}`)
  })
)

const strictly = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(Effect.provideService(call, RefusesEmojis, true)), (result) => {
    if (Result.isSuccess(result)) return "done"
    const { _tag, faults = [] } = Object(result.failure)
    return [_tag, ...faults.map((one: { path: unknown[]; code: string }) => `${one.path.join(".")} ${one.code}`)]
  })

const INVALID = "BUTTON_COMPONENT_INVALID_EMOJI"
const BUTTON = "components.0.components.0.emoji.id"

describeOnEachStore("a custom emoji in a message of a bot", (test) => {
  test(
    "may be of its guild or its application; any other is told, and refused by a strict server",
    Effect.gen(function* () {
      const at = yield* settle
      const say = (body: object) => ChannelMessages.post(at, body)
      yield* say(row(button(OWN), button(MINE, 1)))
      yield* say(poll(OWN, MINE))
      assert.deepStrictEqual(yield* told, [])
      const { id } = yield* say(row(button(NOBODY), button(OWN, 1), button(FAR, 2)))
      yield* say(row(picks(MINE, THEIRS)))
      yield* say(poll(OWN, NOBODY))
      yield* ChannelMessages.edit({ ...at, message_id: id }, row(button(NOBODY)))
      assert.deepStrictEqual(yield* told, [
        `components[0].components[0].emoji.id ${NOBODY}`,
        `components[0].components[2].emoji.id ${FAR} of others`,
        `components[0].components[0].options[1].emoji.id ${THEIRS} of others`,
        `poll.answers[1].poll_media.emoji.id ${NOBODY}`,
        `components[0].components[0].emoji.id ${NOBODY}`
      ])
      const first = (yield* events).find(({ type }) => type === "rest.unknown_emoji")?.data
      assert.deepInclude(first as object, { user_id: PET_SHOP, guild_id: HARBOUR, channel_id: GENERAL, count: 2 })
      assert.include(JSON.stringify(first), "is not in the world: add `emojis: [{ id: ")
      const before = (yield* events).length
      assert.deepStrictEqual(yield* strictly(say(row(button(NOBODY)))), ["InvalidForm", `${BUTTON} ${INVALID}`])
      assert.deepStrictEqual(yield* strictly(say(row(picks(MINE, FAR)))), [
        "InvalidForm",
        `components.0.components.0.options.1.emoji.id ${INVALID}`
      ])
      assert.deepStrictEqual(yield* strictly(say(poll(NOBODY))), [
        "InvalidForm",
        "poll.answers.0.poll_media.emoji.id POLL_ANSWER_INVALID_EMOJI"
      ])
      const edit = ChannelMessages.edit({ ...at, message_id: id }, row(button(NOBODY)))
      assert.deepStrictEqual(yield* strictly(edit), ["InvalidForm", `${BUTTON} ${INVALID}`])
      assert.strictEqual((yield* events).length, before)
      assert.strictEqual(yield* strictly(say(row(button(OWN), button(MINE, 1)))), "done")
    })
  )

  test(
    "counts in messages of a webhook of its application too",
    Effect.gen(function* () {
      const at = yield* settle
      const hooked = yield* Webhooks.create(at, { name: "Tides" })
      const address = { webhook_id: hooked.id, token: hooked.token ?? "", thread_id: undefined }
      const send = (body: object) => WebhookMessages.send(address, { body, files: [], withComponents: false })
      yield* send(row(button(OWN), button(MINE, 1)))
      assert.deepStrictEqual(yield* told, [])
      yield* send(row(button(FAR)))
      assert.deepStrictEqual(yield* told, [`components[0].components[0].emoji.id ${FAR} of others`])
      assert.deepStrictEqual(yield* strictly(send(row(button(NOBODY)))), ["InvalidForm", `${BUTTON} ${INVALID}`])
    })
  )
})

describeOnEachStore("a custom emoji in an answer to an interaction", (test) => {
  const waiting = Effect.gen(function* () {
    const command = yield* open()
    yield* prepare
    const { id, token } = yield* use({ command_id: command.id })
    yield* traced(id, "awaiting_callback")
    return { id, address: { interaction_id: id, token }, hooked: hook(token) }
  })

  test(
    "is told in the trace, and refused by a strict server, in follow-ups as well",
    withApp(
      () => Effect.succeed(ACCEPTED),
      Effect.fnUntraced(function* () {
        const { id, address, hooked } = yield* waiting
        const respond = (body: object) => InteractionCalls.respond(address, body)
        assert.deepStrictEqual(yield* strictly(respond({ type: 4, data: row(button(NOBODY)) })), [
          "InvalidForm",
          `data.${BUTTON} ${INVALID}`
        ])
        const label = { type: 18, label: "Pick", component: picks(NOBODY) }
        assert.deepStrictEqual(
          yield* strictly(respond({ type: 9, data: { custom_id: "m", title: "M", components: [label] } })),
          ["InvalidForm", `data.components.0.component.options.0.emoji.id ${INVALID}`]
        )
        yield* respond({ type: 4, data: row(button(NOBODY)) })
        yield* InteractionWebhooks.followUp(hooked, row(button(FAR)))
        assert.deepStrictEqual(
          yield* strictly(InteractionWebhooks.editMessage(hooked, "@original", row(button(FAR)))),
          ["InvalidForm", `${BUTTON} ${INVALID}`]
        )
        assert.lengthOf(
          (yield* steps(id)).filter((what) => what === "unknown_emoji"),
          2
        )
        assert.lengthOf(yield* told, 2)
      })
    )
  )

  test(
    "by HTTP fails the interaction on a strict server",
    withApp(
      () => Effect.succeed(json(200, { type: 4, data: row(button(NOBODY)) })),
      Effect.fnUntraced(function* () {
        const command = yield* open()
        yield* prepare
        const { id } = yield* use({ command_id: command.id })
        yield* settled(id)
        assert.include(yield* steps(id), "unknown_emoji")
        const refused = yield* Effect.provideService(use({ command_id: command.id }), RefusesEmojis, true)
        yield* settled(refused.id)
        assert.deepInclude(yield* record(refused.id), { state: "failed" })
        assert.include(JSON.stringify(yield* detailOf(refused.id, "failed")), "Invalid emoji")
      })
    )
  )
})

describeOnEachStore("a custom emoji of a forum", (test) => {
  test(
    "is one of its guild; any other is told, and refused by a strict server",
    Effect.gen(function* () {
      const { application, guild_id } = yield* settle
      const bot = { application, guild_id }
      const tag = (emoji_id: string) => ({ name: `t${emoji_id}`, emoji_id })
      const forum = { name: "help", type: 15 }
      const make = (more: object) => GuildChannels.create(bot, { ...forum, ...more })
      const { id } = yield* make({ available_tags: [tag(OWN)], default_reaction_emoji: { emoji_id: OWN } })
      assert.deepStrictEqual(yield* told, [])
      yield* make({ default_reaction_emoji: { emoji_id: MINE } })
      const edit = (body: object) => Channels.edit({ application, channel_id: id }, body)
      yield* edit({ available_tags: [tag(OWN), tag(FAR)] })
      assert.deepStrictEqual(yield* told, [
        `default_reaction_emoji.emoji_id ${MINE} of others`,
        `available_tags[1].emoji_id ${FAR} of others`
      ])
      assert.deepStrictEqual(yield* strictly(edit({ available_tags: [tag(NOBODY)] })), ["UnknownReactionEmoji"])
      assert.deepStrictEqual(yield* strictly(make({ available_tags: [tag(NOBODY)] })), ["UnknownReactionEmoji"])
    })
  )
})
