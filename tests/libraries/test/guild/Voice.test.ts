/** A discord.js bot with voice: a lobby that opens rooms, who is where, and what a moderator changes. */
import { ChannelType, GatewayIntentBits, GatewayOpcodes } from "discord.js"
import { expect, it } from "vitest"
import { expectInOrder } from "../bot/Stage.ts"
import { ALICE, APP, BOB, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const [LOBBY, STAGE] = ["200000000000000091", "200000000000000092"] as const

const { bot, guild, told, control, server } = administrator({
  intent: GatewayIntentBits.GuildVoiceStates,
  holding: ({ channels = [] }) => ({
    channels: [...channels, { id: LOBBY, name: "Join to create", type: 2 }, { id: STAGE, name: "Town hall", type: 13 }],
    voice_states: [{ user_id: BOB, channel_id: LOBBY, self_mute: true }]
  })
})

const voiceOf = (user: string) => guild().voiceStates.cache.get(user)

it("sees at its start who is connected", () => {
  expect(voiceOf(BOB)).toMatchObject({ channelId: LOBBY, selfMute: true, serverMute: false })
  expect(guild().members.cache.get(BOB)?.voice.channelId).toBe(LOBBY)
})

it("opens a room for whoever joins the lobby, moves them there, and closes it when they leave", async () => {
  bot().client.once("voiceStateUpdate", async (before, after) => {
    expect([before.channelId, after.channelId]).toEqual([null, LOBBY])
    const room = await after.guild.channels.create({
      name: `${after.member?.displayName}'s room`,
      type: ChannelType.GuildVoice
    })
    await after.setChannel(room)
  })
  const joined = await control("PUT", `/users/${ALICE}/channels/${LOBBY}/voice`, {})
  expect(joined.status).toBe(200)
  await expect.poll(() => voiceOf(ALICE)?.channel?.name, { interval: 5 }).toMatch(/'s room$/)
  const room = voiceOf(ALICE)?.channel ?? expect.fail("no room")
  await expect.poll(() => [...room.members.keys()], { interval: 5 }).toEqual([ALICE])
  expect((await control("DELETE", `/users/${ALICE}/voice`)).status).toBe(204)
  await expect.poll(() => room.members.size, { interval: 5 }).toBe(0)
  await room.delete()
})

it("mutes, deafens and disconnects, and is refused where nobody is connected", async () => {
  const alice = await guild().members.fetch(ALICE)
  await expect(alice.voice.setMute(true)).rejects.toThrow("Target user is not connected to voice.")
  await control("PUT", `/users/${ALICE}/channels/${LOBBY}/voice`, { self_deaf: true })
  await expect.poll(() => alice.voice.selfDeaf, { interval: 5 }).toBe(true)
  await alice.voice.setMute(true, "too loud")
  await alice.voice.setDeaf(true)
  await expect.poll(() => [alice.voice.serverMute, alice.voice.serverDeaf], { interval: 5 }).toEqual([true, true])
  await alice.voice.disconnect()
  await expect.poll(() => voiceOf(ALICE)?.channelId, { interval: 5 }).toBe(null)
})

it("lets people speak on a stage, and asks to speak itself", async () => {
  await control("PUT", `/users/${ALICE}/channels/${STAGE}/voice`, { request_to_speak: true })
  const alice = await guild().members.fetch(ALICE)
  await expect.poll(() => alice.voice.suppress, { interval: 5 }).toBe(true)
  expect(alice.voice.requestToSpeakTimestamp).toBeTypeOf("number")
  await alice.voice.setSuppressed(false)
  await expect.poll(() => alice.voice.suppress, { interval: 5 }).toBe(false)
  const fetched = await guild().voiceStates.fetch(ALICE)
  expect(fetched.suppress).toBe(false)
})

const send = (channel_id: string | null) =>
  guild().shard.send({
    op: GatewayOpcodes.VoiceStateUpdate,
    d: { guild_id: GUILD, channel_id, self_mute: false, self_deaf: true }
  })

it("connects over the gateway, is told of a voice server, and leaves", async () => {
  send(STAGE)
  await told("VOICE_SERVER_UPDATE").toBe(1)
  expect(bot().toldOf("VOICE_SERVER_UPDATE")[0]).toMatchObject({
    guild_id: GUILD,
    endpoint: new URL(server().ready.url).host
  })
  await expect.poll(() => guild().members.me?.voice.channelId, { interval: 5 }).toBe(STAGE)
  const own = guild().members.me?.voice ?? expect.fail("no voice")
  expect(own).toMatchObject({ selfDeaf: true, suppress: true })
  await own.setRequestToSpeak(true)
  await expect.poll(() => own.requestToSpeakTimestamp, { interval: 5 }).toBeTypeOf("number")
  await own.setSuppressed(false)
  await expect.poll(() => own.suppress, { interval: 5 }).toBe(false)
  expect((await guild().voiceStates.fetch("@me")).channelId).toBe(STAGE)
  send(null)
  await expect.poll(() => own.channelId, { interval: 5 }).toBe(null)
  expectInOrder(bot())
})

it("sets the status of a voice channel, and removes it", async () => {
  const { rest } = bot().client
  await rest.put(`/channels/${LOBBY}/voice-status`, { body: { status: "Singing" }, reason: "a feast" })
  await told("VOICE_CHANNEL_STATUS_UPDATE").toBe(1)
  expect(bot().toldOf("VOICE_CHANNEL_STATUS_UPDATE")[0]).toEqual({ id: LOBBY, guild_id: GUILD, status: "Singing" })
  await rest.put(`/channels/${LOBBY}/voice-status`, { body: { status: null } })
  await told("VOICE_CHANNEL_STATUS_UPDATE").toBe(2)
  const logs = await guild().fetchAuditLogs({ limit: 2 })
  expect(logs.entries.map(({ action, reason }) => [action, reason])).toEqual([
    [193, null],
    [192, "a feast"]
  ])
  const long = rest.put(`/channels/${LOBBY}/voice-status`, { body: { status: "a".repeat(501) } })
  await expect(long).rejects.toMatchObject({ code: 50_035 })
  await expect(rest.put(`/channels/${STAGE}/voice-status`, { body: {} })).rejects.toMatchObject({ code: 50_024 })
})

it("is disconnected from voice when its session ends", async () => {
  const own = async () => (await control("GET", `/guilds/${GUILD}/voice_states/${APP}`)).status
  send(LOBBY)
  await expect.poll(own, { interval: 5 }).toBe(200)
  await bot().client.destroy()
  await expect.poll(own, { interval: 5 }).toBe(404)
})
