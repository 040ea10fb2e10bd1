/** An unmodified @discordjs/voice: it becomes ready, plays, is moved and disconnected, resumes, and leaves. */
import { Readable } from "node:stream"
import {
  AudioPlayerStatus,
  createAudioPlayer,
  createAudioResource,
  entersState,
  joinVoiceChannel,
  StreamType,
  type VoiceConnection,
  VoiceConnectionStatus
} from "@discordjs/voice"
import { GatewayIntentBits } from "discord.js"
import { afterAll, expect, it } from "vitest"
import { plainToward } from "../../src/PlainTls.ts"
import { APP, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const [LOUNGE, STUDIO] = ["200000000000000091", "200000000000000092"] as const

const { guild, server, told, bot, control } = administrator({
  intent: GatewayIntentBits.GuildVoiceStates,
  args: ["--voice"],
  holding: ({ channels = [] }) => ({
    channels: [...channels, { id: LOUNGE, name: "Lounge", type: 2 }, { id: STUDIO, name: "Studio", type: 2 }]
  })
})

const hosts = new Set<string>()
afterAll(plainToward(hosts))

let connection: VoiceConnection
const trouble: Array<unknown> = []

const becomes = (status: VoiceConnectionStatus) => entersState(connection, status, 10_000)
const own = () => guild().members.me?.voice ?? expect.fail("no voice")
const connections = async () => (await control("GET", "/voice_connections")).body.connections

it("becomes ready", async () => {
  hosts.add(new URL(server().ready.url).host)
  connection = joinVoiceChannel({
    channelId: LOUNGE,
    guildId: GUILD,
    adapterCreator: guild().voiceAdapterCreator,
    selfDeaf: false
  })
  connection.on("error", (error) => trouble.push(error))
  await becomes(VoiceConnectionStatus.Ready)
  expect(bot().toldOf("VOICE_SERVER_UPDATE")).toHaveLength(1)
  const { token, endpoint } = bot().toldOf("VOICE_SERVER_UPDATE")[0]
  expect(token).toMatch(/^[0-9a-f]{32}$/)
  expect(hosts).toContain(endpoint)
  expect(await connections()).toEqual([
    expect.objectContaining({
      user_id: APP,
      guild_id: GUILD,
      channel_id: LOUNGE,
      connected: true,
      ready: true,
      packets: 0
    })
  ])
})

it("plays what it has, is idle then, and the server has counted its packets", async () => {
  const player = createAudioPlayer()
  player.on("error", (error) => trouble.push(error))
  connection.subscribe(player)
  const silence = Buffer.from([0xf8, 0xff, 0xfe])
  player.play(createAudioResource(Readable.from(Array(10).fill(silence)), { inputType: StreamType.Opus }))
  await entersState(player, AudioPlayerStatus.Playing, 5_000)
  await entersState(player, AudioPlayerStatus.Idle, 5_000)
  await expect.poll(async () => (await connections())[0].packets, { interval: 5 }).toBeGreaterThanOrEqual(10)
  const [{ bytes, dropped, keep_alives }] = await connections()
  expect(bytes).toBeGreaterThan(10 * 12)
  expect(dropped).toBe(0)
  expect(keep_alives).toBeGreaterThanOrEqual(1)
})

it("follows when a moderator moves it", async () => {
  await own().setChannel(STUDIO)
  await told("VOICE_SERVER_UPDATE").toBe(2)
  await expect
    .poll(async () => (await connections()).map((one: { channel_id: string }) => one.channel_id))
    .toEqual([STUDIO])
  await becomes(VoiceConnectionStatus.Ready)
  expect(own().channelId).toBe(STUDIO)
})

it("resumes when its connection breaks", async () => {
  const { state } = connection
  const networking = "networking" in state ? state.networking.state : expect.fail("no networking")
  const socket = "ws" in networking ? networking.ws : expect.fail("no socket")
  // Its own socket, which the types hide.
  ;(socket as unknown as { ws: { terminate: () => void } }).ws.terminate()
  await becomes(VoiceConnectionStatus.Connecting)
  await becomes(VoiceConnectionStatus.Ready)
  expect(bot().toldOf("VOICE_SERVER_UPDATE")).toHaveLength(2)
})

it("is told by 4014 when a moderator disconnects it, and can come back", async () => {
  const disconnected = new Promise((resolve) =>
    connection.once(VoiceConnectionStatus.Disconnected, (_, now) => resolve(now))
  )
  await own().disconnect()
  expect(await disconnected).toMatchObject({ closeCode: 4014 })
  await expect.poll(() => own().channelId, { interval: 5 }).toBe(null)
  connection.rejoin()
  await becomes(VoiceConnectionStatus.Ready)
  expect(own().channelId).toBe(STUDIO)
})

it("goes on at another server when the region of its channel changes", async () => {
  const before = bot().toldOf("VOICE_SERVER_UPDATE")
  const isConnecting = becomes(VoiceConnectionStatus.Connecting)
  const channel = guild().channels.cache.get(STUDIO)
  await (channel?.isVoiceBased() ? channel.setRTCRegion("rotterdam", "far away") : expect.fail("no channel"))
  await told("VOICE_SERVER_UPDATE").toBe(before.length + 1)
  await isConnecting
  await becomes(VoiceConnectionStatus.Ready)
  expect(bot().toldOf("VOICE_SERVER_UPDATE").at(-1).token).not.toBe(before.at(-1).token)
  await expect
    .poll(async () => (await connections()).map((one: { channel_id: string }) => one.channel_id))
    .toEqual([STUDIO])
  expect(own().channelId).toBe(STUDIO)
})

it("leaves", async () => {
  connection.destroy()
  await expect.poll(() => own().channelId, { interval: 5 }).toBe(null)
  await expect.poll(connections, { interval: 5 }).toEqual([])
  expect(trouble).toEqual([])
})
