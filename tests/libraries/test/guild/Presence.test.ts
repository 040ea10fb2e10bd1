/** discord.js bots that see each other: what one sets of its own, until it leaves. */
import { ActivityType, GatewayIntentBits } from "discord.js"
import { afterAll, beforeAll, expect, it } from "vitest"
import { ALL_INTENTS, type Bot, startBot } from "../bot/Bot.ts"
import { botWorld } from "../bot/BotWorld.ts"
import { controlOf } from "../ControlClient.ts"
import { type LiveServer, startServer } from "../LiveServer.ts"
import { ALICE, GUILD, OTHER_APP } from "../World.ts"

let server: LiveServer
let watcher: Bot
let other: Bot | undefined

beforeAll(async () => {
  server = await startServer({ storage: "memory", world: botWorld, args: ["--limits", "off"] })
  watcher = await startBot(server.ready.rest_url, { intents: [...ALL_INTENTS, GatewayIntentBits.GuildPresences] })
})
afterAll(async () => {
  await other?.stop()
  await watcher.stop()
  expect(await server.stop()).toBe(0)
})

const seen = () => watcher.client.guilds.cache.get(GUILD)?.presences.cache.get(OTHER_APP)

const startOther = async () => {
  other = await startBot(server.ready.rest_url, {
    token: "other-bot-token",
    intents: [GatewayIntentBits.Guilds],
    presence: { status: "idle", activities: [{ name: "the harbour", type: ActivityType.Watching }] }
  })
  return other
}

it("shows what a bot said when it identified", async () => {
  expect(seen()).toBeUndefined()
  await startOther()
  await expect.poll(() => seen()?.status, { interval: 5 }).toBe("idle")
  expect(seen()?.activities).toMatchObject([{ name: "the harbour", type: ActivityType.Watching }])
  expect(seen()?.clientStatus).toEqual({ web: "idle" })
})

it("follows what it sets later, and shows the user in the console's view", async () => {
  other?.client.user.setPresence({
    status: "dnd",
    activities: [{ name: "waves", type: ActivityType.Streaming, url: "https://www.twitch.tv/waves" }]
  })
  await expect.poll(() => seen()?.status, { interval: 5 }).toBe("dnd")
  expect(seen()?.activities).toMatchObject([{ name: "waves", url: "https://www.twitch.tv/waves" }])
  const seenByAlice = await controlOf(server.ready.control_url).call("GET", `/users/${ALICE}/guilds/${GUILD}/members`)
  expect(JSON.stringify(seenByAlice.body)).toContain('"name":"waves"')
  other?.client.user.setStatus("invisible")
  await expect.poll(() => seen()?.status, { interval: 5 }).toBe("offline")
})

it("ignores a presence that makes no sense, and the bot stays connected", async () => {
  other?.client.user.setStatus("online")
  await expect.poll(() => seen()?.status, { interval: 5 }).toBe("online")
  const shard = other?.client.ws.shards.first() ?? expect.fail("no shard")
  shard.send({ op: 3, d: { status: "asleep", activities: [], since: null, afk: false } })
  shard.send({ op: 3, d: null })
  other?.client.user.setActivity("again")
  await expect.poll(() => seen()?.activities[0]?.name, { interval: 5 }).toBe("again")
})

it("shows what a person is busy with, in every detail, and on which clients", async () => {
  const activity = {
    name: "Chess",
    type: ActivityType.Playing,
    details: "endgame",
    state: "winning",
    timestamps: { start: 1_767_225_600_000 },
    application_id: OTHER_APP,
    party: { id: "p", size: [1, 2] },
    assets: { large_image: "board", large_text: "The board" },
    buttons: ["Watch"],
    flags: 1
  }
  const custom = { name: "Custom Status", type: ActivityType.Custom, state: "out", emoji: { name: "\u{1F43E}" } }
  const wanted = { status: "online", activities: [activity, custom], client_status: { mobile: "idle", web: "online" } }
  const { call } = controlOf(server.ready.control_url)
  expect((await call("PUT", `/users/${ALICE}/presence`, wanted)).status).toBe(200)
  const presence = () => watcher.client.guilds.cache.get(GUILD)?.presences.cache.get(ALICE)
  await expect.poll(() => presence()?.clientStatus, { interval: 5 }).toEqual(wanted.client_status)
  expect(presence()?.activities).toMatchObject([
    {
      name: "Chess",
      details: "endgame",
      state: "winning",
      applicationId: OTHER_APP,
      party: activity.party,
      assets: { largeImage: "board", largeText: "The board" },
      buttons: ["Watch"]
    },
    { state: "out", emoji: { name: "\u{1F43E}" } }
  ])
  expect(presence()?.activities[0]?.timestamps?.start?.getTime()).toBe(activity.timestamps.start)
  expect(presence()?.activities[0]?.flags.toArray()).toEqual(["Instance"])
  expect((await call("PUT", `/users/${ALICE}/presence`, { status: "offline", activities: [activity] })).status).toBe(
    200
  )
  await expect.poll(() => presence()?.status, { interval: 5 }).toBe("offline")
  expect(presence()?.clientStatus).toEqual({})
})

it("is offline when it leaves, and begins anew when it comes back", async () => {
  await other?.stop()
  await expect.poll(() => seen()?.status, { interval: 5 }).toBe("offline")
  await startOther()
  await expect.poll(() => seen()?.status, { interval: 5 }).toBe("idle")
})
