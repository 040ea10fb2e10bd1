/** A discord.js bot that keeps a log: who did what, and why. */
import { AuditLogEvent, GatewayIntentBits, type TextChannel } from "discord.js"
import { expect, it } from "vitest"
import { expectInOrder } from "../bot/Stage.ts"
import { ALICE, APP, BOB, GENERAL, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const { bot, server, guild, control } = administrator({ intent: GatewayIntentBits.GuildModeration })

it("names the moderator and the reason of what a person does", async () => {
  const lines: Array<string> = []
  bot().client.on("guildAuditLogEntryCreate", ({ action, executorId, targetId, reason }) => {
    lines.push(`${executorId} ${AuditLogEvent[action]} ${targetId}: ${reason}`)
  })
  const headers = { "x-audit-log-reason": encodeURIComponent("Werbung für Fisch") }
  const edited = await fetch(`${server().ready.control_url}/guilds/${GUILD}/bans/${BOB}?by=${ALICE}`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}"
  })
  expect(edited.status).toBe(201)
  await expect.poll(() => lines, { interval: 5 }).toEqual([`${ALICE} MemberBanAdd ${BOB}: Werbung für Fisch`])
  await control("PATCH", `/users/${ALICE}/guilds/${GUILD}/member`, { nick: "Captain" })
  await expect.poll(() => lines[1], { interval: 5 }).toBe(`${ALICE} MemberUpdate ${ALICE}: null`)
})

it("has what the bot did itself, with each field before and after", async () => {
  const channel = await guild().channels.create({ name: "news", topic: "All the news", reason: "a new paper" })
  await channel.edit({ topic: "Old news" })
  await channel.permissionOverwrites.edit(GUILD, { SendMessages: false }, { reason: "read only" })
  await channel.delete("no more news")
  const { entries } = await guild().fetchAuditLogs({ user: APP, limit: 4 })
  expect(entries.map(({ action, reason }) => `${AuditLogEvent[action]} ${reason}`)).toEqual([
    "ChannelDelete no more news",
    "ChannelOverwriteCreate read only",
    "ChannelUpdate null",
    "ChannelCreate a new paper"
  ])
  const [, overwrite, update] = [...entries.values()]
  expect(update?.changes).toEqual([{ key: "topic", old: "All the news", new: "Old news" }])
  expect(update?.executor?.id).toBe(APP)
  expect(overwrite?.extra).toMatchObject({ id: GUILD })
})

it("has the invites that the bot made and revoked", async () => {
  const channel = guild().channels.cache.get(GENERAL) as TextChannel
  const invite = await channel.createInvite({ reason: "for friends" })
  await invite.delete("no more friends")
  const { entries } = await guild().fetchAuditLogs({ limit: 2 })
  expect(entries.map(({ action, reason }) => `${AuditLogEvent[action]} ${reason}`)).toEqual([
    "InviteDelete no more friends",
    "InviteCreate for friends"
  ])
})

it("finds who banned somebody, as a bot with a mod log does", async () => {
  const { entries } = await guild().fetchAuditLogs({ type: AuditLogEvent.MemberBanAdd, limit: 1 })
  const entry = entries.first() ?? expect.fail("no entry")
  expect([entry.executor?.username, entry.target?.id, entry.reason]).toEqual(["alice", BOB, "Werbung für Fisch"])
  await guild().channels.cache.get(GENERAL)?.fetch()
  expectInOrder(bot())
})
