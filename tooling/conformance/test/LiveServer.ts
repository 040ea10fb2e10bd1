/** The built program as a child process on a free port. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"

const PROGRAM = join(import.meta.dirname, "../../../apps/cli/dist/main.js")
const START_CAP_MS = 15_000

export interface Ready {
  readonly url: string
  readonly rest_url: string
  readonly control_url: string
  readonly applications: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly bot_token: string
    readonly client_secret: string
    readonly public_key: string
  }>
}

export interface LiveServer {
  readonly ready: Ready
  /** Everything the server printed. */
  readonly output: () => string
  readonly stop: () => Promise<number | null>
}

export type StorageName = "memory" | "file"

export const STORAGES: ReadonlyArray<StorageName> = ["memory", "file"]

/** Starts a server with `world` and waits until its ready file stands. */
export const startServer = async (options: {
  readonly storage: StorageName
  readonly world: unknown
  readonly args?: ReadonlyArray<string>
}): Promise<LiveServer> => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-conformance-"))
  const readyFile = join(folder, "ready.json")
  const worldFile = join(folder, "world.json")
  await writeFile(worldFile, JSON.stringify(options.world, null, 2))
  const storage = options.storage === "memory" ? ["--memory"] : ["--data", join(folder, "data.db")]
  const args = ["serve", "--port", "0", "--ready-file", readyFile, "--world", worldFile, ...storage]
  const child = spawn(process.execPath, [PROGRAM, ...args, ...(options.args ?? [])], {
    stdio: ["ignore", "pipe", "pipe"]
  })
  const output: Array<string> = []
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(String(chunk)))
  const ready = await waitForReady(child, readyFile, () => output.join(""))
  return {
    ready,
    output: () => output.join(""),
    stop: async () => {
      const code = await exited(child)
      await rm(folder, { recursive: true, force: true })
      return code
    }
  }
}

const waitForReady = async (child: ChildProcess, file: string, output: () => string): Promise<Ready> => {
  const read = async (): Promise<Ready | undefined> =>
    child.exitCode === null ? JSON.parse(await readFile(file, "utf8")) : undefined
  const ready = await vi.waitFor(read, { timeout: START_CAP_MS, interval: 20 }).catch(() => undefined)
  if (ready !== undefined) return ready
  child.kill("SIGKILL")
  throw new Error(`The server did not become ready:\n${output()}`)
}

const exited = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode)
    child.once("exit", (code) => resolve(code))
    child.kill("SIGTERM")
  })
