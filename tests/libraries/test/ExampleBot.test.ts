/** The bot of examples/discord-js-bot, unchanged, as a process of its own. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { botWorld } from "./bot/BotWorld.ts"
import { type ChildBot, startChild } from "./bot/ChildBot.ts"
import { controlOf } from "./ControlClient.ts"
import { type LiveServer, startServer } from "./LiveServer.ts"
import { ALICE, BOB, BOT_DM, GENERAL } from "./World.ts"

describe("the example bot", () => {
  let server: LiveServer
  let control: ReturnType<typeof controlOf>
  let bot: ChildBot

  const start = () =>
    startChild(
      "examples/discord-js-bot/src/main.ts",
      { BACKLOT_APP_REST_URL: server.ready.rest_url, BACKLOT_APP_TOKEN: "pet-shop-bot-token" },
      /is ready/
    )

  beforeAll(async () => {
    server = await startServer({ storage: "memory", world: botWorld, args: ["--limits", "off"] })
    control = controlOf(server.ready.control_url)
    bot = await start()
  })
  afterAll(async () => {
    await bot.end("SIGTERM")
    expect(await server.stop()).toBe(0)
  })

  it("says that it is ready", () => expect(bot.output()).toBe("Pet Shop is ready in 2 guilds"))

  it("answers a command with a button, which opens a modal, whose submission it answers", async () => {
    const guests = await control.use(ALICE, GENERAL, { text: "/guests" })
    expect(guests).toMatchObject({ message: { content: "Nobody has signed yet." } })
    const opened = await control.press(BOB, guests.message.id, { custom_id: "sign" })
    expect(opened).toMatchObject({ modal: { title: "Guest book" } })
    const submitted = await control.submit(BOB, opened.interaction_id, { fields: { text: "Lovely place" } })
    expect(submitted).toMatchObject({ message: { content: "Thank you. Guests so far: 1.", flags: 64 } })
    const again = await control.use(ALICE, BOT_DM, { text: "/guests last:5" })
    expect(again).toMatchObject({ message: { content: "Bob: Lovely place" } })
  })

  it("is back and answers after its process was killed and started again", async () => {
    expect(await bot.end("SIGKILL")).toBe(null)
    bot = await start()
    expect(await control.use(ALICE, GENERAL, { text: "/sign" })).toMatchObject({ modal: { title: "Guest book" } })
  })

  it("ends when it is told to", async () => {
    expect(await bot.end("SIGTERM")).toBe(0)
  })
})
