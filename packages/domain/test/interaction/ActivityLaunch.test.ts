/** Launching an Activity: by the service (handler 2), and by an answer (callback type 12). */

import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { isLaunch, launch } from "../../src/interaction/ActivityLaunch.ts"
import type { InteractionSeed } from "../../src/interaction/Interaction.ts"
import { nextDeadline } from "../../src/interaction/InteractionState.ts"
import { admitMessage, apply, judgeFollowUp } from "../../src/interaction/InteractionWebhook.ts"
import { EphemeralityReason } from "../../src/permission/Ephemerality.ts"
import { ALICE, alice, bot, GUILD, general, petShop, privateDm } from "../fixture/Harbour.ts"
import { callback, interaction, MESSAGE, scene, seed } from "../fixture/SampleInteraction.ts"

const ENTRY = { id: "500", name: "Launch", type: 4 as const }
const launched = (fields: Partial<InteractionSeed> = {}) =>
  launch(seed({ command: ENTRY, launches: true, ...fields }), scene())

const INSTANCE = `i-${MESSAGE}-gc-${GUILD}-${general.id}`

describe("an entry point with DISCORD_LAUNCH_ACTIVITY", () => {
  it("is told by its handler", () =>
    assert.deepStrictEqual([{ handler: 2 as const }, { handler: 1 as const }, {}].map(isLaunch), [true, false, false]))

  it("is launched at once: nothing is awaited any more", () => {
    const { record } = launched()
    assert.deepInclude(record, { state: "launched", activity_instance_id: INSTANCE, original_message_id: MESSAGE })
    assert.deepInclude(record, { callback_type: null, error: null, ephemeral: false })
    assert.isNull(nextDeadline(record))
  })

  it("posts a message in the channel as the application", () => {
    const [record, ...others] = launched().puts
    assert.isEmpty(others)
    assert.deepInclude(record, { id: MESSAGE, channel_id: general.id, visible_to: null })
    const { message } = record ?? {}
    assert.deepInclude(message, { type: 23, content: "", flags: 0, author: bot, activity_instance: { id: INSTANCE } })
    assert.deepInclude(message?.application, { id: petShop.id, name: "Pet Shop" })
    assert.deepInclude(message?.interaction, { name: "Launch", user: alice })
    assert.deepInclude(message?.interaction_metadata, { name: "Launch", command_type: 4, user: alice })
  })

  it("tells of it by events and in the trace", () => {
    const { events, trace } = launched()
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["interaction.created", "message.created", "interaction.launched"]
    )
    assert.deepInclude(events.at(-1)?.data, { state: "launched" })
    assert.deepStrictEqual(
      trace.map(({ what }) => what),
      ["created", "launched"]
    )
    assert.include(JSON.stringify(trace), "DISCORD_LAUNCH_ACTIVITY (2), so nothing is delivered")
  })

  it("names the instance after the channel outside guilds", () => {
    const { record } = launched({ guild_id: null, context: 2, channel_id: privateDm.channel.id })
    assert.strictEqual(record.activity_instance_id, `i-${MESSAGE}-pc-${privateDm.channel.id}`)
  })

  it("is forced to be ephemeral where answers are", () => {
    const { record, puts, trace } = launched({ ephemerality: [EphemeralityReason.CANNOT_USE_EXTERNAL_APPS] })
    assert.isTrue(record.ephemeral)
    assert.deepInclude(puts[0], { visible_to: ALICE })
    assert.strictEqual(trace.at(-1)?.what, "forced_ephemeral")
  })
})

describe("LAUNCH_ACTIVITY (12)", () => {
  const own = interaction({ launches: true })
  const { record, reply, puts, trace } = Result.getOrThrow(callback(own, { type: 12 }))

  it("answers with the activity instance, and makes no message", () => {
    assert.deepStrictEqual(reply, {
      interaction: {
        id: own.id,
        type: 2,
        channel_id: general.id,
        guild_id: GUILD,
        activity_instance_id: INSTANCE
      },
      resource: { type: 12, activity_instance: { id: INSTANCE } }
    })
    assert.isEmpty(puts)
    assert.deepInclude(record, { state: "responded", callback_type: 12, activity_instance_id: INSTANCE })
    assert.deepInclude(trace[0]?.detail, { activity_instance_id: INSTANCE })
  })

  it("requires the EMBEDDED application flag", () => {
    const refused = callback(interaction(), { type: 12 })
    assert.isTrue(Result.isFailure(refused))
    assert.deepInclude(JSON.parse(JSON.stringify(Result.isFailure(refused) && refused.failure)), {
      _tag: "InvalidForm"
    })
  })
})

describe.each([12, 10])("after callback type %i", (type) => {
  const { record } = Result.getOrThrow(callback(interaction({ launches: true }), { type }))
  const address = { application_id: petShop.id, record, found: undefined }

  it("@original is no message", () => {
    const original = admitMessage(address, scene(1).now_ms)
    assert.strictEqual(Result.isFailure(original) ? original.failure._tag : "", "UnknownMessage")
  })
  it("follow-ups are allowed", () => {
    const change = Result.getOrThrow(judgeFollowUp(address, { content: "Enjoy" }, scene(1).now_ms))
    assert.deepInclude(apply(change, scene(1)).reply, { content: "Enjoy", type: 0 })
  })
})

it("PREMIUM_REQUIRED (10) has no data and no resource", () => {
  const { reply, record } = Result.getOrThrow(callback(interaction(), { type: 10 }))
  assert.deepStrictEqual(Object.keys(reply), ["interaction"])
  assert.deepInclude(record, { state: "responded", callback_type: 10, original_message_id: null })
})
