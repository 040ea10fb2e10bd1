/** A server with the world of the bots, the users on its control plane, and a bot that is ready. */
import { judgeDispatch } from "@backlot/test-judges/published/DispatchJudge"
import type { Guild, SendableChannels } from "discord.js"
import { expect } from "vitest"
import { controlOf } from "../ControlClient.ts"
import { startServer } from "../LiveServer.ts"
import { GENERAL, GUILD } from "../World.ts"
import { type Bot, startBot, type Told } from "./Bot.ts"
import { botWorld } from "./BotWorld.ts"

export type Stage = Awaited<ReturnType<typeof startStage>>

export const startStage = async () => {
  const server = await startServer({ storage: "memory", world: botWorld, args: ["--limits", "off"] })
  const bot = await startBot(server.ready.rest_url)
  return {
    server,
    bot,
    control: controlOf(server.ready.control_url),
    /** As it stands in the bot's cache. */
    guild: (id = GUILD): Guild => bot.client.guilds.cache.get(id) ?? expect.fail(`no guild ${id}`),
    channel: async (id = GENERAL): Promise<SendableChannels> => {
      const channel = await bot.client.channels.fetch(id)
      return channel?.isSendable() ? channel : expect.fail(`nothing can be sent to ${id}`)
    },
    /** Waits until the bot, or another one, was told something that fits. */
    told: (t: string, fits: (d: Told["d"]) => unknown = () => true, to: Bot = bot): Promise<void> =>
      expect.poll(() => to.toldOf(t).find(fits), { interval: 5 }).toBeDefined(),
    stop: async () => {
      await bot.stop()
      expect(await server.stop()).toBe(0)
    }
  }
}

/** All that a bot was told is numbered without a gap and of the published types, and its library complains of nothing. */
export const expectInOrder = ({ told, debug }: Bot): void => {
  expect(told.length).toBeGreaterThan(0)
  expect(told.map(({ s }) => s)).toEqual(told.map((_, i) => i + 1))
  expect(debug.filter((line) => /error|warn|invalid/i.test(line))).toEqual([])
  expect([...new Set(told.flatMap(({ t, d }) => judgeDispatch(t, d).map((how) => `${t} ${how}`)))]).toEqual([])
}
