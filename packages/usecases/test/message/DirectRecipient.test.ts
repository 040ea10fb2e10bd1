/** Direct messages that do not arrive: of a user who closed them, and of a bot that shares nothing with the user. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as DirectChannels from "../../src/guild/DirectChannels.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, CAROL, ALICE_AND_BOB, PET_SHOP, HARBOUR } = Play

const outcome = <A, R>(call: Effect.Effect<A, { readonly _tag: string; readonly because?: string | undefined }, R>) =>
  Effect.match(call, { onFailure: ({ _tag, because = "" }) => `${_tag}: ${because}`, onSuccess: () => "sent" })

/** The bot of Pet Shop writes to a user. */
const write = Effect.fnUntraced(function* (userId: string) {
  const application = yield* Play.applicationOf(PET_SHOP)
  const { id } = yield* DirectChannels.open(application, { recipient_id: userId })
  return yield* outcome(ChannelMessages.post({ application, channel_id: id }, { content: "ahoy" }, []))
})

describeOnEachStore("a direct message of a bot", (test) => {
  test(
    "arrives at users of a guild with the bot, and at those who have installed it",
    Effect.gen(function* () {
      yield* Play.settle()
      assert.strictEqual(yield* write(BOB), "sent")
      yield* WorldEdits.remove({ kind: "member", guild_id: HARBOUR, user_id: ALICE })
      assert.strictEqual(yield* write(ALICE), "sent")
      yield* WorldEdits.remove(Sample.userInstall())
      assert.strictEqual(
        yield* write(ALICE),
        "NoMutualGuild: alice is in no guild of Pet Shop, and has not installed it"
      )
    })
  )

  test(
    "needs the bot in the guild, not only its commands",
    Effect.gen(function* () {
      yield* Play.settle()
      assert.match(yield* write(CAROL), /^NoMutualGuild/)
      yield* WorldEdits.put({ kind: "member", guild_id: HARBOUR, user_id: CAROL }, {})
      assert.strictEqual(yield* write(CAROL), "sent")
      yield* WorldEdits.patch(Sample.install(), { scopes: ["applications.commands"] })
      assert.match(yield* write(CAROL), /^NoMutualGuild/)
    })
  )

  test(
    "does not arrive at a user who has closed theirs, nor do those of people",
    Effect.gen(function* () {
      yield* Play.settle()
      yield* WorldEdits.patch({ kind: "user", user_id: BOB }, { closed_dms: true })
      const closed = "ClosedToMessages: bob has closed their direct messages (closed_dms)"
      assert.strictEqual(yield* write(BOB), closed)
      const say = (user_id: string) =>
        outcome(
          UserMessages.say({ user_id, channel_id: ALICE_AND_BOB }, { content: "ahoy", files: [], reply_to: undefined })
        )
      assert.strictEqual(yield* say(ALICE), closed)
      assert.strictEqual(yield* say(BOB), "sent")
      yield* WorldEdits.patch({ kind: "user", user_id: BOB }, { closed_dms: false })
      assert.strictEqual(yield* write(BOB), "sent")
    })
  )
})
