/** Channels that follow announcement channels, and what is crossposted into them. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Webhooks from "../../src/guild/Webhooks.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as Crossposts from "../../src/message/Crossposts.ts"
import * as MessageFiles from "../../src/message/MessageFiles.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome as tag } from "../fixture/Outcome.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, GENERAL, HARBOUR, HIDDEN, PET_SHOP } = Play
const NEWS = "200000000000000041"
const DECK = "200000000000000043"
const RIGHTS = ["MANAGE_WEBHOOKS", "MANAGE_MESSAGES", "READ_MESSAGE_HISTORY", "SEND_MESSAGES", "ATTACH_FILES"]

/** Harbour with an announcement channel, in which the bot of the pet shop posts. */
const settle = Effect.fnUntraced(function* (permissions: ReadonlyArray<string> = RIGHTS) {
  yield* Play.settle()
  yield* WorldEdits.patch(Sample.install(), { permissions })
  yield* WorldEdits.patch(Sample.application(), { flags: ["GATEWAY_MESSAGE_CONTENT"] })
  yield* WorldEdits.put(Sample.channel(NEWS), { name: "news", type: 5 })
  yield* WorldEdits.put(Sample.channel(DECK), { name: "deck" })
  return { application: yield* Play.applicationOf(PET_SHOP), channel_id: NEWS }
})

const file = { index: 0, filename: "map.txt", size: 1, base64: "YQ==" }
const CROSSPOSTED = 1
const IS_CROSSPOST = 2

describeOnEachStore("a channel that follows another", (test) => {
  test(
    "gets a webhook without a token, which names the followed channel",
    Effect.gen(function* () {
      const bot = yield* settle()
      const made = yield* Webhooks.follow(bot, { webhook_channel_id: GENERAL })
      const [webhook] = yield* Webhooks.listOfChannel({ ...bot, channel_id: GENERAL })
      assert.strictEqual(made.channel_id, NEWS)
      assert.deepInclude(webhook, {
        id: made.webhook_id,
        type: 2,
        name: "Harbour #news",
        source_guild: { id: HARBOUR, name: "Harbour", icon: null },
        source_channel: { id: NEWS, name: "news" }
      })
      assert.notProperty(webhook, "token")
      const refusals = [
        [bot, {}, "InvalidForm"],
        [bot, { webhook_channel_id: HIDDEN }, "MissingAccess"],
        [bot, { webhook_channel_id: Play.THREAD }, "WrongChannelType"],
        [{ ...bot, channel_id: GENERAL }, { webhook_channel_id: DECK }, "WrongChannelType"]
      ] as const
      for (const [address, body, expected] of refusals)
        assert.strictEqual(yield* tag(Webhooks.follow(address, body)), expected)
      const weak = yield* settle(["SEND_MESSAGES"])
      assert.strictEqual(yield* tag(Webhooks.follow(weak, { webhook_channel_id: GENERAL })), "MissingPermissions")
    })
  )

  test(
    "gets a copy of a crossposted message, once, with files of its own",
    Effect.gen(function* () {
      const bot = yield* settle()
      const first = yield* Webhooks.follow(bot, { webhook_channel_id: GENERAL })
      yield* Webhooks.follow(bot, { webhook_channel_id: DECK })
      const said = yield* ChannelMessages.post(bot, { content: `Land! <@${ALICE}>` }, [file])
      const address = { ...bot, message_id: said.id }
      const before = (yield* events).length
      const answer = yield* Crossposts.crosspost(address)
      assert.strictEqual(answer.flags, CROSSPOSTED)
      assert.deepStrictEqual(
        (yield* events).slice(before).map(({ type }) => type),
        ["message.updated", "message.created", "message.created"]
      )
      for (const channel_id of [GENERAL, DECK]) {
        const [copy] = yield* ChannelMessages.list({ ...bot, channel_id }, { limit: 1 })
        assert.deepInclude(copy, {
          content: `Land! <@${ALICE}>`,
          mentions: [],
          flags: IS_CROSSPOST,
          message_reference: { type: 0, channel_id: NEWS, message_id: said.id, guild_id: HARBOUR }
        })
        const [own] = copy?.attachments ?? []
        assert.notStrictEqual(own?.id, said.attachments[0]?.id)
        assert.match(own?.url ?? "", new RegExp(`^http.*/attachments/${channel_id}/${own?.id}/map.txt`))
      }
      const [copy] = yield* ChannelMessages.list({ ...bot, channel_id: GENERAL }, { limit: 1 })
      assert.strictEqual(copy?.webhook_id, first.webhook_id)
      assert.strictEqual(yield* tag(Crossposts.crosspost(address)), "AlreadyCrossposted")
      const shown = copy?.attachments[0]?.id ?? ""
      assert.deepInclude(yield* MessageFiles.upload(shown), { base64: file.base64, filename: "map.txt" })
      yield* ChannelMessages.remove({ ...address, message_id: said.id })
      assert.strictEqual(yield* tag(MessageFiles.upload(shown)), "NotFound")
    })
  )

  test(
    "gets nothing that the bot may not crosspost",
    Effect.gen(function* () {
      const bot = yield* settle()
      const spoken = yield* UserMessages.say(
        { user_id: ALICE, channel_id: NEWS },
        { content: "Ahoy", reply_to: undefined, files: [] }
      )
      const reply = yield* ChannelMessages.post(bot, {
        content: "Ahoy",
        message_reference: { message_id: spoken.id }
      })
      const elsewhere = yield* ChannelMessages.post({ ...bot, channel_id: GENERAL }, { content: "Ahoy" })
      const crosspost = (channel_id: string, message_id: string) =>
        tag(Crossposts.crosspost({ ...bot, channel_id, message_id }))
      assert.strictEqual(yield* crosspost(NEWS, reply.id), "WrongMessageType")
      assert.strictEqual(yield* crosspost(GENERAL, elsewhere.id), "WrongChannelType")
      assert.strictEqual(yield* crosspost(NEWS, "5"), "UnknownMessage")
      yield* WorldEdits.patch(Sample.install(), { permissions: ["SEND_MESSAGES"] })
      assert.strictEqual(yield* crosspost(NEWS, spoken.id), "MissingPermissions")
      yield* WorldEdits.patch(Sample.install(), { permissions: RIGHTS })
      assert.strictEqual(yield* crosspost(NEWS, spoken.id), "done")
    })
  )
})
