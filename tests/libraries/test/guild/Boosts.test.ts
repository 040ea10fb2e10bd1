/** A discord.js bot that thanks who boosts its guild, and looks after who has yet to accept its rules. */
import {
  DiscordAPIError,
  GatewayIntentBits,
  GuildFeature,
  type GuildMember,
  GuildPremiumTier,
  type Message,
  MessageType
} from "discord.js"
import { expect, it } from "vitest"
import { GENERAL, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const DORA = "300000000000000044"
const heard: Array<Message> = []

const { bot, guild, told, control } = administrator({
  intent: GatewayIntentBits.GuildMembers,
  users: [{ id: DORA, username: "dora" }],
  holding: () => ({
    system_channel_id: GENERAL,
    features: ["MEMBER_VERIFICATION_GATE_ENABLED"],
    members: [{ user_id: DORA }],
    invites: [{ code: "Harbour1", channel_id: GENERAL }]
  }),
  begun: ({ client }) => client.on("messageCreate", (message) => heard.push(message))
})

const dora = () => guild().members.cache.get(DORA) ?? expect.fail("no dora")
const boosts = `/users/${DORA}/guilds/${GUILD}/boosts`

it("sees a boost: the member, the guild, the role and the message", async () => {
  await guild().members.fetch()
  expect((await control("POST", boosts)).status).toBe(200)
  expect((await control("POST", boosts)).status).toBe(200)
  await expect.poll(() => guild().premiumSubscriptionCount).toBe(2)
  expect(guild().premiumTier).toBe(GuildPremiumTier.Tier1)
  await expect.poll(() => dora().premiumSince).toBeInstanceOf(Date)
  const role = guild().roles.premiumSubscriberRole
  expect(role).toMatchObject({ managed: true, tags: { premiumSubscriberRole: true } })
  await expect.poll(() => dora().roles.premiumSubscriberRole?.id).toBe(role?.id)
  await expect.poll(() => heard.map(({ type }) => type)).toEqual([MessageType.GuildBoost, MessageType.GuildBoostTier1])
  expect(guild().maximumBitrate).toBe(128_000)
  const refusal = await dora()
    .roles.remove(role?.id ?? "")
    .catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DiscordAPIError)
  expect(refusal).toMatchObject({ code: 50013 })
  await expect(guild().roles.delete(role?.id ?? "")).rejects.toMatchObject({ code: 50028 })
})

it("sees it end", async () => {
  expect((await control("DELETE", boosts)).status).toBe(200)
  await expect.poll(() => guild().premiumTier).toBe(GuildPremiumTier.None)
  await expect.poll(() => dora().premiumSince).toBeNull()
  expect(dora().roles.premiumSubscriberRole).toBeNull()
})

it("sees who is pending, and that they accept the rules", async () => {
  expect(guild().features).toContain(GuildFeature.MemberVerificationGateEnabled)
  await control("DELETE", `/users/${DORA}/guilds/${GUILD}/member`)
  await told("GUILD_MEMBER_REMOVE").toBe(1)
  await control("POST", `/users/${DORA}/invites/Harbour1`)
  await expect.poll(() => guild().members.cache.get(DORA)?.pending).toBe(true)
  const accepted = new Promise<GuildMember>((resolve) => {
    bot().client.once("guildMemberUpdate", (_, member) => resolve(member))
  })
  expect((await control("PUT", `/users/${DORA}/guilds/${GUILD}/rules`)).status).toBe(200)
  expect((await accepted).pending).toBe(false)
})
