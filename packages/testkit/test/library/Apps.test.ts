import { Backlot } from "@backlot/testkit"
import { Client, Events } from "discord.js"
import type { APIInteraction, APIInteractionResponse } from "discord-api-types/v10"
import { describe, expect, it } from "vitest"

const HELLO = [{ name: "hello", description: "Says hello" }]

describe("the app under test", () => {
  it("can be a discord.js client of the test itself", async () => {
    await using backlot = await Backlot.start({ commands: HELLO })
    const client = new Client({ intents: [], rest: { api: backlot.restUrl } })
    client.on(Events.InteractionCreate, async (interaction) => {
      if (!interaction.isChatInputCommand()) return
      await interaction.deferReply()
      await interaction.editReply(`Hello ${interaction.user}`)
    })
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    await client.login(backlot.app().token)
    await ready
    const [alice, bob] = backlot.in("general", "alice", "bob")
    await alice.use("/hello").expect({ message: { content: "Hello <@300000000000000001>" } })
    await bob.sees({ content: /^Hello/ })
    await backlot.until({ event: "interaction.responded" })
    await client.destroy()
  })

  it("can be several, by the names of their applications", async () => {
    const saying = (content: string) => () => ({ type: 4, data: { content } })
    await using backlot = await Backlot.start({
      apps: { "Pet Shop": saying("from the shop"), "My App": saying("from mine") }
    })
    await backlot.app("Pet Shop").register(HELLO)
    await backlot.app("My App").register([{ name: "mine", description: "Mine" }])
    const alice = backlot.as("alice").in("general")
    await alice.use("/hello").expect({ message: { content: "from the shop" } })
    await alice.use("/mine").expect({ message: { content: "from mine" } })
  })

  it("can be a function with the types of the platform, which speaks as the application too", async () => {
    const answer = (interaction: APIInteraction): APIInteractionResponse | undefined => {
      expect(interaction.token).toMatch(/\S/)
      return undefined
    }
    await using backlot = await Backlot.start({
      commands: HELLO,
      application: "My App",
      app: async (interaction, app) => {
        const callback = `/interactions/${interaction.id}/${interaction.token}/callback`
        await app.post(callback, { type: 4, data: { content: `I am ${app.name}` } }, { auth: "none" })
        // The service sends what the platform documents.
        answer(interaction as APIInteraction)
        return undefined
      }
    })
    await backlot
      .as("alice")
      .in("general")
      .use("/hello")
      .expect({ message: { content: "I am My App" } })
    await using other = await Backlot.start({ app: answer })
    expect(other.app().name).toBe("Pet Shop")
  })
})
