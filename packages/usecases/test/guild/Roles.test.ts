/** What a role shows: colors, an icon and an emoji, and the features that they need. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { BotOfGuild } from "../../src/access/BotEntry.ts"
import * as AuditLog from "../../src/audit/AuditLog.ts"
import * as Roles from "../../src/guild/Roles.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"

const { HARBOUR, MODERATOR, PET_SHOP } = Play

const PIXEL = "data:image/png;base64,iVBORw0KGgo="
const GIF = `data:image/gif;base64,${Buffer.from("GIF89a").toString("base64")}`

const EVERY = { user_id: undefined, action_type: undefined, target_id: undefined, before: undefined, after: undefined }

const featured = (...features: ReadonlyArray<string>) =>
  WorldEdits.patch({ kind: "guild", guild_id: HARBOUR }, { features })

const settle = Effect.fnUntraced(function* (...features: ReadonlyArray<string>) {
  yield* Play.settle()
  yield* featured(...features)
  const install = { kind: "guild_install" as const, guild_id: HARBOUR, application_id: PET_SHOP }
  yield* WorldEdits.patch(install, { permissions: ["ADMINISTRATOR"], role_position: 200 })
  return { application: yield* Play.applicationOf(PET_SHOP), guild_id: HARBOUR } satisfies BotOfGuild
})

describeOnEachStore("a role", (test) => {
  test(
    "with an icon, an emoji or a second color needs a feature of the guild",
    Effect.gen(function* () {
      const bot = yield* settle()
      const cases: ReadonlyArray<readonly [body: object, feature: string]> = [
        [{ icon: PIXEL }, "ROLE_ICONS"],
        [{ unicode_emoji: "🐶" }, "ROLE_ICONS"],
        [{ colors: { primary_color: 1, secondary_color: 2 } }, "ENHANCED_ROLE_COLORS"],
        [{ colors: { tertiary_color: 2 } }, "ENHANCED_ROLE_COLORS"]
      ]
      for (const [body, feature] of cases) {
        const refusals = [Roles.create(bot, body), Roles.edit(bot, MODERATOR, body)]
        for (const refusal of refusals) {
          assert.deepInclude(yield* Effect.flip(refusal), {
            _tag: "TooFewBoosts",
            because: `the guild lacks the feature ${feature}`
          })
        }
        yield* featured(feature)
        yield* Roles.create(bot, body)
        yield* featured()
      }
    })
  )

  test(
    "keeps and shows all of it, and loses it again",
    Effect.gen(function* () {
      const bot = yield* settle("ROLE_ICONS", "ENHANCED_ROLE_COLORS")
      const said = { icon: PIXEL, unicode_emoji: "🐶", colors: { primary_color: 1, secondary_color: 2 } }
      const role = yield* Roles.create(bot, said)
      assert.match(role.icon ?? "", /^[0-9a-f]{32}$/)
      assert.deepInclude(role, { color: 1, unicode_emoji: "🐶", flags: 0 })
      assert.deepStrictEqual(role.colors, { primary_color: 1, secondary_color: 2, tertiary_color: null })
      // What stays as it is needs no feature.
      yield* featured()
      assert.deepInclude(yield* Roles.edit(bot, role.id, { ...said, name: "Dog" }), { name: "Dog", icon: role.icon })
      const plain = yield* Roles.edit(bot, role.id, { color: 3, icon: null, unicode_emoji: null })
      assert.deepInclude(plain, { color: 3, icon: null, unicode_emoji: null })
      assert.deepStrictEqual(plain.colors, { primary_color: 3, secondary_color: null, tertiary_color: null })
    })
  )

  test(
    "with a third color is holographic",
    Effect.gen(function* () {
      const bot = yield* settle("ENHANCED_ROLE_COLORS")
      const { color, colors } = yield* Roles.create(bot, { colors: { primary_color: 1, tertiary_color: 2 } })
      const holographic = { primary_color: 11_127_295, secondary_color: 16_759_788, tertiary_color: 16_761_760 }
      assert.deepStrictEqual({ color, colors }, { color: 11_127_295, colors: holographic })
    })
  )

  test(
    "has no icon that is none, or too large, and no emoji of two",
    Effect.gen(function* () {
      const bot = yield* settle("ROLE_ICONS")
      const large = `data:image/png;base64,iVBORw0KGgo${"A".repeat(360_000)}=`
      const cases: ReadonlyArray<readonly [body: object, at: string, code: string]> = [
        [{ icon: "data:image/png;base64,AAAA" }, "icon", "IMAGE_INVALID"],
        [{ icon: "https://example.org/a.png" }, "icon", "IMAGE_INVALID"],
        [{ icon: large }, "icon", "BINARY_TYPE_MAX_SIZE"],
        [{ unicode_emoji: "🐶🐶" }, "unicode_emoji", "BAD_EMOJI"]
      ]
      for (const [body, at, code] of cases) {
        const refusal = yield* Effect.flip(Roles.edit(bot, MODERATOR, body))
        const faults = "faults" in refusal ? refusal.faults.map((one) => [one.path.join("."), one.code]) : []
        assert.deepStrictEqual(faults, [[at, code]])
      }
    })
  )

  test(
    "is in the audit log with what it shows",
    Effect.gen(function* () {
      const bot = yield* settle("ROLE_ICONS", "ENHANCED_ROLE_COLORS")
      const edit = Roles.edit(bot, MODERATOR, { icon: GIF, colors: { primary_color: 1, secondary_color: 2 } })
      const { icon } = yield* AuditLog.changedBy({ user_id: bot.application.bot.id })(edit)
      const { audit_log_entries } = yield* AuditLog.list(bot, { ...EVERY, limit: 1 })
      assert.deepStrictEqual(audit_log_entries[0]?.changes, [
        { key: "color", new_value: 1 },
        { key: "colors", new_value: { primary_color: 1, secondary_color: 2, tertiary_color: null } },
        { key: "icon_hash", new_value: icon }
      ])
    })
  )
})
