/** A discord.js bot that edits itself and the flags of members, and what it is told. */
import { GatewayIntentBits, GuildMemberFlags } from "discord.js"
import { expect, it } from "vitest"
import { BOB, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

/** The head of a PNG. */
const PIXEL = Buffer.from("89504e470d0a1a0a", "hex")
const HASH = /^[0-9a-f]{32}$/

const { bot, guild, told, control } = administrator({ intent: GatewayIntentBits.GuildMembers })

it("changes its own pictures, everywhere and in one guild", async () => {
  const { user } = bot().client
  await user.setAvatar(PIXEL)
  await user.setBanner(PIXEL)
  expect(user.avatar).toMatch(HASH)
  await told("USER_UPDATE").toBe(2)
  expect(bot().toldOf("USER_UPDATE")[1]).toMatchObject({ avatar: user.avatar, banner: user.avatar })
  // In two guilds.
  await told("GUILD_MEMBER_UPDATE").toBe(4)
  const me = await guild().members.editMe({ avatar: PIXEL, banner: PIXEL, bio: "Pets", reason: "Pets" })
  expect([me.avatar, me.banner]).toEqual([expect.stringMatching(HASH), expect.stringMatching(HASH)])
  await told("GUILD_MEMBER_UPDATE").toBe(5)
  await expect(guild().members.editMe({ bio: "x".repeat(191) })).rejects.toThrow("BASE_TYPE_BAD_LENGTH")
  await expect(user.setAvatar(Buffer.from("<svg/>"))).rejects.toThrow("IMAGE_INVALID")
  await user.setAvatar(null)
  expect(user.avatar).toBeNull()
})

it("sets a flag of a member, which is in the audit log", async () => {
  const bob = await guild().members.fetch(BOB)
  expect((await bob.setFlags(GuildMemberFlags.BypassesVerification, "trusted")).flags.bitfield).toBe(4)
  const { entries } = await guild().fetchAuditLogs({ limit: 1 })
  expect(entries.first()).toMatchObject({
    reason: "trusted",
    changes: [{ key: "bypasses_verification", old: false, new: true }]
  })
})

it("sees a member come back", async () => {
  const invite = await guild().invites.create(guild().channels.cache.find((one) => one.isSendable())?.id ?? "")
  const path = `/users/${BOB}/guilds/${GUILD}/member`
  expect((await control("DELETE", path, undefined)).status).toBe(204)
  expect((await control("POST", `/users/${BOB}/invites/${invite.code}`, undefined)).status).toBe(200)
  await told("GUILD_MEMBER_ADD").toBe(1)
  expect(bot().toldOf("GUILD_MEMBER_ADD")[0]).toMatchObject({ flags: 1, avatar: null, banner: null })
  expect((await control("PATCH", path, { avatar: `data:image/png;base64,${PIXEL.toString("base64")}` })).status).toBe(
    200
  )
  await expect.poll(() => guild().members.cache.get(BOB)?.avatar).toMatch(HASH)
})
