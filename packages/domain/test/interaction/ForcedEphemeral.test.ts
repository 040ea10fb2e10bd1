/** Forced ephemerals: wire-interactions.md §4.3, §5.6. */

import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { InteractionRecord } from "../../src/interaction/Interaction.ts"
import { acknowledge, judgeCallback } from "../../src/interaction/InteractionAnswer.ts"
import { apply, judgeEdit, judgeFollowUp } from "../../src/interaction/InteractionWebhook.ts"
import { MessageFlag } from "../../src/message/Message.ts"
import { EphemeralityReason } from "../../src/permission/Ephemerality.ts"
import { ALICE, petShop } from "../fixture/Harbour.ts"
import { callback, interaction, scene } from "../fixture/SampleInteraction.ts"

const { CANNOT_USE_EXTERNAL_APPS, CANNOT_SEND_EMBEDS, MISSING_PERMISSIONS } = EphemeralityReason
const EMBED = { embeds: [{ title: "A dog" }] }
const HI = { content: "hi" }

const concerned = (...ephemerality: ReadonlyArray<number>) =>
  interaction({ authorizing_integration_owners: { "1": ALICE }, installed_here: false, ephemerality })

const answered = (record: InteractionRecord, body: unknown) => Result.getOrThrow(callback(record, body))

const shown = (decision: ReturnType<typeof answered>) => {
  const [made] = decision.puts
  assert.isDefined(made)
  return {
    ephemeral: (made.message.flags & MessageFlag.EPHEMERAL) !== 0,
    visible_to: made.visible_to,
    reason: made.message.interaction_metadata?.ephemerality_reason
  }
}

describe("a first answer", () => {
  it.each<[string, ReadonlyArray<number>, object, number | undefined]>([
    ["without a reason is seen by everyone", [], HI, undefined],
    ["is forced when the member cannot use external apps", [CANNOT_USE_EXTERNAL_APPS], HI, CANNOT_USE_EXTERNAL_APPS],
    ["is forced when the member cannot send messages", [MISSING_PERMISSIONS], HI, MISSING_PERMISSIONS],
    [
      "tells the first reason of several",
      [CANNOT_SEND_EMBEDS, CANNOT_USE_EXTERNAL_APPS],
      EMBED,
      CANNOT_USE_EXTERNAL_APPS
    ],
    ["with embeds is forced when the member cannot send embeds", [CANNOT_SEND_EMBEDS], EMBED, CANNOT_SEND_EMBEDS],
    ["without embeds is not", [CANNOT_SEND_EMBEDS], HI, undefined]
  ])("%s", (_, reasons, data, reason) =>
    assert.deepStrictEqual(shown(answered(concerned(...reasons), { type: 4, data })), {
      ephemeral: reason !== undefined,
      visible_to: reason === undefined ? null : ALICE,
      reason
    })
  )

  it("that is ephemeral by itself has no reason", () => {
    const decision = answered(concerned(CANNOT_USE_EXTERNAL_APPS), { type: 4, data: { ...HI, flags: 64 } })
    assert.deepStrictEqual(shown(decision), { ephemeral: true, visible_to: ALICE, reason: undefined })
    assert.deepStrictEqual(
      decision.trace.map(({ what }) => what),
      ["acknowledged"]
    )
  })

  it("that is forced succeeds, and says so to the application and in the trace", () => {
    const { record, reply, trace } = answered(concerned(CANNOT_USE_EXTERNAL_APPS), { type: 4, data: HI })
    assert.deepInclude(record, { state: "responded", ephemeral: true })
    assert.deepInclude(reply.interaction, { response_message_ephemeral: true })
    const line = trace.find(({ what }) => what === "forced_ephemeral")
    assert.deepInclude(line?.detail, { ephemerality_reason: CANNOT_USE_EXTERNAL_APPS })
    assert.include(JSON.stringify(line?.detail), "lacks USE_EXTERNAL_APPS here")
  })
})

describe("a loading message", () => {
  const deferred = (...reasons: ReadonlyArray<number>) => answered(concerned(...reasons), { type: 5 })

  const completed = (decision: ReturnType<typeof deferred>, body: unknown) => {
    const { record, puts } = decision
    const address = { application_id: petShop.id, record, found: puts[0] }
    const change = Result.getOrThrow(judgeEdit(address, body, scene(1).now_ms))
    return apply(change, scene(1))
  }

  it("is forced by what holds of every message", () => {
    const decision = deferred(CANNOT_USE_EXTERNAL_APPS)
    assert.deepStrictEqual(shown(decision), { ephemeral: true, visible_to: ALICE, reason: CANNOT_USE_EXTERNAL_APPS })
    assert.deepInclude(decision.reply.interaction, { response_message_loading: true, response_message_ephemeral: true })
    assert.include(JSON.stringify(completed(decision, EMBED).puts), `"ephemerality_reason":${CANNOT_USE_EXTERNAL_APPS}`)
  })
  it("is judged as empty, and what completes it hides nothing", () => {
    const decision = deferred(CANNOT_SEND_EMBEDS)
    assert.deepStrictEqual(shown(decision), { ephemeral: false, visible_to: null, reason: undefined })
    const [message] = completed(decision, EMBED).puts
    assert.deepInclude(message, { visible_to: null })
    assert.strictEqual(message?.message.flags, 0)
  })
})

describe("a follow-up", () => {
  const followed = (record: InteractionRecord, body: unknown) => {
    const address = { application_id: petShop.id, record, found: undefined }
    const change = Result.getOrThrow(judgeFollowUp(address, body, scene(1).now_ms))
    return apply(change, scene(1, { message_id: "600000000000000002" }))
  }

  it("is judged by itself", () => {
    const { record } = answered(concerned(CANNOT_SEND_EMBEDS), { type: 4, data: HI })
    const [hidden, open] = [followed(record, EMBED), followed(record, HI)]
    assert.deepInclude(hidden.puts[0], { visible_to: ALICE })
    assert.strictEqual(hidden.reply.interaction_metadata?.ephemerality_reason, CANNOT_SEND_EMBEDS)
    assert.deepStrictEqual(
      hidden.trace.map(({ what }) => what),
      ["follow_up", "forced_ephemeral"]
    )
    assert.deepInclude(open.puts[0], { visible_to: null })
  })
})

it("an interaction that was stored before there were reasons is answered as before", () => {
  const judged = Result.getOrThrow(judgeCallback(interaction(), { type: 4, data: EMBED }, scene().now_ms))
  assert.deepStrictEqual(shown(acknowledge(judged, scene())), { ephemeral: false, visible_to: null, reason: undefined })
})
