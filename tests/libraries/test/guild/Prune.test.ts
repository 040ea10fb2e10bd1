/** A discord.js bot that lets users in by their tokens, and removes who is idle. */
import { AuditLogEvent, GatewayIntentBits } from "discord.js"
import { expect, it } from "vitest"
import { APP } from "../World.ts"
import { administrator } from "./Administrator.ts"

const DORA = "300000000000000044"
const IDLE = "300000000000000045"

const { guild, told } = administrator({
  intent: GatewayIntentBits.GuildMembers,
  users: [
    { id: DORA, username: "dora" },
    { id: IDLE, username: "idle" }
  ],
  tokens: [{ token: "dora-joins", application_id: APP, user_id: DORA, scopes: ["guilds.join"] }],
  holding: (guild) => ({
    members: [...(("members" in guild && guild.members) || []), { user_id: IDLE, joined_at: "2020-01-01T00:00:00Z" }]
  })
})

it("lets a user in by their token", async () => {
  const member = await guild().members.add(DORA, { accessToken: "dora-joins", nick: "Dory" })
  expect(member).toMatchObject({ id: DORA, nickname: "Dory" })
  await told("GUILD_MEMBER_ADD").toBe(1)
  await expect(guild().members.add(IDLE, { accessToken: "dora-joins", force: true })).rejects.toMatchObject({
    code: 50025
  })
})

it("removes members without roles who are idle, and no others", async () => {
  const count = await guild().members.prune({ dry: true, days: 30 })
  expect(count).toBeGreaterThan(0)
  expect(await guild().members.prune({ days: 30, reason: "autumn" })).toBe(count)
  await told("GUILD_MEMBER_REMOVE").toBe(count)
  await expect(guild().members.fetch({ user: DORA, force: true })).resolves.toMatchObject({ id: DORA })
  await expect(guild().members.fetch({ user: IDLE, force: true })).rejects.toMatchObject({ code: 10007 })
  const logs = await guild().fetchAuditLogs({ type: AuditLogEvent.MemberPrune })
  expect(logs.entries.first()).toMatchObject({ reason: "autumn", extra: { removed: count, days: 30 } })
})
