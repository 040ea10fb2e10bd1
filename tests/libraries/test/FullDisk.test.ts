/** A server whose disk takes no more: a limit on the size of its files stands for it, wherever the test runs. */
import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { type Ready, WITH_PARENT } from "./LiveServer.ts"
import { type Wire, wireOf } from "./Wire.ts"
import { APP, BOT, world } from "./World.ts"

const PROGRAM = join(import.meta.dirname, "../../../apps/cli/dist/main.js")
const GLOBAL = `/applications/${APP}/commands`

/** Kilobytes; the world fits, and some commands do. The signal that comes with the limit is ignored. */
const LIMITED = ["-c", 'trap "" XFSZ; ulimit -f 1024; exec "$@"', "limited"]

let folder: string
let server: ReturnType<typeof spawn>
let rest: Wire
const output: Array<string> = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backlot-full-"))
  const files = { world: join(folder, "world.json"), ready: join(folder, "ready.json"), data: join(folder, "data.db") }
  await writeFile(files.world, JSON.stringify(world))
  const serve = ["serve", "--port", "0", "--world", files.world, "--data", files.data, "--ready-file", files.ready]
  server = spawn("bash", [...LIMITED, process.execPath, ...WITH_PARENT, PROGRAM, ...serve, "--limits", "off"], {
    env: childEnvironment(),
    stdio: ["pipe", "pipe", "pipe"]
  })
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (chunk) => output.push(String(chunk)))
  const ready: Ready = await vi.waitFor(async () => JSON.parse(await readFile(files.ready, "utf8")), {
    timeout: 60_000,
    interval: 20
  })
  rest = wireOf(`${ready.rest_url}/v10`, { authorization: BOT })
})
afterAll(async () => {
  const ended = new Promise((resolve) => server.once("exit", resolve))
  server.kill("SIGKILL")
  await ended
  await rm(folder, { recursive: true })
})

it("a write that finds no room is a 500, nothing of it is kept, reads go on, and the log says what to do", async () => {
  const kept: Array<string> = []
  const write = (number: number) =>
    rest("POST", GLOBAL, { body: { name: `fill-${number % 90}`, description: `${number}` } })
  let answer = await write(0)
  for (let number = 1; answer.status < 300 && number < 2_000; number++) {
    kept[(number - 1) % 90] = answer.text
    answer = await write(number)
  }
  expect(answer.status).toBe(500)
  expect(answer.json).toEqual({ message: "500: Internal Server Error", code: 0 })
  const list = await rest("GET", `${GLOBAL}?with_localizations=true`)
  expect(list.status).toBe(200)
  expect(list.json.map(({ version }: { version: string }) => version).sort()).toEqual(
    kept.map((text) => JSON.parse(text).version).sort()
  )
  await expect.poll(() => output.join("")).toContain(`${join(folder, "data.db")}: the disk refused a write`)
})
