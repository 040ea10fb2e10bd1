/** An oceanic.js bot in a voice channel: it joins, becomes ready, goes on elsewhere, and leaves. */
import { afterAll, expect, it } from "vitest"
import { plainToward } from "../../src/PlainTls.ts"
import { APP, GUILD } from "../World.ts"
import { harbourmaster } from "./Harbourmaster.ts"

const [LOUNGE, STUDIO] = ["200000000000000045", "200000000000000046"] as const

const { client, guild, server, hears, control } = harbourmaster({
  args: ["--voice"],
  holding: ({ channels = [] }) => ({
    channels: [...channels, { id: LOUNGE, name: "lounge", type: 2 }, { id: STUDIO, name: "studio", type: 2 }]
  })
})

const hosts = new Set<string>()
afterAll(plainToward(hosts))

const connections = async () =>
  (await control("GET", "/voice_connections")).body.connections.map(
    ({ user_id, channel_id, ready }: Readonly<Record<string, unknown>>) => ({ user_id, channel_id, ready })
  )
const poll = () => expect.poll(connections, { interval: 5 })

const join = (channelID: string) =>
  client().joinVoiceChannel({
    channelID,
    guildID: GUILD,
    selfDeaf: false,
    selfMute: false,
    voiceAdapterCreator: guild().voiceAdapterCreator
  })

it("becomes ready", async () => {
  hosts.add(new URL(server().ready.url).host)
  const connection = join(LOUNGE)
  const states: Array<string> = []
  connection.on("stateChange", (_, { status }) => states.push(status))
  await expect.poll(() => states.at(-1), { interval: 5 }).toBe("ready")
  await hears("VOICE_STATE_UPDATE", "VOICE_SERVER_UPDATE", "VOICE_CHANNEL_START_TIME_UPDATE")
  expect(await connections()).toEqual([{ user_id: APP, channel_id: LOUNGE, ready: true }])
  expect(guild().voiceStates.get(APP)?.channelID).toBe(LOUNGE)
})

it("goes on in another channel, and at another server", async () => {
  join(STUDIO)
  await poll().toEqual([{ user_id: APP, channel_id: STUDIO, ready: true }])
  await hears("VOICE_SERVER_UPDATE")
  await control("PATCH", `/guilds/${GUILD}/channels/${STUDIO}`, { rtc_region: "rotterdam" })
  await hears("CHANNEL_UPDATE", "VOICE_SERVER_UPDATE")
  await poll().toEqual([{ user_id: APP, channel_id: STUDIO, ready: true }])
})

it("leaves", async () => {
  client().leaveVoiceChannel(GUILD)
  await poll().toEqual([])
  expect((await control("GET", `/guilds/${GUILD}/voice_states/${APP}`)).status).toBe(404)
})
