/** Bots on other libraries with a gateway, each changed by nothing but its base URL. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { BEACH, botWorld } from "./bot/BotWorld.ts"
import { startErisBot } from "./bot/ErisBot.ts"
import { startOceanicBot } from "./bot/OceanicBot.ts"
import type { OtherBot, StartOtherBot } from "./bot/OtherBot.ts"
import { controlOf } from "./ControlClient.ts"
import { FROZEN, type LiveProgram, startProgram } from "./LiveServer.ts"
import { ALICE, APP, BOB, GENERAL } from "./World.ts"

const LIBRARIES: ReadonlyArray<readonly [name: string, start: StartOtherBot]> = [
  ["eris", startErisBot],
  ["oceanic.js", startOceanicBot]
]

const BOT = { surface: "gateway", application: APP }

describe.each(LIBRARIES)("a bot on %s", (_, start) => {
  let server: LiveProgram
  let control: ReturnType<typeof controlOf>
  let bot: OtherBot

  beforeAll(async () => {
    server = await startProgram({ storage: "file", world: botWorld, args: [...FROZEN, "--limits", "off"] })
    control = controlOf(server.ready.control_url)
    bot = await start(server.ready.rest_url, "pet-shop-bot-token")
  })
  afterAll(async () => {
    await bot.stop()
    expect(await server.stop()).toBe(0)
  })

  it("knows its guilds when it is ready", () => {
    const [harbour, island] = bot.guilds
    expect(harbour).toMatchObject({ name: "Harbour", roles: 3, self: "Pet Shop" })
    expect([...(harbour?.channels ?? [])].sort()).toEqual(["Docks", "below", "general", "vault"])
    expect(island).toEqual({ name: "Island", roles: 2, channels: ["beach"], self: "Pet Shop" })
  })

  it("registers a command and answers it", async () => {
    const used = await control.use(ALICE, GENERAL, { command_id: bot.command_id })
    expect(used).toMatchObject({ state: "responded", message: { content: "greet by alice" } })
  })

  it("hears messages, and those too that were sent while its connection was lost", async () => {
    await control.say(BOB, BEACH, "one")
    await expect.poll(() => bot.heard.at(-1)).toBe("one")
    expect(bot.troubles).toEqual([])
    await control.fault({ match: BOT, disconnect: true, times: 1 })
    await control.say(BOB, GENERAL, "two")
    await control.say(ALICE, BEACH, "three")
    await expect.poll(() => bot.resumes()).toBe(1)
    await expect.poll(() => bot.heard.slice(-3)).toEqual(["one", "two", "three"])
    // Some libraries tell of the connection that was cut, and of nothing else.
    expect(bot.troubles.filter((told) => !told.includes("Connection reset"))).toEqual([])
  })

  it("begins a new session on its connection when the one it had is invalid (op 9, false), and answers", async () => {
    await control.fault({ match: BOT, invalid_session: true, times: 1 })
    const hears = async () => {
      await control.say(BOB, GENERAL, "anybody?")
      return bot.heard.includes("anybody?")
    }
    await expect.poll(hears).toBe(true)
    expect(bot.resumes()).toBe(1)
    const used = await control.use(ALICE, GENERAL, { command_id: bot.command_id })
    expect(used).toMatchObject({ state: "responded", message: { content: "greet by alice" } })
  })
  it("is back after its server ended and another one started, and answers", async () => {
    server = await server.restart("SIGTERM", "same port")
    control = controlOf(server.ready.control_url)
    const hears = async () => {
      await control.say(BOB, GENERAL, "are you back?")
      return bot.heard.includes("are you back?")
    }
    await expect.poll(hears).toBe(true)
    expect(bot.resumes()).toBe(1)
    const used = await control.use(ALICE, GENERAL, { command_id: bot.command_id })
    expect(used).toMatchObject({ state: "responded", message: { content: "greet by alice" } })
  })
})
