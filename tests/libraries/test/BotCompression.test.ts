/** Bots that ask for compression, each by its library's own option: what comes to them can not be read on the way. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { BEACH, botWorld } from "./bot/BotWorld.ts"
import { startCoreBot } from "./bot/CoreBot.ts"
import { startInflatingBot } from "./bot/InflatingBot.ts"
import { startCompressedOceanicBot, startOceanicBot } from "./bot/OceanicBot.ts"
import type { OtherBot, StartOtherBot } from "./bot/OtherBot.ts"
import { type Relay, startRelay } from "./bot/Relay.ts"
import { controlOf } from "./ControlClient.ts"
import { type LiveServer, startServer } from "./LiveServer.ts"
import { ALICE, APP, BOB, GENERAL } from "./World.ts"

const HELLO = "heartbeat_interval"
const READY = '"t":"READY"'

/** Which of HELLO and READY stand in clear. */
const BOTS: ReadonlyArray<readonly [what: string, start: StartOtherBot, clear: ReadonlyArray<string>]> = [
  ["zlib-stream on @discordjs/ws", startCoreBot, []],
  ["zlib-stream on oceanic.js", startCompressedOceanicBot("zlib-stream"), []],
  ["zstd-stream on oceanic.js", startCompressedOceanicBot("zstd-stream"), []],
  ["compressed payloads on discord.js", startInflatingBot, [HELLO]],
  ["no compression on oceanic.js", startOceanicBot, [HELLO, READY]]
]

describe("a bot with", () => {
  let server: LiveServer
  let control: ReturnType<typeof controlOf>

  beforeAll(async () => {
    server = await startServer({ storage: "memory", world: botWorld, args: ["--limits", "off"] })
    control = controlOf(server.ready.control_url)
  })
  afterAll(async () => {
    expect(await server.stop()).toBe(0)
  })

  describe.each(BOTS)("%s", (_, start, clear) => {
    let relay: Relay
    let bot: OtherBot

    beforeAll(async () => {
      relay = await startRelay(server.ready.rest_url, 41_250)
      bot = await start(relay.rest_url, "pet-shop-bot-token")
    })
    afterAll(async () => {
      await bot.stop()
      await relay.stop()
    })

    it("gets what it asked for", async () => {
      expect([HELLO, READY].filter((text) => relay.toBot().includes(text))).toEqual(clear)
      // A library may be ready before the last guild of the log-in has come.
      await expect.poll(() => bot.guilds.map(({ name }) => name)).toEqual(["Harbour", "Island"])
    })

    it("answers, and hears what is long, what is short and what is in other letters", async () => {
      const used = await control.use(ALICE, GENERAL, { command_id: bot.command_id })
      expect(used).toMatchObject({ state: "responded", message: { content: "greet by alice" } })
      const said = ["a", "fish ".repeat(399).trim(), "šťuka 🐟", "b".repeat(2_000)]
      for (const [i, text] of said.entries()) {
        await control.say(BOB, BEACH, text)
        // The library inflates a long payload beside the next ones, so it may hear them in another order.
        await expect.poll(() => bot.heard.slice(-1 - i)).toEqual(said.slice(0, i + 1))
      }
    })

    it("resumes with a new context, and hears what it missed", async () => {
      await control.fault({ match: { surface: "gateway", application: APP }, disconnect: true, times: 1 })
      const said = ["one", "two", "three"]
      for (const text of said) await control.say(BOB, BEACH, text)
      await expect.poll(() => bot.resumes()).toBe(1)
      await expect.poll(() => bot.heard.slice(-said.length)).toEqual(said)
      const used = await control.use(ALICE, GENERAL, { command_id: bot.command_id })
      expect(used).toMatchObject({ state: "responded", message: { content: "greet by alice" } })
      expect(bot.troubles.filter((told) => !told.includes("Connection reset"))).toEqual([])
    })
  })
})
