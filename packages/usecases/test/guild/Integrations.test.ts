/** The applications of a guild as its integrations. */
import { integrationId } from "@backlot/domain/record/ManagedRole"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Applications from "../../src/application/Applications.ts"
import * as Integrations from "../../src/guild/Integrations.ts"
import * as WorldEdits from "../../src/world/WorldEdits.ts"
import * as Worlds from "../../src/world/Worlds.ts"
import { allowed, tag } from "../fixture/Expressions.ts"
import * as Play from "../fixture/Harbour.ts"
import { describeOnEachStore } from "../fixture/Stores.ts"
import * as Sample from "../fixture/WorldEditSamples.ts"
import { headOf, told } from "../gateway/Telling.ts"

const { ALICE, GENERAL, HARBOUR, NOBODY, PET_SHOP, QUAY, WEATHER, WEATHER_BOT } = Play

const idOf = (application_id: string, guild_id = HARBOUR) => integrationId({ guild_id, application_id })
const hook = (webhook_id: string, user_id: string) =>
  WorldEdits.put(
    { kind: "webhook", guild_id: HARBOUR, webhook_id },
    { channel_id: GENERAL, name: "Tides", token: `token-${webhook_id}`, user_id }
  )

describeOnEachStore("the integrations of a guild", (test) => {
  test(
    "are its applications, for who manages the guild",
    Effect.gen(function* () {
      yield* Play.settle()
      const bot = yield* allowed(["MANAGE_GUILD"])
      yield* WorldEdits.put(
        { kind: "guild_install", guild_id: HARBOUR, application_id: WEATHER },
        { scopes: ["applications.commands"] }
      )
      const all = yield* Integrations.list(bot)
      assert.deepStrictEqual(
        all.map(({ id, name, type, enabled, scopes }) => [id, name, type, enabled, scopes]),
        [
          [idOf(PET_SHOP), "Pet Shop", "discord", true, ["bot", "applications.commands"]],
          [idOf(WEATHER), "Weather", "discord", true, ["applications.commands"]]
        ]
      )
      assert.deepNestedInclude(all[0], {
        account: { id: PET_SHOP, name: "Pet Shop" },
        "application.id": PET_SHOP,
        "application.bot.id": PET_SHOP
      })
      assert.notProperty(all[1]?.application, "bot")
      assert.notStrictEqual(idOf(WEATHER), idOf(WEATHER, QUAY))
      const other = yield* allowed(["MANAGE_ROLES"])
      assert.strictEqual(yield* tag(Integrations.list(other)), "MissingPermissions")
      assert.strictEqual(yield* tag(Integrations.remove(other, idOf(WEATHER))), "MissingPermissions")
    })
  )

  test(
    "have the new name, description and icon of an application; its bot keeps its name",
    Effect.gen(function* () {
      yield* Play.settle()
      const bot = yield* allowed(["MANAGE_GUILD"])
      const icon = "0123456789abcdef0123456789abcdef"
      const rename = WorldEdits.patch(Sample.application(), { name: "Zoo", description: "Beasts", icon })
      const heard = yield* told(Effect.orDie(rename))
      const own = heard.find(({ application_id, t }) => application_id === PET_SHOP && t === "INTEGRATION_UPDATE")
      const role = heard.find(({ t }) => t === "GUILD_ROLE_UPDATE")
      const [listed] = yield* Integrations.list(bot)
      assert.deepNestedInclude(listed, {
        name: "Zoo",
        account: { id: PET_SHOP, name: "Zoo" },
        "application.name": "Zoo",
        "application.description": "Beasts",
        "application.icon": icon,
        "application.bot.username": "Pet Shop"
      })
      assert.deepStrictEqual(own?.d, { ...listed, guild_id: HARBOUR })
      assert.deepNestedInclude(role?.d, { "role.name": "Zoo" })
      const over = yield* told(
        Effect.orDie(Applications.update(yield* Play.applicationOf(PET_SHOP), { description: "" }))
      )
      assert.include(over.map(headOf), "Pet Shop INTEGRATION_UPDATE")
    })
  )

  test(
    "go with the bot and its webhooks; those of others stay",
    Effect.gen(function* () {
      yield* Play.settle()
      const bot = yield* allowed(["MANAGE_GUILD"])
      yield* hook("600000000000000001", WEATHER_BOT)
      yield* hook("600000000000000002", ALICE)
      assert.strictEqual(yield* tag(Integrations.remove(bot, NOBODY)), "UnknownIntegration")
      assert.strictEqual(yield* tag(Integrations.remove(bot, idOf(WEATHER, QUAY))), "UnknownIntegration")
      const heard = (yield* told(Effect.orDie(Integrations.remove(bot, idOf(WEATHER))))).map(headOf)
      assert.deepStrictEqual(heard, [
        "Pet Shop WEBHOOKS_UPDATE",
        "Pet Shop GUILD_MEMBER_REMOVE",
        "Weather GUILD_DELETE",
        "Pet Shop INTEGRATION_DELETE",
        "Pet Shop GUILD_INTEGRATIONS_UPDATE"
      ])
      const world = yield* Worlds.read
      assert.deepStrictEqual(
        world.webhooks.map(({ user_id }) => user_id),
        [ALICE]
      )
      assert.isFalse(world.members.some((one) => one.guild_id === HARBOUR && one.user_id === WEATHER_BOT))
      assert.isTrue(world.guild_installs.some((one) => one.guild_id === QUAY && one.application_id === WEATHER))
      yield* Integrations.remove(bot, idOf(PET_SHOP))
      assert.strictEqual(yield* tag(Integrations.list(bot)), "MissingAccess")
    })
  )
})
