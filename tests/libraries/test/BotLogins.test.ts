/**
 * An ordinary discord.js bot that logs in more than once. The library waits for five to six and a half seconds between
 * two log-ins by itself, so these tests run at the same time.
 */
import { once } from "node:events"
import { Events } from "discord.js"
import { describe, expect, it } from "vitest"
import { type Bot, registerPing, startBot } from "./bot/Bot.ts"
import { botWorld } from "./bot/BotWorld.ts"
import { controlOf } from "./ControlClient.ts"
import { FROZEN, type LiveServer, type ServerOptions, startProgram, startServer } from "./LiveServer.ts"
import { ALICE, APP, GENERAL, GUILD } from "./World.ts"

const ON_FILE: ServerOptions = { storage: "file", world: botWorld, args: [...FROZEN, "--limits", "off"] }

const nextReady = ({ client }: Bot) => once(client, Events.ShardReady)

const answerOf = async (server: LiveServer, command_id: string) =>
  (await controlOf(server.ready.control_url).use(ALICE, GENERAL, { command_id })).message?.content

const sessionsOf = (bot: Bot) => new Set(bot.toldOf("READY").map(({ session_id }) => session_id)).size

describe.concurrent("a bot logs in by itself", { timeout: 120_000 }, () => {
  it("after its session was made invalid (op 9, false), and answers", async ({ expect, onTestFinished }) => {
    const server = await startServer(ON_FILE)
    const bot = await startBot(server.ready.rest_url)
    onTestFinished(() => end([bot], server))
    const ping = await registerPing(bot)
    const ready = nextReady(bot)
    const match = { surface: "gateway", application: APP }
    await controlOf(server.ready.control_url).fault({ match, invalid_session: true, times: 1 })
    await ready
    expect(sessionsOf(bot)).toBe(2)
    expect(bot.client.guilds.cache.get(GUILD)?.available).toBe(true)
    expect(await answerOf(server, ping)).toBe("pong from shard 0")
  })

  it("after the world was replaced, and knows the new one", async ({ expect, onTestFinished }) => {
    const server = await startServer(ON_FILE)
    const bot = await startBot(server.ready.rest_url)
    onTestFinished(() => end([bot], server))
    const ready = nextReady(bot)
    const guilds = botWorld.guilds.map((guild) => (guild.id === GUILD ? { ...guild, name: "Haven" } : guild))
    await controlOf(server.ready.control_url).call("PUT", "/world", { ...botWorld, guilds })
    await ready
    expect(sessionsOf(bot)).toBe(2)
    expect(bot.client.guilds.cache.get(GUILD)?.name).toBe("Haven")
    expect(await answerOf(server, await registerPing(bot))).toBe("pong from shard 0")
  })

  it.for(["SIGTERM", "SIGKILL"] as const)(
    "after %s ended its server and another one started, and answers the next command",
    async (signal, { expect, onTestFinished }) => {
      let server = await startProgram(ON_FILE)
      const bot = await startBot(server.ready.rest_url)
      onTestFinished(() => end([bot], server))
      const ping = await registerPing(bot)
      const ready = nextReady(bot)
      const times = [performance.now()]
      server = await server.restart(signal, "same port")
      times.push(performance.now())
      await ready
      expect(await answerOf(server, ping)).toBe("pong from shard 0")
      times.push(performance.now())
      const [ended = 0, started = 0, answered = 0] = times
      console.log(`${signal}: up after ${ms(started - ended)}, and the bot answers ${ms(answered - started)} later`)
      expect(sessionsOf(bot)).toBe(2)
      expect(bot.client.guilds.cache.get(GUILD)?.members.me?.id).toBe(APP)
    }
  )

  it("five seconds after the session before where limits are enforced: the library sees to that, or the service", async ({
    expect,
    onTestFinished
  }) => {
    const server = await startServer({ storage: "memory", world: botWorld, args: ["--limits", "enforce"] })
    const start = (token: string, shards: Array<number>) =>
      startBot(server.ready.rest_url, { token, intents: [], shards, shardCount: 2 })
    const [together, ...apart] = await Promise.all([
      start("pet-shop-bot-token", [0, 1]),
      // They do not know of each other.
      start("other-bot-token", [0]),
      start("other-bot-token", [1])
    ])
    onTestFinished(() => end([together, ...apart], server))
    expect(between([together])).toBeGreaterThan(4_900)
    expect(between(apart)).toBeGreaterThan(4_900)
    expect(refusals([together])).toEqual([])
    expect(refusals(apart)).toEqual([expect.stringContaining("will attempt to resume: false")])
  })
})

/** Milliseconds from the first IDENTIFY to the one that began the second session: what the service counts. */
const between = (bots: ReadonlyArray<Bot>): number => {
  const sessions = bots.flatMap(({ told }) => told.filter(({ t }) => t === "READY"))
  const sent = bots.flatMap(({ identified }) => identified)
  return sessions.length === 2 && sent.length >= 2 ? Math.max(...sent) - Math.min(...sent) : Number.NaN
}

const refusals = (bots: ReadonlyArray<Bot>) =>
  bots.flatMap(({ debug }) => debug.filter((line) => line.includes("Invalid session;")))

const end = async (bots: ReadonlyArray<Bot>, server: LiveServer) => {
  await Promise.all(bots.map((bot) => bot.stop()))
  expect(await server.stop()).toBe(0)
}

const ms = (duration: number) => `${Math.round(duration)} ms`
