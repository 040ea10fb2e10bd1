/** discordgo, where a GOPATH of this machine has it. Debian has Go and what the library needs, but not the library. */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startStepProgram } from "./ChildStepBot.ts"
import type { StepLibrary } from "./StepBot.ts"

/** Debian's packages lie there. */
const DEBIAN = "/usr/share/gocode"

const paths = spawnSync("go", ["env", "GOPATH"], { encoding: "utf8" }).stdout?.trim()

/** Nothing is asked of the network: without modules Go takes what lies in its paths. */
const env = { ...process.env, GO111MODULE: "off", GOPATH: `${paths ?? ""}:${DEBIAN}`, GOTOOLCHAIN: "local" }

const has = (name: string) => spawnSync("go", ["list", name], { env }).status === 0

const NEEDS = "apt-get install golang-go golang-github-gorilla-websocket-dev golang-golang-x-crypto-dev"

const missing = (): Pick<StepLibrary, "missing"> => {
  if (paths === undefined) return { missing: `no go in PATH: ${NEEDS}` }
  if (has("github.com/bwmarrin/discordgo")) return {}
  return { missing: `Debian has no package of it, and no GOPATH of this machine has github.com/bwmarrin/discordgo` }
}

/** Built once, by the first bot. */
let built: string | undefined

const program = (): string => {
  if (built !== undefined) return built
  const folder = mkdtempSync(join(tmpdir(), "backlot-discordgo-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  const bot = join(folder, "bot")
  execFileSync("go", ["build", "-o", bot, "."], { cwd: join(import.meta.dirname, "discordgo"), env })
  built = bot
  return bot
}

export const discordgo: StepLibrary = {
  name: "discordgo",
  ...missing(),
  start: (server, shards) => startStepProgram([program()], server, shards)
}
