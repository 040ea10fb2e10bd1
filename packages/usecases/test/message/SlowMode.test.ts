/** Slow mode: who waits between two messages, and who sets it. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Time from "../../src/event/Time.ts"
import * as Channels from "../../src/guild/Channels.ts"
import * as ChannelMessages from "../../src/message/ChannelMessages.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, BOB, GENERAL, HARBOUR, PET_SHOP, THREAD } = Play

const settle = Effect.gen(function* () {
  yield* Play.settle()
  const permissions = ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "READ_MESSAGE_HISTORY"]
  yield* WorldEdits.patch({ kind: "role", guild_id: HARBOUR, role_id: HARBOUR }, { permissions })
  yield* WorldEdits.patch(Sample.channel(), { rate_limit_per_user: 30 })
})
const say = (user_id: string, channel_id = GENERAL) =>
  UserMessages.say({ user_id, channel_id }, { content: "ahoy", files: [], reply_to: undefined })
const tag = <A, R>(call: Effect.Effect<A, { readonly _tag: string }, R>) =>
  Effect.match(call, { onFailure: ({ _tag }) => _tag, onSuccess: () => "said" })

describeOnEachStore("slow mode", (test) => {
  test(
    "lets each person say one thing at a time, by the service clock",
    Effect.gen(function* () {
      yield* settle
      yield* Time.change({ mode: "frozen" })
      yield* say(ALICE)
      yield* Time.change({ advance_ms: 10_000 })
      const refusal = yield* Effect.flip(say(ALICE))
      assert.deepNestedInclude(refusal, { _tag: "SlowedDown", retry_after_ms: 20_000 })
      assert.include(String(Reflect.get(refusal, "because")), "general is in slow mode")
      // The owner may do everything, and another channel has a pace of its own.
      for (let i = 0; i < 2; i++) assert.strictEqual(yield* tag(say(BOB)), "said")
      assert.strictEqual(yield* tag(say(ALICE, THREAD)), "said")
      yield* Time.change({ advance_ms: 20_000 })
      assert.strictEqual(yield* tag(say(ALICE)), "said")
    })
  )

  test(
    "counts when others have written much since",
    Effect.gen(function* () {
      yield* settle
      yield* Time.change({ mode: "frozen" })
      yield* say(ALICE)
      for (let i = 0; i < 201; i++) yield* say(BOB)
      assert.strictEqual(yield* tag(say(ALICE)), "SlowedDown")
    })
  )

  test(
    "binds no bot and nobody with BYPASS_SLOWMODE",
    Effect.gen(function* () {
      yield* settle
      const application = yield* Play.applicationOf(PET_SHOP)
      const post = ChannelMessages.post({ application, channel_id: GENERAL }, { content: "ahoy" }, [])
      for (let i = 0; i < 2; i++) assert.strictEqual(yield* tag(post), "said")
      yield* WorldEdits.patch(Sample.role(), { permissions: ["BYPASS_SLOWMODE"] })
      for (let i = 0; i < 2; i++) assert.strictEqual(yield* tag(say(ALICE)), "said")
    })
  )

  test(
    "of a thread is set by who manages threads, not by its owner",
    Effect.gen(function* () {
      yield* settle
      yield* WorldEdits.patch(Sample.channel(THREAD), { owner_id: PET_SHOP })
      const address = { application: yield* Play.applicationOf(PET_SHOP), channel_id: THREAD }
      yield* Channels.edit(address, { name: "answers" })
      const slow = Channels.edit(address, { rate_limit_per_user: 5 })
      assert.strictEqual(yield* tag(slow), "MissingPermissions")
      const install = { kind: "guild_install" as const, guild_id: HARBOUR, application_id: PET_SHOP }
      yield* WorldEdits.patch(install, { permissions: ["MANAGE_THREADS"] })
      assert.strictEqual(yield* tag(slow), "said")
    })
  )
})
