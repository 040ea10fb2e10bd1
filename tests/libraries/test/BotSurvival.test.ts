/** What an ordinary discord.js bot lives through: connections that are lost, and nothing of what happens meanwhile. */
import { once } from "node:events"
import { Events } from "discord.js"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type Bot, registerPing, startBot } from "./bot/Bot.ts"
import { botWorld } from "./bot/BotWorld.ts"
import { startRelay } from "./bot/Relay.ts"
import { controlOf } from "./ControlClient.ts"
import { type LiveServer, startServer } from "./LiveServer.ts"
import { ALICE, APP, BOB, BOT_DM, GENERAL, GUILD, MODERATOR } from "./World.ts"

type Control = ReturnType<typeof controlOf>

/** How many dispatches it gets again. */
const nextResume = async ({ client }: Bot): Promise<number> => (await once(client, Events.ShardResume))[1]

/** Messages, in a guild and direct ones, and changes of a role, in turn; each with its number. */
const happen = async (control: Control, count: number): Promise<ReadonlyArray<string>> => {
  const numbers = Array.from({ length: count }, (_, i) => i + 1)
  for (const n of numbers) {
    if (n % 3 === 0) await control.call("PATCH", `/guilds/${GUILD}/roles/${MODERATOR}`, { name: `event ${n}` })
    else await control.say(n % 3 === 1 ? ALICE : BOB, n % 3 === 1 ? BOT_DM : GENERAL, `event ${n}`)
  }
  return numbers.map((n) => `event ${n}`)
}

/** What of it the bot was told. */
const heardBy = ({ told }: Bot): ReadonlyArray<string> =>
  told
    .map(({ t, d }) => (t === "MESSAGE_CREATE" ? d.content : t === "GUILD_ROLE_UPDATE" ? d.role.name : ""))
    .filter((text) => text.startsWith("event "))

const BOT = { surface: "gateway", application: APP }

const expectAnswer = async (control: Control, command_id: string) =>
  expect(await control.use(ALICE, GENERAL, { command_id })).toMatchObject({
    state: "responded",
    message: { content: "pong from shard 0" }
  })

/** How many of its heartbeats were answered. */
const beats = ({ debug }: Bot): number => debug.filter((line) => line.includes("Heartbeat acknowledged")).length

/** Each end of a connection that the library brought about, as it tells of it: why, with which code, and what next. */
const closes = ({ debug }: Bot): ReadonlyArray<string> =>
  debug
    .filter((line) => line.includes("Destroying shard"))
    .map((line) => ["Reason", "Code", "Recover"].map((key) => line.match(`${key}: (.*)`)?.[1]).join("; "))

describe("a bot whose connection is lost", () => {
  let server: LiveServer
  let control: Control
  let bot: Bot
  let ping: string

  beforeAll(async () => {
    server = await startServer({ storage: "memory", world: botWorld, args: ["--limits", "off"] })
    control = controlOf(server.ready.control_url)
  })
  beforeEach(async () => {
    bot = await startBot(server.ready.rest_url)
    ping = await registerPing(bot)
  })
  afterEach(async () => {
    await control.noFaults()
    await bot.stop()
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  const COUNT = 30

  it.each([
    ["cut", { disconnect: true }],
    ["closed with 4000", { disconnect: { code: 4000 } }],
    ["closed with 4009", { disconnect: { code: 4009 } }],
    ["closed with 1001", { disconnect: { code: 1001 } }]
  ])("resumes when it is %s, and hears everything that happened meanwhile, once and in order", async (_, fault) => {
    const resumed = nextResume(bot)
    // It does not come back before everything has happened.
    const { id } = await control.fault({ match: { ...BOT, event: "RESUME" }, disconnect: { code: 4000 } })
    await control.fault({ match: BOT, ...fault, times: 1 })
    const events = await happen(control, COUNT)
    await control.call("DELETE", `/faults/${id}`)
    expect(await resumed).toBeGreaterThanOrEqual(COUNT)
    await expect.poll(() => heardBy(bot)).toEqual(events)
    expect(bot.toldOf("READY")).toHaveLength(1)
    expect(bot.told.map(({ s }) => s)).toEqual(bot.told.map((_, i) => i + 1))
    await expectAnswer(control, ping)
  })

  it("loses nothing either when it is cut again and again while things happen", async () => {
    const events: Array<string> = []
    for (const _ of [1, 2, 3]) {
      const resumed = nextResume(bot)
      const [happened] = await Promise.all([
        happen(control, COUNT),
        control.fault({ match: BOT, disconnect: true, times: 1 })
      ])
      events.push(...happened)
      await resumed
    }
    await expect.poll(() => heardBy(bot)).toEqual(events)
    expect(bot.told.map(({ s }) => s)).toEqual(bot.told.map((_, i) => i + 1))
  })

  it("resumes when it is told to reconnect (op 7)", async () => {
    const resumed = nextResume(bot)
    await control.fault({ match: BOT, reconnect: true, times: 1 })
    const events = await happen(control, COUNT)
    await resumed
    await expect.poll(() => heardBy(bot)).toEqual(events)
    expect(closes(bot)).toEqual(["Told to reconnect by Discord; 4200; Resume"])
    await expectAnswer(control, ping)
  })

  it("resumes on the same connection when its session is invalid but can be resumed (op 9, true)", async () => {
    const resumed = nextResume(bot)
    const planned = { match: BOT, invalid_session: { resumable: true }, times: 1 }
    await control.fault(planned)
    await resumed
    expect(closes(bot)).toEqual([])
    const events = await happen(control, COUNT)
    await expect.poll(() => heardBy(bot)).toEqual(events)
    await expectAnswer(control, ping)
  })

  it("stays where it is when days pass on the service clock", async () => {
    const relay = await startRelay(server.ready.rest_url, 400)
    const beating = await startBot(relay.rest_url)
    try {
      await control.advance(3 * 86_400_000)
      // Long enough for the service to look for sessions whose time is over: it does so every second.
      const from = beats(beating)
      await expect.poll(() => beats(beating)).toBeGreaterThan(from + 5)
      await expectAnswer(control, ping)
      for (const one of [bot, beating]) {
        expect(one.told.filter(({ t }) => t === "READY" || t === "RESUMED")).toHaveLength(1)
        expect(closes(one)).toEqual([])
      }
    } finally {
      await beating.stop()
      await relay.stop()
    }
  })

  it("begins a new session when it was away for more than the service keeps, and answers", async () => {
    const ready = once(bot.client, Events.ShardReady)
    const { id } = await control.fault({ match: { ...BOT, event: "RESUME" }, disconnect: { code: 4000 } })
    await control.fault({ match: BOT, disconnect: true, times: 1 })
    await happen(control, 1_001)
    await control.call("DELETE", `/faults/${id}`)
    await ready
    expect(bot.toldOf("READY")).toHaveLength(2)
    await expectAnswer(control, ping)
  })

  it("answers an interaction that was made while it was away, once it is back and within the 3 s that it has", async () => {
    const resumed = nextResume(bot)
    await control.fault({ match: BOT, disconnect: true, times: 1 })
    await expectAnswer(control, ping)
    expect(await resumed).toBeGreaterThan(0)
    const told = bot.told.map(({ t }) => t)
    expect(told.indexOf("INTERACTION_CREATE")).toBeGreaterThan(-1)
    expect(told.indexOf("INTERACTION_CREATE")).toBeLessThan(told.indexOf("RESUMED"))
  })

  it("closes by itself with 4200 and resumes when its heartbeats are not answered", async () => {
    const relay = await startRelay(server.ready.rest_url, 400)
    const beating = await startBot(relay.rest_url)
    try {
      await expect.poll(() => beats(beating)).toBeGreaterThan(1)
      const resumed = nextResume(beating)
      await control.fault({ match: BOT, heartbeats: "unanswered" })
      await once(beating.client, Events.ShardReconnecting)
      await control.noFaults()
      const events = await happen(control, 3)
      await resumed
      await expect.poll(() => heardBy(beating)).toEqual(events)
      expect(closes(beating)).toEqual(["Zombie connection; 4200; Resume"])
    } finally {
      await beating.stop()
      await relay.stop()
    }
  })
})
