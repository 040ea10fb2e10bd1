/** The scenario of the README fails as the README shows, against a bot that forgets the name. */
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { expect, it, onTestFinished } from "vitest"
import { ROOT } from "../ExampleFiles.ts"

const PROGRAM = join(ROOT, "apps/cli/dist/main.js")
const PAGE = readFileSync(join(ROOT, "README.md"), "utf8")
const block = (language: string) => new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "m").exec(PAGE)?.[1] ?? ""

const BOT = `
import { Client, Events } from "discord.js"
const { BACKLOT_APP_REST_URL: api, BACKLOT_APP_TOKEN: token } = process.env
const client = new Client({ intents: [], rest: { api } })
const text = (name) => ({ type: 3, name, description: name, required: true })
client.once(Events.ClientReady, async () => {
  await client.application.commands.set([
    { name: "adopt", description: "Adopt a pet", options: [text("animal"), text("name")] },
    { name: "announce", description: "Tell everybody", options: [text("text")], default_member_permissions: "32" }
  ])
  console.log("ready")
})
client.on(Events.InteractionCreate, async (interaction) => {
  await interaction.reply(\`A \${interaction.options.getString("animal")} found a home.\`)
})
await client.login(token)
`

const withoutTimes = (text: string) => text.replaceAll(/[\d.]+ m?s\b/g, "TIME")

it("the failure that the README shows is the one that is printed", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "backlot-readme-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(ROOT, "tests/libraries/node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "bot.mjs"), BOT)
  writeFileSync(join(folder, "adopt.scenario.yaml"), block("yaml"))
  const played = promisify(execFile)(process.execPath, [PROGRAM, "simulate", "adopt.scenario.yaml"], {
    cwd: folder,
    env: childEnvironment()
  })
  const { code, stdout } = await played.catch((failed) => failed)
  expect(withoutTimes(stdout)).toContain(withoutTimes(block("text")))
  expect(code).toBe(1)
})

it("the README fits on three screens", () => {
  expect(PAGE.split("\n").length).toBeLessThanOrEqual(121)
})
