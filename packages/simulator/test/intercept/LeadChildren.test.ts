/** What a Node program starts loads what it has loaded, or is told. */
import { exec, execFileSync, execSync, spawn, spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeEach, expect, it } from "vitest"
import { leadAway } from "../../src/intercept/LeadAway.ts"
import { startedIn } from "../../src/intercept/LeadChildren.ts"

const folder = mkdtempSync(join(tmpdir(), "backlot-children-"))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, "first.cjs")
writeFileSync(file, 'process.loaded = "loaded"')
const script = join(folder, "a-tool")
writeFileSync(script, "#!/usr/bin/env node\n")
chmodSync(script, 0o755)

let told: Array<string> = []
beforeEach(() => {
  told = []
  const option = `--require ${file}`
  return leadAway({
    ...{ port: 1, outside: [], option, environment: process.env, tellsOthers: true },
    tell: (line) => told.push(line)
  })
})

const { execPath } = process
const PRINT = ["-p", "process.loaded"]
const OWN = { encoding: "utf8", env: { PATH: process.env["PATH"], NODE_OPTIONS: "" } } as const

it.each([
  ["spawnSync", () => spawnSync(execPath, PRINT, { encoding: "utf8" }).stdout],
  ["spawnSync with an environment of its own", () => spawnSync(execPath, PRINT, OWN).stdout],
  ["spawnSync with options alone", () => spawnSync(`"${execPath}" -p process.loaded`, { ...OWN, shell: true }).stdout],
  ["spawnSync with arguments alone", () => String(spawnSync(execPath, PRINT).stdout)],
  ["execFileSync", () => execFileSync(execPath, PRINT, OWN)],
  ["execSync", () => execSync(`"${execPath}" -p process.loaded`, OWN)],
  ["execSync without options", () => String(execSync(`"${execPath}" -p process.loaded`))],
  ["exec", async () => (await promisify(exec)(`"${execPath}" -p process.loaded`, OWN)).stdout]
] as ReadonlyArray<readonly [string, () => string | Promise<string>]>)(
  "Node started by %s is led",
  async (_, start) => {
    expect((await start()).trim()).toBe("loaded")
    expect(told).toEqual([])
  }
)

const NONE = "no-such-program"

it.each([
  ["spawnSync", () => spawnSync(NONE, ["-i"])],
  ["spawnSync with a shell", () => spawnSync(`${NONE} -i`, { shell: true })],
  ["execFileSync", () => execFileSync(NONE, { stdio: "ignore" })],
  ["execSync", () => execSync(`${NONE} -i`, { stdio: "ignore" })],
  ["spawn", () => spawn(NONE, ["-i"]).on("error", () => {})]
] as ReadonlyArray<readonly [string, () => unknown]>)("another program started by %s is named", (_, start) => {
  try {
    start()
  } catch {
    // There is none.
  }
  expect(told).toEqual([expect.stringMatching(new RegExp(`^${NONE} was started, which does not run on Node: `))])
})

it.each([
  ["ffmpeg", ["ffmpeg", "-i"], "ffmpeg"],
  ["/bin/sh", ["/bin/sh", "-c", "curl https://discord.com"], "curl"],
  ["/bin/sh", ["/bin/sh", "-c", "node bot.js"], undefined],
  ["/usr/bin/node", ["node"], undefined],
  ["pnpx", ["pnpx", "a-tool"], undefined],
  ["./a-tool", [], undefined],
  // They load no file first.
  ["bun", ["bun", "bot.ts"], "bun"],
  ["/bin/sh", ["/bin/sh", "-c", "deno run bot.ts"], "deno"]
])("knows whether what %s with %j starts runs on Node", (file, args, name) => {
  expect(startedIn({ file, args, cwd: folder })).toBe(name)
})
