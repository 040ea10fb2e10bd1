/** A bot that the test imports as it is: no option leads it to Backlot, and its token is that of a real bot. */
import { execFile } from "node:child_process"
import { once } from "node:events"
import { promisify } from "node:util"
import { Worker } from "node:worker_threads"
import { Client, Events, GatewayIntentBits, REST, Routes } from "discord.js"
import { afterEach, expect, it } from "vitest"
import { Backlot } from "../../src/Backlot.ts"

const TOKEN = `${Buffer.from("123456789012345678").toString("base64url")}.Gabcde.not-a-real-token-of-anybody`

const bots: Array<Client> = []
afterEach(async () => {
  for (const bot of bots.splice(0)) await bot.destroy()
})

/** What a bot's own file exports. */
const startBot = async (): Promise<Client> => {
  const bot = new Client({ intents: [GatewayIntentBits.Guilds] })
  bots.push(bot)
  bot.on(Events.InteractionCreate, async (interaction) => {
    if (interaction.isChatInputCommand()) await interaction.reply(`pong of ${bot.user?.username}`)
  })
  const commands = [{ name: "ping", description: "Answers pong" }]
  await new REST().setToken(TOKEN).put(Routes.applicationCommands("123456789012345678"), { body: commands })
  const ready = new Promise((resolve) => bot.once(Events.ClientReady, resolve))
  await bot.login(TOKEN)
  await ready
  return bot
}

it("leads this process, and tells what would leave", async () => {
  const warnings: Array<string> = []
  await using backlot = await Backlot.start({
    intercept: true,
    application: "My App",
    warn: (line) => warnings.push(line)
  })
  await startBot()
  await backlot
    .as("alice")
    .in("general")
    .use("/ping")
    .expect({ message: { content: "pong of My App" } })
  const refused = await fetch("https://example.com/").catch(({ cause }) => cause.message)
  expect(refused).toMatch(/^Nothing leaves this machine.*example\.com:443/)
  expect(warnings).toEqual([refused])
})

it("leads to the Backlot that was started last, and then to the one before", async () => {
  await using first = await Backlot.start({ intercept: true, application: "My App" })
  {
    await using second = await Backlot.start({ intercept: true, application: "Pet Shop" })
    await startBot()
    await second
      .as("alice")
      .in("general")
      .use("/ping")
      .expect({ message: { content: "pong of Pet Shop" } })
    await bots.pop()?.destroy()
  }
  await startBot()
  await first
    .as("alice")
    .in("general")
    .use("/ping")
    .expect({ message: { content: "pong of My App" } })
})

it("leads child processes and threads of this process too", async () => {
  await using _ = await Backlot.start({ intercept: true, application: "My App" })
  const asking = `require("node:https").get("https://discord.com/api/v10/gateway", (answer) => {
    answer.resume()
    console.log(answer.statusCode)
  })`
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", asking], { env: {} })
  expect(stdout).toBe("200\n")
  const inThread = `const { parentPort } = require("node:worker_threads")
    require("node:https").get("https://discord.com/api/v10/gateway", (answer) => parentPort.postMessage(answer.statusCode))`
  const thread = new Worker(inThread, { eval: true })
  const [status] = await once(thread, "message")
  await thread.terminate()
  expect(status).toBe(200)
})

it("judges its options", async () => {
  // As from a test without a compiler.
  const wrong = { intercept: "yes", outside: "db" } as unknown as { readonly intercept: boolean }
  await expect(Backlot.start(wrong)).rejects.toThrow(/intercept: must be true or false\noutside: must be a list/)
})
