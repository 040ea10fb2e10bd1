/** Templates of guilds. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as GuildTemplates from "../../src/guild/GuildTemplates.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Play from "../fixture/Harbour.ts"
import { outcome } from "../fixture/Outcome.ts"
import { permitted as settle } from "../fixture/Permitted.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"

const { ALICE, GENERAL, HARBOUR, HIDDEN, MODERATOR, PET_SHOP, QUAY } = Play

describeOnEachStore("a template of a guild", (test) => {
  test(
    "keeps the guild as it was, without people and with numbers in place of ids",
    Effect.gen(function* () {
      const bot = yield* settle("MANAGE_GUILD")
      yield* WorldEdits.put(Sample.channel("200000000000000027"), { name: "news", type: 5 })
      yield* WorldEdits.patch(Sample.channel(HIDDEN), {
        permission_overwrites: [
          { id: MODERATOR, type: 0, allow: "1024" },
          { id: ALICE, type: 1, deny: "1024" }
        ]
      })
      yield* WorldEdits.patch(Sample.guild(), { system_channel_id: HIDDEN })
      assert.deepStrictEqual(yield* GuildTemplates.list(bot), [])
      const made = yield* GuildTemplates.create(bot, { name: "Harbours", description: "" })
      assert.deepInclude(made, {
        ...{ name: "Harbours", description: null, usage_count: 0, creator_id: PET_SHOP, source_guild_id: HARBOUR },
        is_dirty: null
      })
      const { serialized_source_guild: kept } = made
      assert.deepInclude(kept, { name: "Harbour", system_channel_id: "2" })
      assert.deepNestedInclude(kept, {
        "roles[0].name": "@everyone",
        "roles[1].name": "Moderator",
        "channels[0].name": "general",
        "channels[1].permission_overwrites": [{ id: "1", type: 0, allow: "1024", deny: "0" }],
        "channels[2].type": 0
      })
      assert.deepStrictEqual(yield* GuildTemplates.list(bot), [made])
      assert.deepStrictEqual(yield* GuildTemplates.get(made.code), made)
    })
  )

  test(
    "is behind its guild until it is synchronized, is renamed, and goes",
    Effect.gen(function* () {
      const bot = yield* settle("MANAGE_GUILD")
      const { code } = yield* GuildTemplates.create(bot, { name: "Harbours" })
      assert.strictEqual(yield* outcome(GuildTemplates.create(bot, { name: "Ports" })), "TemplateThere")
      yield* WorldEdits.patch(Sample.channel(GENERAL), { topic: "Tides" })
      assert.isTrue((yield* GuildTemplates.get(code)).is_dirty)
      assert.isNull((yield* GuildTemplates.sync(bot, code)).is_dirty)
      const renamed = yield* GuildTemplates.edit(bot, code, { name: "Ports", description: "For ports" })
      assert.deepInclude(renamed, { name: "Ports", description: "For ports" })
      assert.deepInclude(yield* GuildTemplates.edit(bot, code, { description: null }), {
        name: "Ports",
        description: null
      })
      assert.deepInclude(yield* GuildTemplates.remove(bot, code), { code, name: "Ports" })
      assert.strictEqual(yield* outcome(GuildTemplates.get(code)), "UnknownTemplate")
    })
  )

  test(
    "is refused without rights, where it is wrong, and where it is not there",
    Effect.gen(function* () {
      const nobody = yield* settle()
      assert.strictEqual(yield* outcome(GuildTemplates.list(nobody)), "MissingPermissions")
      assert.strictEqual(yield* outcome(GuildTemplates.create(nobody, { name: "Ports" })), "MissingPermissions")
      const bot = yield* settle("MANAGE_GUILD")
      for (const wrong of [
        {},
        { name: "" },
        { name: "x".repeat(101) },
        { name: "Ports", description: "x".repeat(121) }
      ]) {
        const error = yield* Effect.flip(GuildTemplates.create(bot, wrong))
        assert.strictEqual(error._tag, "InvalidForm")
        if (error._tag === "InvalidForm") assert.include(["name", "description"], error.faults[0]?.path.join("."))
      }
      const { code } = yield* GuildTemplates.create(bot, { name: "Ports" })
      for (const other of ["nobody", "", "../x"]) {
        assert.strictEqual(yield* outcome(GuildTemplates.get(other)), "UnknownTemplate")
        assert.strictEqual(yield* outcome(GuildTemplates.sync(bot, other)), "UnknownTemplate")
        assert.strictEqual(yield* outcome(GuildTemplates.remove(bot, other)), "UnknownTemplate")
      }
      const { template } = { template: { ...((yield* WorldEdits.get(Sample.guild()))["template"] as object), code } }
      const taken = yield* Effect.flip(WorldEdits.patch(Sample.guild(QUAY), { template }))
      assert.deepNestedInclude(taken, { "faults[0].code": "DUPLICATE_ENTRY" })
      yield* WorldEdits.remove({ kind: "application", application_id: PET_SHOP })
      assert.strictEqual((yield* GuildTemplates.get(code)).creator_id, Play.BOB)
    })
  )
})
