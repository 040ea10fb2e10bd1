/** Membership screening: who joins a guild accepts its rules before they speak. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Joining from "../../src/guild/Joining.ts"
import * as Members from "../../src/guild/Members.ts"
import * as UserMessages from "../../src/user/UserMessages.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome } from "../fixture/Outcome.ts"
import { permitted } from "../fixture/Permitted.ts"
import { describeOnEachStore, events } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, CAROL, GENERAL, HARBOUR, MODERATOR, NOBODY } = Play
const CODE = "Harbour1"

const settle = Effect.fnUntraced(function* (invite: object = {}) {
  const bot = yield* permitted("ADMINISTRATOR")
  yield* WorldEdits.patch(
    { kind: "guild_install", guild_id: HARBOUR, application_id: Play.PET_SHOP },
    { role_position: 200 }
  )
  yield* WorldEdits.patch(Sample.guild(), { features: ["MEMBER_VERIFICATION_GATE_ENABLED"] })
  yield* WorldEdits.put({ kind: "invite", guild_id: HARBOUR, code: CODE }, { channel_id: GENERAL, ...invite })
  return bot
})

const say = (user_id: string) =>
  outcome(UserMessages.say({ user_id, channel_id: GENERAL }, { content: "Ahoy", reply_to: undefined, files: [] }))

describeOnEachStore("whoever joins a guild that screens", (test) => {
  test(
    "is pending, and only reads until they accept the rules",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* Joining.accept(CAROL, CODE)
      assert.strictEqual((yield* Members.get(bot, CAROL)).pending, true)
      assert.strictEqual(yield* say(CAROL), "MissingPermissions")
      const before = (yield* events).length
      assert.strictEqual((yield* Joining.acceptRules(CAROL, HARBOUR)).pending, false)
      assert.strictEqual(yield* say(CAROL), "done")
      assert.strictEqual((yield* events).slice(before)[0]?.type, "member.updated")
      const after = (yield* events).length
      yield* Joining.acceptRules(CAROL, HARBOUR)
      assert.strictEqual((yield* events).length, after)
    })
  )

  test(
    "is let in by a role, or by a flag",
    Effect.gen(function* () {
      const bot = yield* settle()
      yield* Joining.accept(CAROL, CODE)
      yield* Members.edit(bot, CAROL, { flags: 4 })
      assert.strictEqual(yield* say(CAROL), "done")
      yield* Members.edit(bot, CAROL, { flags: 0 })
      assert.strictEqual(yield* say(CAROL), "MissingPermissions")
      yield* Members.setRole(bot, { user_id: CAROL, role_id: MODERATOR, held: true })
      assert.strictEqual((yield* Members.get(bot, CAROL)).pending, false)
      assert.strictEqual(yield* say(CAROL), "done")
    })
  )

  test(
    "is not pending with a role of the invite",
    Effect.gen(function* () {
      const bot = yield* settle({ role_ids: [MODERATOR] })
      yield* Joining.accept(CAROL, CODE)
      assert.strictEqual((yield* Members.get(bot, CAROL)).pending, false)
    })
  )

  test(
    "accepts as a member alone; a world says by itself who is pending",
    Effect.gen(function* () {
      yield* settle()
      assert.strictEqual(yield* outcome(Joining.acceptRules(CAROL, HARBOUR)), "UnknownMember")
      assert.strictEqual(yield* outcome(Joining.acceptRules(NOBODY, HARBOUR)), "UnknownUser")
      assert.strictEqual(yield* outcome(Joining.acceptRules(CAROL, NOBODY)), "UnknownGuild")
      yield* WorldEdits.put(Sample.member(CAROL), {})
      assert.strictEqual(yield* say(CAROL), "done")
      yield* WorldEdits.patch(Sample.member(ALICE), { pending: true })
      assert.strictEqual(yield* say(ALICE), "MissingPermissions")
    })
  )
})
