/** What new members of a guild are asked. */
import { AuditAction } from "@backlot/domain/audit/AuditAction"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as AuditLog from "../../src/audit/AuditLog.ts"
import * as Onboarding from "../../src/guild/Onboarding.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome } from "../fixture/Outcome.ts"
import { permitted } from "../fixture/Permitted.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { GENERAL, HARBOUR, MODERATOR, NOBODY, PET_SHOP } = Play
const MORE = Array.from({ length: 6 }, (_, i) => `20000000000000004${i}`)

const settle = Effect.fnUntraced(function* (...permissions: ReadonlyArray<string>) {
  const bot = yield* permitted(...permissions)
  for (const id of MORE) yield* WorldEdits.put(Sample.channel(id), { name: "quay" })
  return bot
})

const PROMPT = {
  ...{ id: "1", type: 0, title: "Boats?", single_select: true, required: false, in_onboarding: true },
  options: [{ title: "Yes", emoji_name: "⚓", role_ids: [MODERATOR], channel_ids: [GENERAL] }]
}
const RIGHTS = ["MANAGE_GUILD", "MANAGE_ROLES", "VIEW_AUDIT_LOG"]

describeOnEachStore("the onboarding of a guild", (test) => {
  test(
    "is nothing at first, and is kept with ids of its own",
    Effect.gen(function* () {
      const bot = yield* settle(...RIGHTS)
      const nothing = { guild_id: HARBOUR, enabled: false, mode: 0, default_channel_ids: [], prompts: [] }
      assert.deepStrictEqual(yield* Onboarding.get(bot), nothing)
      const asBot = AuditLog.changedBy({ user_id: PET_SHOP, reason: "spring" })
      const made = yield* asBot(Onboarding.edit(bot, { default_channel_ids: [GENERAL], prompts: [PROMPT] }))
      const [prompt] = made.prompts
      assert.notStrictEqual(prompt?.id, "1")
      assert.deepInclude(prompt?.options[0], {
        ...{ title: "Yes", description: "", role_ids: [MODERATOR], channel_ids: [GENERAL] },
        emoji: { id: null, name: "⚓", animated: false }
      })
      assert.deepStrictEqual(yield* Onboarding.get(bot), made)
      const again = yield* asBot(
        Onboarding.edit(bot, { prompts: [{ ...PROMPT, id: prompt?.id, title: "Ships?" }, PROMPT] })
      )
      assert.deepStrictEqual([again.prompts[0]?.id, again.prompts.length], [prompt?.id, 2])
      assert.deepStrictEqual(again.default_channel_ids, [GENERAL])
      const page = { limit: 9, before: undefined, after: undefined, user_id: undefined, target_id: undefined }
      const { audit_log_entries } = yield* AuditLog.list(bot, { ...page, action_type: undefined })
      assert.deepStrictEqual(
        audit_log_entries.toReversed().map(({ action_type }) => action_type),
        [
          ...[AuditAction.ONBOARDING_CREATE, AuditAction.ONBOARDING_PROMPT_CREATE],
          ...[AuditAction.ONBOARDING_PROMPT_UPDATE, AuditAction.ONBOARDING_PROMPT_CREATE]
        ]
      )
    })
  )

  test(
    "needs seven channels to be enabled, in five of which everybody writes",
    Effect.gen(function* () {
      const bot = yield* settle(...RIGHTS)
      const six = { enabled: true, default_channel_ids: MORE }
      assert.strictEqual(yield* outcome(Onboarding.edit(bot, six)), "OnboardingLacks")
      assert.strictEqual(yield* outcome(Onboarding.edit(bot, { ...six, prompts: [PROMPT] })), "OnboardingLacks")
      assert.strictEqual(yield* outcome(Onboarding.edit(bot, { ...six, prompts: [PROMPT], mode: 1 })), "done")
      assert.strictEqual(yield* outcome(Onboarding.edit(bot, { default_channel_ids: [] })), "OnboardingBelow")
      for (const id of MORE.slice(0, 3)) {
        yield* WorldEdits.patch(Sample.channel(id), {
          permission_overwrites: [{ id: HARBOUR, type: 0, deny: ["SEND_MESSAGES"] }]
        })
      }
      assert.strictEqual(yield* outcome(Onboarding.edit(bot, { mode: 1 })), "OnboardingBelow")
      assert.strictEqual(yield* outcome(Onboarding.edit(bot, { enabled: false })), "done")
    })
  )

  test(
    "is refused without rights and where it is wrong, and names nothing that is gone",
    Effect.gen(function* () {
      for (const right of ["MANAGE_GUILD", "MANAGE_ROLES"]) {
        assert.strictEqual(yield* outcome(Onboarding.edit(yield* settle(right), {})), "MissingPermissions")
      }
      const bot = yield* settle(...RIGHTS)
      const wrong = {
        ...{ mode: 2, default_channel_ids: [NOBODY] },
        prompts: [{ ...PROMPT, title: "x".repeat(101), options: [{ title: "", role_ids: [NOBODY] }] }]
      }
      const error = yield* Effect.flip(Onboarding.edit(bot, wrong))
      assert.sameMembers(error._tag === "InvalidForm" ? error.faults.map(({ path }) => path.join(".")) : [], [
        ...["mode", "default_channel_ids.0", "prompts.0.title"],
        ...["prompts.0.options.0.title", "prompts.0.options.0.role_ids.0"]
      ])
      yield* Onboarding.edit(bot, { default_channel_ids: [GENERAL, ...MORE], prompts: [PROMPT] })
      yield* WorldEdits.remove(Sample.role())
      yield* WorldEdits.remove(Sample.channel(GENERAL))
      const left = yield* Onboarding.get(bot)
      assert.deepStrictEqual(left.default_channel_ids, MORE)
      assert.deepInclude(left.prompts[0]?.options[0], { role_ids: [], channel_ids: [] })
    })
  )
})
