/** An oceanic.js bot that moderates: bans, the audit log, automatic moderation, invites, webhooks, voice. */
import { AuditLogActionTypes, ChannelTypes } from "oceanic.js"
import { expect, it } from "vitest"
import { ALICE, APP, BOB, GENERAL, GUILD } from "../World.ts"
import { harbourmaster } from "./Harbourmaster.ts"

const VOICE = "200000000000000091"
const STAGE = "200000000000000092"

const { rest, guild, client, hears, control } = harbourmaster({
  holding: ({ channels = [] }) => ({
    channels: [...channels, { id: VOICE, name: "Mess", type: 2 }, { id: STAGE, name: "Town hall", type: 13 }],
    voice_states: [{ user_id: BOB, channel_id: VOICE }]
  })
})

const say = (user: string, content: string) =>
  control("POST", `/users/${user}/channels/${GENERAL}/messages`, { content })

it("bans with a reason, which the audit log keeps, and lifts the ban", async () => {
  await rest().guilds.createBan(GUILD, BOB, { reason: "spam", deleteMessageSeconds: 60 })
  await hears("GUILD_BAN_ADD", "GUILD_MEMBER_REMOVE", "GUILD_AUDIT_LOG_ENTRY_CREATE")
  expect(await rest().guilds.getBan(GUILD, BOB)).toMatchObject({ reason: "spam", user: { id: BOB } })
  expect((await rest().guilds.getBans(GUILD)).map(({ user }) => user.id)).toEqual([BOB])
  const { entries } = await rest().guilds.getAuditLog(GUILD, { actionType: AuditLogActionTypes.MEMBER_BAN_ADD })
  expect(entries[0]).toMatchObject({ reason: "spam", targetID: BOB, userID: APP })
  await rest().guilds.removeBan(GUILD, BOB)
  await hears("GUILD_BAN_REMOVE")
  expect((await control("PUT", `/guilds/${GUILD}/members/${BOB}`, {})).status).toBe(201)
  await hears("GUILD_MEMBER_ADD")
  const banned = await rest().guilds.bulkBan(GUILD, { userIDs: [BOB, ALICE] })
  expect(banned).toEqual({ bannedUsers: [BOB], failedUsers: [ALICE] })
  await rest().guilds.removeBan(GUILD, BOB)
  await control("PUT", `/guilds/${GUILD}/members/${BOB}`, {})
})

it("sets a rule, which blocks a message, and takes it away", async () => {
  const rule = await rest().guilds.createAutoModerationRule(GUILD, {
    name: "Manners",
    eventType: 1,
    triggerType: 1,
    triggerMetadata: { keywordFilter: ["damn*"] },
    actions: [
      { type: 1, metadata: {} },
      { type: 2, metadata: { channelID: GENERAL } }
    ],
    enabled: true
  })
  await hears("AUTO_MODERATION_RULE_CREATE")
  expect((await say(BOB, "damn fish")).body).toMatchObject({ code: 200000 })
  await hears("AUTO_MODERATION_ACTION_EXECUTION", "MESSAGE_CREATE")
  expect(await rule.edit({ enabled: false })).toMatchObject({ enabled: false })
  await hears("AUTO_MODERATION_RULE_UPDATE")
  expect((await rest().guilds.getAutoModerationRules(GUILD)).map(({ id }) => id)).toEqual([rule.id])
  await rule.deleteAutoModerationRule()
  await hears("AUTO_MODERATION_RULE_DELETE")
  expect((await say(BOB, "damn fish")).status).toBe(200)
})

it("makes an invite, by which somebody joins, and revokes it", async () => {
  const invite = await rest().channels.createInvite(GENERAL, { maxUses: 2, maxAge: 3_600, unique: true })
  await hears("INVITE_CREATE")
  expect(await rest().channels.getInvite(invite.code, { withCounts: true })).toMatchObject({
    code: invite.code,
    approximateMemberCount: 3
  })
  expect((await rest().channels.getInvites(GENERAL))[0]).toMatchObject({ maxUses: 2, uses: 0 })
  expect(await rest().guilds.getInvites(GUILD)).toHaveLength(1)
  await rest().channels.deleteInvite(invite.code)
  await hears("INVITE_DELETE")
  await expect(rest().channels.getInvite(invite.code)).rejects.toThrow("Unknown Invite")
})

it("speaks through a webhook, edits what it said, and deletes it", async () => {
  const webhook = await rest().webhooks.create(GENERAL, { name: "Tides" })
  await hears("WEBHOOKS_UPDATE")
  const said = await webhook.execute({ content: "high", username: "Moon", wait: true })
  expect(said).toMatchObject({ content: "high", author: { username: "Moon" } })
  expect(await webhook.editMessage(said.id, { content: "low" })).toMatchObject({ content: "low" })
  expect(await webhook.getMessage(said.id)).toMatchObject({ content: "low" })
  await webhook.deleteMessage(said.id)
  await hears("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE")
  expect((await rest().webhooks.getForGuild(GUILD)).map(({ name }) => name)).toEqual(["Tides"])
  expect(await webhook.edit({ name: "Tide times" })).toMatchObject({ name: "Tide times" })
  await webhook.delete()
  expect(await rest().webhooks.getForChannel(GENERAL)).toEqual([])
})

it("mutes, moves and disconnects who is in voice, and shows what a channel is about", async () => {
  expect((await control("PUT", `/users/${BOB}/channels/${VOICE}/voice`, {})).status).toBe(200)
  await hears("VOICE_STATE_UPDATE")
  expect(guild().voiceStates.get(BOB)).toMatchObject({ channelID: VOICE })
  const other = await guild().createChannel(ChannelTypes.GUILD_VOICE, { name: "Quiet" })
  await rest().guilds.editMember(GUILD, BOB, { mute: true, channelID: other.id })
  await hears("VOICE_STATE_UPDATE")
  expect(await rest().guilds.getVoiceState(GUILD, BOB)).toMatchObject({ mute: true, channelID: other.id })
  await rest().channels.setVoiceStatus(VOICE, "Shanties")
  await hears("VOICE_CHANNEL_STATUS_UPDATE")
  await rest().guilds.editMember(GUILD, BOB, { channelID: null })
  await hears("VOICE_STATE_UPDATE")
  expect(guild().voiceStates.get(BOB)?.channelID ?? null).toBe(null)
  expect((await rest().misc.getVoiceRegions()).length).toBeGreaterThan(0)
})

it("connects itself, and hears where the sound would be", async () => {
  guild().shard.updateVoiceState(GUILD, VOICE, { selfDeaf: true, selfMute: false })
  await hears("VOICE_STATE_UPDATE", "VOICE_SERVER_UPDATE")
  expect(await rest().guilds.getVoiceState(GUILD, "@me")).toMatchObject({ channelID: VOICE })
})

it("holds a stage", async () => {
  const stage = await rest().channels.createStageInstance(STAGE, { topic: "Tides" })
  await hears("STAGE_INSTANCE_CREATE")
  expect(await rest().channels.getStageInstance(STAGE)).toMatchObject({ id: stage.id, topic: "Tides" })
  expect(await rest().channels.editStageInstance(STAGE, { topic: "Winds" })).toMatchObject({ topic: "Winds" })
  await rest().channels.deleteStageInstance(STAGE)
  await hears("STAGE_INSTANCE_UPDATE", "STAGE_INSTANCE_DELETE")
})

it("shows what it is doing, and sees what others do", async () => {
  await client().editStatus("idle", [{ name: "the tide", type: 3 }])
  expect((await control("PUT", `/users/${BOB}/presence`, { status: "dnd" })).status).toBe(200)
  await hears("PRESENCE_UPDATE")
  expect(guild().members.get(BOB)?.presence).toMatchObject({ status: "dnd" })
})
