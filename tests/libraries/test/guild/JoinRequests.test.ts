/** A discord.js bot that lets people into its guild one by one. Its library has no method for that. */
import { GatewayIntentBits } from "discord.js"
import { expect, it } from "vitest"
import { GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const DORA = "300000000000000044"
const EVE = "300000000000000045"

const { bot, guild, told, control } = administrator({
  intent: GatewayIntentBits.GuildMembers,
  users: [
    { id: DORA, username: "dora" },
    { id: EVE, username: "eve" }
  ],
  holding: () => ({ features: ["MEMBER_VERIFICATION_GATE_ENABLED"] })
})

const requests = `/guilds/${GUILD}/requests` as const
const rest = () => bot().client.rest

/** Asks to join; gives the id of the request. */
const ask = async (user: string) => {
  const { status, body } = await control("PUT", `/users/${user}/guilds/${GUILD}/join_request`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ user_id: user, application_status: "SUBMITTED" })
  return String(Reflect.get(Object(body), "id"))
}

it("lists who asks, lets one in and rejects another with a reason", async () => {
  const [dora, eve] = [await ask(DORA), await ask(EVE)]
  expect(await rest().get(requests, { query: new URLSearchParams({ status: "SUBMITTED", limit: "1" }) })).toMatchObject(
    {
      total: 2,
      guild_join_requests: [{ id: dora, user: { username: "dora" }, reviewed_at: null }]
    }
  )
  expect(await rest().patch(`${requests}/${dora}`, { body: { action: "APPROVED" } })).toMatchObject({
    application_status: "APPROVED",
    actioned_by_user: { id: bot().client.user?.id }
  })
  await told("GUILD_MEMBER_ADD").toBe(1)
  expect(guild().members.cache.get(DORA)).toMatchObject({ id: DORA, pending: false })
  const body = { action: "REJECTED", rejection_reason: "no boat" }
  expect(await rest().patch(`${requests}/${eve}`, { body })).toMatchObject({
    application_status: "REJECTED",
    rejection_reason: "no boat"
  })
  expect(await rest().get(requests, { query: new URLSearchParams({ after: dora }) })).toMatchObject({
    total: 2,
    guild_join_requests: [{ id: eve, rejection_reason: "no boat" }]
  })
  await told("GUILD_UPDATE").toBe(0)
})

it("does not find who has withdrawn, and acts by the document alone", async () => {
  const again = await ask(EVE)
  await expect(rest().patch(`${requests}/${again}`, { body: {} })).rejects.toMatchObject({ code: 50035 })
  expect((await control("DELETE", `/users/${EVE}/guilds/${GUILD}/join_request`)).status).toBe(204)
  await expect(rest().patch(`${requests}/${again}`, { body: { action: "APPROVED" } })).rejects.toMatchObject({
    status: 404
  })
})
