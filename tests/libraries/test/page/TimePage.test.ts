/** The bot of docs/time.md passes the scenarios and the program of the page. */
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { expect, it, onTestFinished } from "vitest"
import { ROOT } from "../ExampleFiles.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const PAGE = readFileSync(join(ROOT, "docs/time.md"), "utf8")
const blocks = (language: string) =>
  Array.from(PAGE.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm")), ([, block = ""]) => block)

const folderWithBot = () => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-time-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, "node_modules/@backlot"), { recursive: true })
  symlinkSync(join(ROOT, "tests/libraries/node_modules/discord.js"), join(folder, "node_modules/discord.js"))
  symlinkSync(join(ROOT, "packages/testkit"), join(folder, "node_modules/@backlot/testkit"))
  symlinkSync(join(ROOT, "apps/backlot"), join(folder, "node_modules/backlot"))
  writeFileSync(join(folder, "bot.mjs"), blocks("js").join(""))
  return folder
}

const run = (args: ReadonlyArray<string>, folder: string) =>
  promisify(execFile)(process.execPath, args, { env: childEnvironment(), cwd: folder }).catch((failed) => failed)

it("docs/time.md has scenarios that pass", { timeout: 60_000 }, async () => {
  const folder = folderWithBot()
  const scenarios = blocks("yaml").filter((text) => text.startsWith("name:"))
  for (const [index, text] of scenarios.entries()) writeFileSync(join(folder, `${index}.scenario.yaml`), text)
  const { stdout } = await run([PROGRAM, "simulate", folder], folder)
  expect(scenarios).toHaveLength(2)
  expect(stdout).toContain("Scenarios  2 passed (2)")
})

it("docs/time.md has a program of the testkit that passes", { timeout: 60_000 }, async () => {
  const folder = folderWithBot()
  const [program = ""] = blocks("ts").filter((text) => text.includes("Backlot.start"))
  writeFileSync(join(folder, "giveaway.ts"), `${program}\nconsole.log("passed")\n`)
  const { stdout, stderr } = await run(["giveaway.ts"], folder)
  expect(stderr).toBe("")
  expect(stdout).toBe("passed\n")
})

it("the bot of docs/time.md keeps its session for days, and comes back after a reset", {
  timeout: 60_000
}, async () => {
  const folder = folderWithBot()
  writeFileSync(join(folder, "days.ts"), DAYS)
  const { stdout, stderr } = await run(["days.ts"], folder)
  expect(stderr).toBe("")
  expect(stdout).toBe("sessions: 1, ended: 0\nback\n")
})

const DAYS = `
import { Backlot } from "@backlot/testkit"
const app = { command: "node bot.mjs", clock: "service", ready: { commands: 3 } } as const
await using backlot = await Backlot.start({ app })
const alice = backlot.as("alice").in("general")
for (let day = 0; day < 10; day++) {
  await alice.use("/daily").expect({ message: { content: "10 coins" } })
  await backlot.advance("1d")
}
const count = (type: string) => backlot.events.all(type).length
console.log(\`sessions: \${count("gateway_session.began")}, ended: \${count("gateway_session.ended")}\`)
await backlot.reset()
await backlot.until({ event: "gateway_session.began", within: "20s" })
await alice.use("/vote").expect({ message: { content: "Shall we?" } })
console.log("back")
`

it("with the service clock a user acts once the bot is idle", {
  timeout: 60_000
}, async () => {
  const folder = folderWithBot()
  writeFileSync(join(folder, "slow.mjs"), SLOW)
  writeFileSync(join(folder, "idle.ts"), IDLE)
  const { stdout, stderr } = await run(["idle.ts"], folder)
  expect(stderr).toBe("")
  expect(stdout).toBe("pressed\nsaid\n")
})

/** It collects a while after its answer: after computing in another thread, and after a child program. */
const SLOW = `
import { execFile } from "node:child_process"
import { scrypt } from "node:crypto"
import { promisify } from "node:util"
import { ButtonBuilder, ButtonStyle, ActionRowBuilder, Client, Events, GatewayIntentBits as Intent } from "discord.js"

const { BACKLOT_APP_REST_URL: api, BACKLOT_APP_TOKEN } = process.env
const intents = [Intent.Guilds, Intent.GuildMessages]
const client = new Client({ intents, rest: { api } })
const compute = () => promisify(scrypt)("a password", "salt", 64, { N: 2 ** 15, maxmem: 2 ** 30 })
const child = () => promisify(execFile)("sleep", ["0.3"])
const press = new ButtonBuilder({ customId: "yes", label: "Yes", style: ButtonStyle.Primary })

client.once(Events.ClientReady, () => client.application.commands.set([{ name: "ask", description: "Asks" }]))
client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isButton()) return
  const message = await interaction.reply({ content: "Shall we?", components: [new ActionRowBuilder({ components: [press] })], withResponse: true })
  await compute()
  const { channel } = interaction
  message.resource.message.createMessageComponentCollector({ max: 1 }).once("collect", async (button) => {
    await button.reply("pressed")
    await child()
    channel.createMessageCollector({ max: 1 }).once("collect", () => channel.send("said"))
  })
})
await client.login(BACKLOT_APP_TOKEN)
`

const IDLE = `
import { Backlot } from "@backlot/testkit"
const app = { command: "node slow.mjs", clock: "service", ready: { commands: 1 } } as const
await using backlot = await Backlot.start({ app })
const alice = backlot.as("alice").in("general")
await alice.use("/ask")
console.log((await alice.press("Yes")).message?.content)
await alice.say("hello")
await alice.sees({ content: "said" })
console.log("said")
`
