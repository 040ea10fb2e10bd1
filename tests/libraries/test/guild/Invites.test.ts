/** A discord.js bot that makes invites, and knows by their uses who joined by which. */
import { Events, GatewayIntentBits, type GuildMember, InviteTargetType, type TextChannel } from "discord.js"
import { expect, it } from "vitest"
import { expectInOrder } from "../bot/Stage.ts"
import { ALICE, APP, BOB, GENERAL, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const CAROL = "300000000000000003"
const CREW = "200000000000000077"

/** What the tracker says of those who join. */
const joined: Array<string> = []

const { bot, server, guild, told, control } = administrator({
  intent: GatewayIntentBits.GuildInvites,
  users: [{ id: CAROL, username: "carol" }],
  holding: (guild) => ({
    features: ["VANITY_URL"],
    vanity_url_code: "our-harbour",
    roles: [...(("roles" in guild && guild.roles) || []), { id: CREW, name: "Crew" }],
    invites: [{ code: "Harbour1", channel_id: GENERAL, inviter_id: ALICE, uses: 3 }]
  }),
  begun: ({ client }) => client.on(Events.GuildMemberAdd, (member) => track(member))
})

const general = () => guild().channels.cache.get(GENERAL) as TextChannel
const accept = (user: string, code: string) => control("POST", `/users/${user}/invites/${code}`)
const leave = (user: string) => control("DELETE", `/users/${user}/guilds/${GUILD}/member`)

const uses = new Map<string, number | null>()

/** As bots do it: the invite with more uses than before. */
const track = async ({ user, guild }: GuildMember) => {
  const now = await guild.invites.fetch()
  const used = now.find((invite) => (invite.uses ?? 0) > (uses.get(invite.code) ?? 0))
  joined.push(`${user.username} by ${used?.code ?? "?"} of ${used?.inviter?.username ?? "?"}`)
}

it("makes an invite, is told of it, and finds it everywhere", async () => {
  const invite = await general().createInvite({ maxAge: 3_600, maxUses: 2, reason: "for the crew", roles: [CREW] })
  expect(invite).toMatchObject({ maxAge: 3_600, maxUses: 2, uses: 0, temporary: false, channelId: GENERAL })
  expect(invite.inviter?.id).toBe(APP)
  expect(invite.expiresTimestamp).toBe((invite.createdTimestamp ?? 0) + 3_600_000)
  await told("INVITE_CREATE").toBe(1)
  expect(bot().toldOf("INVITE_CREATE")[0]).toMatchObject({ code: invite.code, uses: 0, role_ids: [CREW] })
  expect(guild().invites.cache.has(invite.code)).toBe(true)
  const all = await guild().invites.fetch()
  expect([...all.keys()].sort()).toEqual(["Harbour1", invite.code].sort())
  expect(all.get("Harbour1")).toMatchObject({ uses: 3, maxAge: 0 })
  for (const { code, uses: now } of all.values()) uses.set(code, now)
  expect([...(await general().fetchInvites()).keys()].length).toBe(2)
  const found = await bot().client.fetchInvite(`https://discord.gg/${invite.code}`)
  expect(found.guild?.name).toBe("Harbour")
  expect(found.memberCount).toBe((await guild().fetch()).approximateMemberCount)
  // Nobody needs a token to look at an invite.
  const open = await fetch(`${server().ready.rest_url}/v10/invites/${invite.code}`)
  expect(await open.json()).toMatchObject({ code: invite.code, roles: [{ id: CREW, name: "Crew" }] })
})

it("knows who joined by which invite, until it is used up", async () => {
  const code = guild().invites.cache.find((invite) => invite.maxUses === 2)?.code ?? expect.fail("no invite")
  expect((await accept(CAROL, code)).body).toMatchObject({ code, new_member: true })
  await expect.poll(() => joined, { interval: 5 }).toEqual([`carol by ${code} of Pet Shop`])
  expect(guild().members.cache.get(CAROL)?.roles.cache.has(CREW)).toBe(true)
  expect(guild().invites.cache.get(code)?.uses).toBe(1)
  expect((await accept(CAROL, code)).body).toMatchObject({ new_member: false })
  expect((await leave(CAROL)).status).toBe(204)
  await told("GUILD_MEMBER_REMOVE").toBe(1)
  expect((await accept(CAROL, code)).status).toBe(200)
  await told("INVITE_DELETE").toBe(1)
  expect(bot().toldOf("INVITE_DELETE")[0]).toMatchObject({ channel_id: GENERAL, guild_id: GUILD, code })
  await told("GUILD_MEMBER_ADD").toBe(2)
  expect(guild().invites.cache.has(code)).toBe(false)
  expect((await accept(BOB, code)).body).toMatchObject({ code: 10006 })
})

it("deletes an invite, and the next look says that there is none", async () => {
  const invite = await guild().invites.fetch("Harbour1")
  await invite.delete("an old one")
  await told("INVITE_DELETE").toBe(2)
  await expect(bot().client.fetchInvite("Harbour1")).rejects.toThrow("Unknown Invite")
  await expect(guild().invites.delete("Harbour1")).rejects.toThrow("Unknown Invite")
})

it("invites some users alone, and reads whom", async () => {
  const invite = await general().createInvite({ unique: true, targetUsersFile: [BOB, CAROL] })
  expect((await invite.fetchTargetUsers()).toString()).toBe(`user_id\n${BOB}\n${CAROL}\n`)
  expect(await invite.fetchTargetUsersJobStatus()).toMatchObject({ status: 2, totalUsers: 2 })
  await invite.updateTargetUsers([BOB])
  await leave(CAROL)
  expect((await accept(CAROL, invite.code)).body).toMatchObject({ code: 10006 })
})

it("keeps those out who are banned, and expects no owner to leave", async () => {
  const { code } = await general().createInvite()
  await guild().bans.create(CAROL)
  expect((await accept(CAROL, code)).body).toMatchObject({ code: 40007 })
  expect((await leave(ALICE)).status).toBe(400)
  await guild().bans.remove(CAROL)
  const before = await guild().fetchVanityData()
  expect(before).toEqual({ code: "our-harbour", uses: 0 })
  expect((await accept(CAROL, "our-harbour")).body).toMatchObject({ new_member: true })
  expect((await guild().fetchVanityData()).uses).toBe(1)
  expectInOrder(bot())
})

it("is told when an invite expires", async () => {
  const { code } = await general().createInvite({ maxAge: 60, unique: true })
  await control("POST", "/clock", { advance_ms: 60_000 })
  await expect.poll(() => bot().toldOf("INVITE_DELETE").at(-1)?.code, { interval: 5 }).toBe(code)
})

it("invites to an Activity of the platform, whose application no world has", async () => {
  const invite = await general().createInvite({
    unique: true,
    targetType: InviteTargetType.EmbeddedApplication,
    targetApplication: "880218394199220334"
  })
  expect(invite.targetApplication?.name).toBe("Watch Together")
  expect((await guild().invites.fetch(invite.code)).targetApplication?.id).toBe("880218394199220334")
  expect(bot().toldOf("INVITE_CREATE").at(-1)).toMatchObject({ target_application: { name: "Watch Together" } })
})
