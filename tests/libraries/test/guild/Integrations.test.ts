/** A discord.js bot that reads the integrations of its guild and deletes one, and what it is told. */
import { GatewayIntentBits } from "discord.js"
import { expect, it } from "vitest"
import { ALICE, APP, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const TIDES = "100000000000000077"

const { bot, guild, told, control } = administrator({ intent: GatewayIntentBits.GuildIntegrations })

it("knows the applications of its guild", async () => {
  const [own] = [...(await guild().fetchIntegrations()).values()]
  expect(own).toMatchObject({ type: "discord", enabled: true, account: { id: APP } })
  expect(own?.application?.bot?.id).toBe(APP)
  expect(own?.scopes).toContain("bot")
})

it("is told of an application that comes, changes and goes", async () => {
  await control("PUT", `/applications/${TIDES}`, { name: "Tides", owner_id: ALICE })
  await control("PUT", `/guilds/${GUILD}/installs/${TIDES}`, {})
  await told("INTEGRATION_CREATE").toBe(1)
  expect(bot().toldOf("INTEGRATION_CREATE")[0]).toMatchObject({
    name: "Tides",
    guild_id: GUILD,
    application: { id: TIDES, bot: { id: TIDES } }
  })
  await control("PATCH", `/guilds/${GUILD}/installs/${TIDES}`, { scopes: ["applications.commands"] })
  await told("INTEGRATION_UPDATE").toBe(1)
  expect(bot().toldOf("INTEGRATION_UPDATE")[0].scopes).toEqual(["applications.commands"])
  await control("PATCH", `/applications/${TIDES}`, { name: "Springtides" })
  await told("INTEGRATION_UPDATE").toBe(2)
  expect(bot().toldOf("INTEGRATION_UPDATE")[1].name).toBe("Springtides")
  const tides = (await guild().fetchIntegrations()).find(({ name }) => name === "Springtides")
  await tides?.delete("no more tides")
  await told("INTEGRATION_DELETE").toBe(1)
  expect(bot().toldOf("INTEGRATION_DELETE")[0]).toEqual({ id: tides?.id, guild_id: GUILD, application_id: TIDES })
  await told("GUILD_INTEGRATIONS_UPDATE").toBe(4)
  expect((await guild().fetchIntegrations()).size).toBe(1)
  await expect(tides?.delete()).rejects.toThrow("Unknown Integration")
  const [entry] = [...(await guild().fetchAuditLogs({ limit: 1 })).entries.values()]
  expect([entry?.action, entry?.reason, entry?.targetId]).toEqual([82, "no more tides", tides?.id])
})
