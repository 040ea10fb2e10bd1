/** A discord.js bot that bans: on a word, many at once, and what it is told. */
import { GatewayIntentBits } from "discord.js"
import { expect, it } from "vitest"
import { expectInOrder } from "../bot/Stage.ts"
import { ALICE, BOB, GENERAL, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const CAROL = "300000000000000003"

const { bot, guild, told, control } = administrator({
  intent: GatewayIntentBits.GuildModeration,
  users: [{ id: CAROL, username: "carol" }]
})

it("bans a spammer with a reason, and their messages go", async () => {
  const said = await control("POST", `/users/${BOB}/channels/${GENERAL}/messages`, { content: "buy now" })
  await told("MESSAGE_CREATE").toBe(1)
  await guild().bans.create(BOB, { reason: "Werbung für Fisch", deleteMessageSeconds: 3_600 })
  await told("GUILD_BAN_ADD").toBe(1)
  expect(bot().toldOf("GUILD_BAN_ADD")[0]).toMatchObject({ guild_id: GUILD, user: { id: BOB, username: "bob" } })
  expect(bot().toldOf("GUILD_MEMBER_REMOVE")[0]).toMatchObject({ user: { id: BOB } })
  expect(bot().toldOf("MESSAGE_DELETE_BULK")[0]).toMatchObject({ channel_id: GENERAL, ids: [said.body.id] })
  expect(guild().members.cache.has(BOB)).toBe(false)
  expect((await guild().bans.fetch(BOB)).reason).toBe("Werbung für Fisch")
  expect([...(await guild().bans.fetch()).keys()]).toEqual([BOB])
})

it("lifts a ban, and the user can come back", async () => {
  expect((await control("PUT", `/guilds/${GUILD}/members/${BOB}`, {})).status).toBe(400)
  await guild().bans.remove(BOB)
  await told("GUILD_BAN_REMOVE").toBe(1)
  await expect(guild().bans.fetch(BOB)).rejects.toThrow("Unknown Ban")
  expect((await control("PUT", `/guilds/${GUILD}/members/${BOB}`, {})).status).toBe(201)
})

it("bans many at once, but not the owner", async () => {
  const { bannedUsers, failedUsers } = await guild().members.bulkBan([BOB, CAROL, ALICE])
  expect([bannedUsers, failedUsers]).toEqual([[BOB, CAROL], [ALICE]])
  await expect(guild().members.ban(ALICE)).rejects.toThrow("Missing Permissions")
  await told("GUILD_BAN_ADD").toBe(3)
  expectInOrder(bot())
})
