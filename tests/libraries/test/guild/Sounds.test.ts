/** A discord.js bot that makes sounds of a guild and plays them in voice, and what it is told. */
import { ChannelType, GatewayIntentBits, GatewayOpcodes, Routes } from "discord.js"
import { expect, it } from "vitest"
import { ALICE, APP, BOB, GUILD } from "../World.ts"
import { administrator } from "./Administrator.ts"

const [HORN, LOUNGE] = ["840000000000000001", "200000000000000045"]
/** An MP3 of ten frames. */
const FILE = Buffer.concat(
  Array.from({ length: 10 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)]))
)

const { bot, server, guild, told, control } = administrator({
  intent: GatewayIntentBits.GuildExpressions | GatewayIntentBits.GuildVoiceStates,
  holding: ({ channels = [] }) => ({
    channels: [...channels, { id: LOUNGE, name: "lounge", type: ChannelType.GuildVoice }],
    voice_states: [APP, ALICE].map((user_id) => ({ user_id, channel_id: LOUNGE })),
    soundboard_sounds: [{ id: HORN, name: "horn", volume: 0.5, emoji_name: "\u2693", user_id: BOB }]
  })
})

const lounge = () => {
  const found = guild().channels.cache.get(LOUNGE)
  return found?.type === ChannelType.GuildVoice ? found : expect.fail("no voice channel")
}

const fetched = async (path: string) => {
  const answer = await fetch(new URL(path, server().ready.rest_url))
  return [answer.status, answer.headers.get("content-type"), (await answer.arrayBuffer()).byteLength]
}

it("knows the sounds of a guild when it logs in, and who made them when it asks", async () => {
  expect(guild().soundboardSounds.cache.get(HORN)).toMatchObject({ name: "horn", volume: 0.5, available: true })
  const sound = await guild().soundboardSounds.fetch({ soundboardSound: HORN, force: true })
  expect(sound.user).toMatchObject({ id: BOB, username: "bob" })
  expect(await fetched(`/soundboard-sounds/${HORN}`)).toEqual([200, "audio/mpeg", 4170])
})

it("makes a sound, which everybody can fetch, changes and deletes it", async () => {
  const made = await guild().soundboardSounds.create({
    file: FILE,
    name: "bell",
    emojiName: "\u{1F514}",
    contentType: "audio/mpeg"
  })
  expect(made).toMatchObject({ name: "bell", volume: 1, available: true, guildId: GUILD })
  expect(made.user?.id).toBe(APP)
  expect(await fetched(`/soundboard-sounds/${made.soundId}`)).toEqual([200, "audio/mpeg", FILE.length])
  await told("GUILD_SOUNDBOARD_SOUND_CREATE").toBe(1)
  await made.edit({ name: "gong", volume: 0.25 })
  await told("GUILD_SOUNDBOARD_SOUND_UPDATE").toBe(1)
  expect(guild().soundboardSounds.cache.get(made.soundId)).toMatchObject({ name: "gong", volume: 0.25 })
  expect([...(await guild().soundboardSounds.fetch()).keys()].sort()).toEqual([HORN, made.soundId].sort())
  await made.delete("enough")
  await told("GUILD_SOUNDBOARD_SOUND_DELETE").toBe(1)
  expect(guild().soundboardSounds.cache.has(made.soundId)).toBe(false)
  const entries = (await guild().fetchAuditLogs({ limit: 3 })).entries.map(({ action, reason }) => [action, reason])
  expect(entries).toEqual([
    [132, "enough"],
    [131, null],
    [130, null]
  ])
  await expect(guild().soundboardSounds.fetch({ soundboardSound: made.soundId, force: true })).rejects.toThrow(
    "Unknown sound"
  )
  const long = { file: Buffer.concat(Array.from({ length: 21 }, () => FILE)), name: "long", contentType: "audio/mpeg" }
  await expect(guild().soundboardSounds.create(long)).rejects.toThrow("exceeds maximum length of 5.2 seconds")
})

it("plays a sound in the voice channel that it is connected to, and hears those of others", async () => {
  await lounge().sendSoundboardSound({ soundId: HORN })
  await told("VOICE_CHANNEL_EFFECT_SEND").toBe(1)
  const path = `/users/${ALICE}/channels/${LOUNGE}/voice_effects`
  expect((await control("POST", path, { sound: "quack" })).status).toBe(204)
  expect((await control("POST", path, { emoji: "\u{1F44F}" })).status).toBe(204)
  await told("VOICE_CHANNEL_EFFECT_SEND").toBe(3)
  const [own, sound, emoji] = bot().toldOf("VOICE_CHANNEL_EFFECT_SEND")
  expect(own).toMatchObject({ user_id: APP, channel_id: LOUNGE, sound_id: HORN, sound_volume: 0.5 })
  expect(sound).toMatchObject({ user_id: ALICE, sound_id: 1, emoji: { name: "\u{1F986}" } })
  expect(emoji).toMatchObject({ emoji: { name: "\u{1F44F}", id: null }, animation_type: 1 })
  await expect(lounge().sendSoundboardSound({ soundId: "999999999999999999" })).rejects.toThrow("Unknown sound")
})

it("reads the default sounds, and asks for those of guilds over the gateway", async () => {
  const [standard] = (await bot().client.rest.get(Routes.soundboardDefaultSounds())) as ReadonlyArray<unknown>
  expect(standard).toMatchObject({ sound_id: "1", name: "quack", volume: 1, available: true })
  const sounds = await bot().client.guilds.fetchSoundboardSounds({ guildIds: [GUILD] })
  expect([...(sounds.get(GUILD)?.keys() ?? [])]).toEqual([HORN])
  await told("SOUNDBOARD_SOUNDS").toBe(1)
  expect(GatewayOpcodes.RequestSoundboardSounds).toBe(31)
})

it("is told once of several sounds that are changed at once", async () => {
  const two = [HORN, "840000000000000002"].map((id) => ({ id, name: "horn" }))
  await control("PATCH", `/guilds/${GUILD}`, { soundboard_sounds: two })
  await control("PATCH", `/guilds/${GUILD}`, { soundboard_sounds: two.map((sound) => ({ ...sound, name: "pair" })) })
  await told("GUILD_SOUNDBOARD_SOUNDS_UPDATE").toBe(1)
  expect(guild().soundboardSounds.cache.map(({ name }) => name)).toEqual(["pair", "pair"])
})
