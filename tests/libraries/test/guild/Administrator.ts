/** A discord.js bot that may do everything in its guild, with a server of its own, for the tests of one file. */
import type { GatewayIntentBits } from "discord.js"
import { afterAll, beforeAll, expect } from "vitest"
import { ALL_INTENTS, type Bot, startBot } from "../bot/Bot.ts"
import { botWorld } from "../bot/BotWorld.ts"
import { controlOf } from "../ControlClient.ts"
import { type LiveServer, startServer } from "../LiveServer.ts"
import { APP, GUILD } from "../World.ts"

type Guild = (typeof botWorld.guilds)[number]

interface Setting {
  /** Beside the usual ones. */
  readonly intent: GatewayIntentBits
  /** What the guild holds beside the usual. */
  readonly holding?: (guild: Guild) => object
  /** People beside the usual ones. */
  readonly users?: ReadonlyArray<{ readonly id: string; readonly username: string; readonly flags?: number }>
  /** Tokens of users beside the usual ones. */
  readonly tokens?: ReadonlyArray<(typeof botWorld.tokens)[number]>
  /** Flags of the server beside the usual ones. */
  readonly args?: ReadonlyArray<string>
  /** Runs before the tests. */
  readonly begun?: (bot: Bot) => void
}

export const administrator = (setting: Setting) => {
  const { intent, holding = () => ({}), users = [], tokens = [], args = [], begun = () => {} } = setting
  const installs = [{ application_id: APP, scopes: ["bot"], permissions: ["ADMINISTRATOR"] }]
  const world = {
    ...botWorld,
    users: [...botWorld.users, ...users],
    tokens: [...botWorld.tokens, ...tokens],
    guilds: botWorld.guilds.map((guild) => (guild.id === GUILD ? { ...guild, ...holding(guild), installs } : guild))
  }
  let server: LiveServer
  let bot: Bot
  beforeAll(async () => {
    server = await startServer({ storage: "memory", world, args: ["--limits", "off", ...args] })
    const { rest_url } = server.ready
    bot = await startBot(rest_url, { intents: [...ALL_INTENTS, intent], cdn: new URL(rest_url).origin })
    begun(bot)
  })
  afterAll(async () => {
    await bot.stop()
    expect(await server.stop()).toBe(0)
  })
  return {
    bot: () => bot,
    server: () => server,
    guild: () => bot.client.guilds.cache.get(GUILD) ?? expect.fail("no guild"),
    /** Waits for so many dispatches of an event. */
    told: (t: string) => ({
      toBe: async (count: number): Promise<void> => {
        await expect.poll(() => bot.toldOf(t).length, { interval: 5 }).toBe(count)
      }
    }),
    /** A call of the control plane. */
    control: (...call: Parameters<ReturnType<typeof controlOf>["call"]>) =>
      controlOf(server.ready.control_url).call(...call)
  }
}
