/** An oceanic.js bot that may do everything in its guild, with a server of its own, for the tests of one file. */
import { AllIntents, Client, type Guild } from "oceanic.js"
import { afterAll, beforeAll, expect } from "vitest"
import { botWorld } from "../bot/BotWorld.ts"
import { controlOf } from "../ControlClient.ts"
import { type LiveServer, startServer } from "../LiveServer.ts"
import { APP, GUILD } from "../World.ts"

type World = (typeof botWorld.guilds)[number]

interface Setting {
  /** What the guild holds beside the usual. */
  readonly holding?: (guild: World) => object
  /** What the world holds beside the usual. */
  readonly world?: object
  /** Arguments of the server beside the usual ones. */
  readonly args?: ReadonlyArray<string>
  /** People beside the usual ones. */
  readonly users?: ReadonlyArray<{ readonly id: string; readonly username: string }>
}

/** Every event that oceanic.js tells of is noted under the name of its dispatch. */
export const harbourmaster = ({ holding = () => ({}), world = {}, users = [], args = [] }: Setting = {}) => {
  const installs = [{ application_id: APP, scopes: ["bot"], permissions: ["ADMINISTRATOR"] }]
  const guilds = botWorld.guilds.map((guild) =>
    guild.id === GUILD ? { ...guild, ...holding(guild), installs } : guild
  )
  const told: Array<string> = []
  const troubles: Array<string> = []
  let server: LiveServer
  let client: Client
  beforeAll(async () => {
    server = await startServer({
      storage: "memory",
      world: { ...botWorld, users: [...botWorld.users, ...users], ...world, guilds },
      args: ["--limits", "off", ...args]
    })
    client = new Client({
      auth: "Bot pet-shop-bot-token",
      rest: { baseURL: `${server.ready.rest_url}/v10` },
      gateway: { intents: AllIntents, guildCreateTimeout: 50 }
    })
    client.on("error", (error) => troubles.push(String(error)))
    client.on("warn", (message) => troubles.push(message))
    client.on("packet", ({ t }) => told.push(t))
    const ready = new Promise<void>((resolve) => client.once("ready", resolve))
    await client.connect()
    await ready
  })
  afterAll(async () => {
    client.disconnect(false)
    expect(troubles).toEqual([])
    expect(await server.stop()).toBe(0)
  })
  return {
    client: () => client,
    server: () => server,
    rest: () => client.rest,
    guild: (): Guild => client.guilds.get(GUILD) ?? expect.fail("no guild"),
    /** Waits until it was told of each of these at least once, and forgets them. */
    hears: async (...names: ReadonlyArray<string>): Promise<void> => {
      await expect.poll(() => names.filter((name) => !told.includes(name)), { interval: 5 }).toEqual([])
      told.length = 0
    },
    control: (...call: Parameters<ReturnType<typeof controlOf>["call"]>) =>
      controlOf(server.ready.control_url).call(...call)
  }
}
