/** What answers say of the interaction that they answer: wire-interactions.md §4.9. */

import { assert, describe, it } from "@effect/vitest"
import type { InteractionRecord } from "../../src/interaction/Interaction.ts"
import { type MessageKind, provenanceOf, targetUserOf, typeOf } from "../../src/interaction/MessageProvenance.ts"
import { ALICE, alice, BOB, bob, GUILD, general } from "../fixture/Harbour.ts"
import { interaction, MESSAGE } from "../fixture/SampleInteraction.ts"

const command = (type: 1 | 2 | 3 | 4, fields: Partial<InteractionRecord> = {}) =>
  interaction({ command: { id: "500", name: "Do It", type }, ...fields })
const onBob = command(2, { target_id: BOB })
const onMessage = command(3, { target_id: MESSAGE })
const { command: _, ...withoutCommand } = interaction({ type: 5 })
const modalOnBob: InteractionRecord = { ...withoutCommand, trigger: { ...onBob } }
const people = { user: alice, target: bob }

describe("type", () => {
  it.each<[string, InteractionRecord, MessageKind, number]>([
    ["20 CHAT_INPUT_COMMAND for slash", command(1), "answer", 20],
    ["20 while it is loading too", command(1), "loading", 20],
    ["23 CONTEXT_MENU_COMMAND for USER", onBob, "answer", 23],
    ["23 CONTEXT_MENU_COMMAND for MESSAGE", onMessage, "answer", 23],
    ["23 for entry points (ours)", command(4), "answer", 23],
    ["0 for follow-ups of nothing", command(1), "follow_up", 0],
    ["19 for follow-ups of an answer", command(3, { original_message_id: MESSAGE, target_id: "1" }), "follow_up", 19],
    ["19 for answers to components", { ...withoutCommand, message_id: MESSAGE }, "answer", 19],
    ["0 for modals that a command opened", modalOnBob, "answer", 0]
  ])("%s", (_sentence, record, kind, type) => assert.strictEqual(typeOf(record, kind), type))
})

describe("interaction_metadata", () => {
  it("has target_user of USER commands", () =>
    assert.deepInclude(provenanceOf(onBob, "answer", people).interaction_metadata, {
      name: "Do It",
      command_type: 2,
      target_user: bob
    }))
  it("has target_message_id of MESSAGE commands, and the answer refers to the message", () => {
    const { interaction_metadata, message_reference } = provenanceOf(onMessage, "answer", people)
    assert.deepInclude(interaction_metadata, { command_type: 3, target_message_id: MESSAGE })
    assert.notProperty(interaction_metadata, "target_user")
    assert.deepStrictEqual(message_reference, {
      type: 0,
      channel_id: general.id,
      message_id: MESSAGE,
      guild_id: GUILD
    })
  })
  it("has neither of slash commands and entry points", () => {
    for (const record of [command(1), command(4)]) {
      const { interaction_metadata, ...rest } = provenanceOf(record, "answer", { user: alice })
      assert.notProperty(interaction_metadata, "target_user")
      assert.notProperty(interaction_metadata, "target_message_id")
      assert.notProperty(rest, "message_reference")
    }
  })
  it("of a modal that a USER command opened has the target in the triggering metadata", () => {
    const { interaction_metadata } = provenanceOf(modalOnBob, "answer", people)
    assert.notProperty(interaction_metadata, "target_user")
    assert.deepInclude(interaction_metadata.triggering_interaction_metadata, { command_type: 2, target_user: bob })
  })
  it("leaves out a target who is gone", () =>
    assert.notProperty(provenanceOf(onBob, "answer", { user: alice }).interaction_metadata, "target_user"))
  it("says why a message is forced to be ephemeral", () => {
    assert.strictEqual(provenanceOf(onBob, "answer", people, 18).interaction_metadata.ephemerality_reason, 18)
    assert.notProperty(provenanceOf(onBob, "answer", people).interaction_metadata, "ephemerality_reason")
  })
})

it("the deprecated interaction field names the command", () =>
  assert.deepStrictEqual(provenanceOf(onMessage, "answer", people).interaction, {
    id: onMessage.id,
    type: 2,
    name: "Do It",
    user: alice
  }))

it("the target user is that of the command, or of the command that opened the modal", () => {
  assert.deepStrictEqual([onBob, modalOnBob, onMessage, command(1)].map(targetUserOf), [BOB, BOB, undefined, undefined])
  assert.notStrictEqual(BOB, ALICE)
})
