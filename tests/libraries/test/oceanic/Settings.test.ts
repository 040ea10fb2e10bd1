/** An oceanic.js bot that looks after its guild: who is welcomed, how, by what, and how the bot itself looks. */
import { AuditLogActionTypes } from "oceanic.js"
import { expect, it } from "vitest"
import { ALICE, APP, GENERAL, GUILD } from "../World.ts"
import { harbourmaster } from "./Harbourmaster.ts"

const IDLE = "300000000000000045"
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)
const HASH = /^[0-9a-f]{32}$/

const { rest, guild, client, hears } = harbourmaster({
  holding: ({ members = [] }) => ({
    premium_tier: 3,
    features: ["COMMUNITY", "ENHANCED_ROLE_COLORS"],
    rules_channel_id: GENERAL,
    public_updates_channel_id: GENERAL,
    members: [...members, { user_id: IDLE, joined_at: "2020-01-01T00:00:00Z" }]
  }),
  users: [{ id: IDLE, username: "idle" }]
})

it("asks new members, and greets them", async () => {
  const prompt = {
    ...{ id: "1", title: "Boats?", type: 0, inOnboarding: true, required: false, singleSelect: true },
    options: [
      {
        id: "2",
        title: "Yes",
        description: "Sail",
        channelIDs: [GENERAL],
        roleIDs: [],
        emoji: { id: null, name: "⚓" }
      }
    ]
  }
  const made = await rest().guilds.editOnboarding(GUILD, { defaultChannelIDs: [GENERAL], mode: 1, prompts: [prompt] })
  expect(made).toMatchObject({
    ...{ guildID: GUILD, enabled: false, mode: 1, defaultChannelIDs: [GENERAL] },
    prompts: [{ title: "Boats?", singleSelect: true, required: false }]
  })
  expect(made.prompts[0]?.options[0]).toMatchObject({ title: "Yes", channelIDs: [GENERAL], emoji: { name: null } })
  expect(await rest().guilds.getOnboarding(GUILD)).toEqual(made)
  const screen = {
    description: "Ahoy",
    welcomeChannels: [{ channelID: GENERAL, description: "Talk", emojiID: null, emojiName: "⚓" }]
  }
  expect(await rest().guilds.editWelcomeScreen(GUILD, { enabled: true, ...screen })).toEqual(screen)
  expect(await rest().guilds.getWelcomeScreen(GUILD)).toEqual(screen)
  await hears("GUILD_UPDATE")
  expect(guild().features).toContain("WELCOME_SCREEN_ENABLED")
})

it("shows a widget", async () => {
  // The library reads the answer of its own edit as the widget itself, so that the edit is sent without it.
  await rest().request({
    method: "PATCH",
    path: `/guilds/${GUILD}/widget`,
    auth: true,
    json: { enabled: true, channel_id: null }
  })
  expect(await rest().guilds.getWidgetSettings(GUILD)).toEqual({ channelID: null, enabled: true })
  const widget = await rest().guilds.getWidgetJSON(GUILD)
  expect(widget).toMatchObject({ id: GUILD, instant_invite: null })
  expect(widget.presence_count).toBe(widget.members.length)
  const picture = await rest().guilds.getWidgetImage(GUILD, "shield")
  expect(Buffer.from(picture).subarray(1, 4).toString()).toBe("PNG")
  await hears("GUILD_UPDATE")
  expect(guild()).toMatchObject({ widgetEnabled: true, widgetChannelID: null })
})

it("removes who is idle", async () => {
  expect(await rest().guilds.getPruneCount(GUILD, { days: 30 })).toBeGreaterThan(0)
  const gone = await rest().guilds.beginPrune(GUILD, { days: 30, computePruneCount: true, reason: "autumn" })
  await hears("GUILD_MEMBER_REMOVE", "GUILD_AUDIT_LOG_ENTRY_CREATE")
  await expect(rest().guilds.getMember(GUILD, IDLE)).rejects.toThrow("Unknown Member")
  const { entries } = await rest().guilds.getAuditLog(GUILD, { actionType: AuditLogActionTypes.MEMBER_PRUNE })
  expect(entries[0]).toMatchObject({
    reason: "autumn",
    targetID: null,
    options: { deleteMemberDays: "30", membersRemoved: String(gone) }
  })
})

it("makes a template of the guild, and keeps it in step", async () => {
  const made = await rest().guilds.createTemplate(GUILD, { name: "Ports", description: "For ports" })
  expect(made).toMatchObject({ name: "Ports", sourceGuildID: GUILD, usageCount: 0, creator: { id: APP } })
  expect(made.serializedSourceGuild.channels?.length).toBeGreaterThan(0)
  await rest().channels.edit(GENERAL, { topic: "Tides" })
  expect(await rest().guilds.getTemplate(made.code)).toMatchObject({ isDirty: true })
  expect(await rest().guilds.syncTemplate(GUILD, made.code)).toMatchObject({ isDirty: null })
  expect(await rest().guilds.editTemplate(GUILD, made.code, { name: "Quays" })).toMatchObject({ name: "Quays" })
  expect((await rest().guilds.getTemplates(GUILD)).map(({ name }) => name)).toEqual(["Quays"])
  await rest().guilds.deleteTemplate(GUILD, made.code)
  await expect(rest().guilds.getTemplate(made.code)).rejects.toThrow("Unknown guild template")
})

it("stops invites and direct messages for a while", async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const stopped = await rest().guilds.editIncidentActions(GUILD, {
    dmsDisabledUntil: until,
    invitesDisabledUntil: until
  })
  expect(new Date(stopped.invitesDisabledUntil ?? "").toISOString()).toBe(until)
  expect(new Date(stopped.dmsDisabledUntil ?? "").toISOString()).toBe(until)
  await hears("GUILD_UPDATE")
  const lifted = await rest().guilds.editIncidentActions(GUILD, { dmsDisabledUntil: null, invitesDisabledUntil: null })
  expect(lifted).toMatchObject({ invitesDisabledUntil: null })
})

it("gives a role an icon and several colors", async () => {
  const role = await rest().guilds.createRole(GUILD, {
    name: "Captain",
    icon: PIXEL,
    colors: { primaryColor: 0x111111, secondaryColor: 0x222222, tertiaryColor: null }
  })
  await hears("GUILD_ROLE_CREATE")
  const colors = { primaryColor: 0x111111, secondaryColor: 0x222222, tertiaryColor: null }
  expect(role).toMatchObject({ colors, color: 0x111111, unicodeEmoji: null, flags: 0, hoist: false })
  expect(role.icon).toMatch(HASH)
  await rest().guilds.editRole(GUILD, role.id, { unicodeEmoji: "⚓" })
  await hears("GUILD_ROLE_UPDATE")
  expect(guild().roles.get(role.id)).toMatchObject({ colors, unicodeEmoji: "⚓" })
  expect((await rest().guilds.getRole(GUILD, role.id)).toJSON()).toMatchObject({ name: "Captain", colors })
  expect((await rest().guilds.getRoleMemberCounts(GUILD))[role.id]).toBe(0)
})

it("changes how it looks, everywhere and in this guild", async () => {
  const self = await rest().users.editSelf({ avatar: PIXEL, banner: PIXEL })
  await hears("USER_UPDATE")
  expect([self.avatar, self.banner]).toEqual([expect.stringMatching(HASH), expect.stringMatching(HASH)])
  expect(client().user).toMatchObject({ id: APP, avatar: self.avatar, banner: self.banner, bot: true })
  const me = await rest().guilds.editCurrentMember(GUILD, { avatar: PIXEL, banner: PIXEL, bio: "Pets", nick: "Pier" })
  await hears("GUILD_MEMBER_UPDATE")
  expect(me).toMatchObject({ nick: "Pier", avatar: self.avatar, banner: self.banner })
  expect(guild().clientMember).toMatchObject({ nick: "Pier", avatar: self.avatar })
  const application = await rest().applications.editCurrent({ description: "Keeps the port", tags: ["boats"] })
  expect(application).toMatchObject({ description: "Keeps the port", tags: ["boats"], owner: { id: ALICE } })
})

it("shows what others may see of the guild", async () => {
  const preview = await rest().guilds.getPreview(GUILD)
  expect(preview).toMatchObject({ id: GUILD, name: guild().name, emojis: [], stickers: [] })
  expect(preview.approximateMemberCount).toBe(guild().memberCount)
})
