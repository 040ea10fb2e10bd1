/** People and bots forward messages. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, ALICE_AND_BOB, BOB, GENERAL, HARBOUR, HIDDEN, NOBODY, PET_SHOP, THREAD } = Play

const settle = Effect.fnUntraced(function* (flags: ReadonlyArray<string> = ["GATEWAY_MESSAGE_CONTENT_LIMITED"]) {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.application(), { flags })
  const application = yield* Play.applicationOf(PET_SHOP)
  const forward = (message_id: string, more: object = {}) =>
    ChannelMessages.post(
      { application, channel_id: THREAD },
      { message_reference: { type: 1, channel_id: GENERAL, message_id }, ...more }
    )
  return { application, forward }
})

const say = (content: string, channel_id = GENERAL) =>
  UserMessages.say({ user_id: BOB, channel_id }, { content, reply_to: undefined, files: [] })

const HAS_SNAPSHOT = 1 << 14

describeOnEachStore("a forward", (test) => {
  test(
    "of a person shows what the message says, and where it is",
    Effect.gen(function* () {
      yield* settle()
      const { id } = yield* say("ahoy")
      const made = yield* UserMessages.forward({ user_id: ALICE, channel_id: GENERAL }, id, ALICE_AND_BOB)
      assert.deepInclude(made, { content: "", type: 0, flags: HAS_SNAPSHOT, channel_id: ALICE_AND_BOB })
      const reference = { type: 1 as const, channel_id: GENERAL, message_id: id, guild_id: HARBOUR }
      assert.deepStrictEqual(made.message_reference, reference)
      assert.deepInclude(made.message_snapshots?.[0]?.message, { content: "ahoy", flags: 0, type: 0 })
      assert.notProperty(made.message_snapshots?.[0]?.message, "author")
      const again = yield* UserMessages.forward({ user_id: ALICE, channel_id: ALICE_AND_BOB }, made.id, GENERAL)
      assert.deepStrictEqual(again.message_snapshots, made.message_snapshots)
      assert.strictEqual(again.message_reference?.message_id, made.id)
    })
  )

  test(
    "of a bot is one of a message that it may read, and nothing else",
    Effect.gen(function* () {
      const { forward } = yield* settle()
      const { id } = yield* say("ahoy")
      assert.deepInclude((yield* forward(id)).message_snapshots?.[0]?.message, { content: "ahoy" })
      assert.strictEqual(yield* tag(forward(id, { content: "look" })), "InvalidForm")
      assert.strictEqual(yield* tag(forward(NOBODY)), "UnknownMessage")
      assert.strictEqual(yield* tag(forward(id, { message_reference: { type: 1, message_id: id } })), "InvalidForm")
      assert.strictEqual(yield* tag(forward(id, { message_reference: { type: 2, message_id: id } })), "InvalidForm")
      const hidden = { type: 1, channel_id: HIDDEN, message_id: id }
      assert.strictEqual(yield* tag(forward(id, { message_reference: hidden })), "MissingAccess")
      yield* WorldEdits.patch(Sample.role(HARBOUR), { permissions: ["VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS"] })
      assert.strictEqual(yield* tag(forward(id)), "MissingPermissions")
    })
  )

  test(
    "of a bot that may not read what messages say is refused",
    Effect.gen(function* () {
      const { forward } = yield* settle([])
      const { id } = yield* say("ahoy")
      assert.strictEqual(yield* tag(forward(id)), "UnreadableForward")
    })
  )

  test(
    "says nothing to a bot that may not read what messages say",
    Effect.gen(function* () {
      const { application } = yield* settle([])
      const { id } = yield* say("ahoy")
      const made = yield* UserMessages.forward({ user_id: ALICE, channel_id: GENERAL }, id, THREAD)
      const seen = yield* ChannelMessages.get({ application, channel_id: THREAD, message_id: made.id })
      assert.deepInclude(seen.message_snapshots?.[0]?.message, { content: "" })
    })
  )

  test(
    "shows files at addresses that are right",
    Effect.gen(function* () {
      yield* settle()
      const file = { index: 0, filename: "a.txt", size: 1, base64: "YQ==" }
      const said = yield* UserMessages.say(
        { user_id: BOB, channel_id: GENERAL },
        { content: undefined, reply_to: undefined, files: [file] }
      )
      const made = yield* UserMessages.forward({ user_id: ALICE, channel_id: GENERAL }, said.id, THREAD)
      const [shown] = made.message_snapshots?.[0]?.message.attachments ?? []
      assert.include(shown?.url, `/attachments/${GENERAL}/${shown?.id}/a.txt`)
      const listed = yield* UserMessages.list(ALICE, THREAD, { limit: 1 })
      const [again] = listed[0]?.message_snapshots?.[0]?.message.attachments ?? []
      assert.include(again?.url, `/attachments/${GENERAL}/${shown?.id}/a.txt`)
    })
  )
})
