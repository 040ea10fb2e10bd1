/** The built program's world commands: what a library registered comes back byte for byte in another server. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { REST } from "@discordjs/rest"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { type LiveServer, startProgram, startServer } from "./LiveServer.ts"
import { wireOf } from "./Wire.ts"
import { APP, BOT, GUILD, world } from "./World.ts"

const PROGRAM = join(import.meta.dirname, "../../../apps/cli/dist/main.js")
const LISTS = [
  `/applications/${APP}/commands?with_localizations=true`,
  `/applications/${APP}/guilds/${GUILD}/commands?with_localizations=true`
]

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backlot-world-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = async (...args: ReadonlyArray<string>): Promise<number | null> => {
  const child = spawn(process.execPath, [PROGRAM, "world", ...args], { env: childEnvironment(), stdio: "ignore" })
  const [code] = await once(child, "close")
  return code
}

/** `startServer` gives each server a world of its own, which no import may stand beside. */
const startImport = async (file: string) => {
  const readyFile = join(folder, `${basename(file)}.ready`)
  const child = spawn(
    process.execPath,
    [PROGRAM, "serve", "--memory", "--port", "0", "--import", file, "--ready-file", readyFile],
    { env: childEnvironment(), stdio: "ignore" }
  )
  const closed = once(child, "close")
  const text = await vi.waitFor(() => readFile(readyFile, "utf8"), { timeout: 60_000, interval: 20 })
  return {
    // The program writes its ready file so (product.md "Ready file").
    ready: JSON.parse(text) as LiveServer["ready"],
    stop: async (): Promise<number | null> => {
      child.kill("SIGTERM")
      const [code] = await closed
      return code
    }
  }
}

const lists = async (server: Pick<LiveServer, "ready">) => {
  const wire = wireOf(`${server.ready.rest_url}/v10`, { authorization: BOT })
  return [(await wire("GET", LISTS[0] ?? "")).text, (await wire("GET", LISTS[1] ?? "")).text]
}

const register = async (server: LiveServer) => {
  const rest = new REST({ api: server.ready.rest_url, version: "10" }).setToken(BOT.replace("Bot ", ""))
  const body = [
    { name: "kept", description: "d", name_localizations: { de: "behalten", ja: "保つ" }, contexts: [0, 1] },
    { type: 2, name: "Größe ansehen", default_member_permissions: "0" }
  ]
  await rest.put(`/applications/${APP}/commands`, { body })
  await rest.put(`/applications/${APP}/guilds/${GUILD}/commands`, { body: [{ name: "local", description: "d" }] })
}

it.each(["world.json", "world.yaml"])(
  "serve --export-on-exit %s and serve --import keep every list byte for byte",
  async (name) => {
    const file = join(folder, name)
    const first = await startProgram({ storage: "memory", world, args: ["--export-on-exit", file] })
    await register(first)
    const before = await lists(first)
    expect(await first.stop()).toBe(0)
    const second = await startImport(file)
    expect(await lists(second)).toEqual(before)
    expect(await second.stop()).toBe(0)
  }
)

it("world export and world import take the world out of a running server and back in to the same text", async () => {
  const server = await startServer({ storage: "memory", world, args: ["--clock", "frozen"] })
  await register(server)
  const path = (name: string) => join(folder, name)
  const at = ["--server", server.ready.control_url]
  expect(await run("export", ...at, "--out", path("a.json"))).toBe(0)
  expect(await run("import", path("a.json"), ...at)).toBe(0)
  expect(await run("export", ...at, "--out", path("b.json"))).toBe(0)
  expect(await readFile(path("b.json"), "utf8")).toBe(await readFile(path("a.json"), "utf8"))
  await server.stop()
})
