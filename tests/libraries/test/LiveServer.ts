/** The built program as a child process on a free port. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
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
  /** Sends the signal and gives the exit code; what it has written stays. */
  readonly ended: (signal: "SIGTERM") => Promise<number | null>
  readonly stop: () => Promise<number | null>
  /** Ends the process by `signal` and starts another on the same world file and data file, at another port or the same. */
  readonly restart: (signal: "SIGTERM" | "SIGKILL", where?: "same port") => Promise<LiveServer>
}

export type StorageName = "memory" | "file"

export const STORAGES: ReadonlyArray<StorageName> = ["memory", "file"]

/** Starts a server with `world`, or the demo world, and waits until its ready file stands. */
export const startServer = async (options: {
  readonly storage: StorageName
  readonly world?: unknown
  readonly args?: ReadonlyArray<string>
}): Promise<LiveServer> => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-conformance-"))
  const worldFile = join(folder, "world.json")
  const world = options.world === undefined ? [] : ["--world", worldFile]
  if (options.world !== undefined) await writeFile(worldFile, JSON.stringify(options.world, null, 2))
  const storage = options.storage === "memory" ? ["--memory"] : ["--data", join(folder, "data.db")]
  return launch(folder, ["serve", "--port", "0", ...world, ...storage, ...(options.args ?? [])])
}

/** Runs the program; `folder` is its own until it is stopped. */
const launch = async (folder: string, args: ReadonlyArray<string>): Promise<LiveServer> => {
  const readyFile = join(folder, "ready.json")
  // A process that was killed has left its own behind.
  await rm(readyFile, { force: true })
  const child = spawn(process.execPath, [PROGRAM, ...args, "--ready-file", readyFile], {
    env: childEnvironment(),
    stdio: ["ignore", "pipe", "pipe"]
  })
  const output: Array<string> = []
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(String(chunk)))
  const ready = await waitForReady(child, readyFile, () => output.join("")).catch(async (failure: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw failure
  })
  return {
    ready,
    output: () => output.join(""),
    ended: (signal) => exited(child, signal),
    stop: async () => {
      const code = await exited(child, "SIGTERM")
      await rm(folder, { recursive: true, force: true })
      return code
    },
    restart: async (signal, where) => {
      const code = await exited(child, signal)
      if (signal === "SIGTERM" && code !== 0) throw new Error(`The server ended with ${code}:\n${output.join("")}`)
      const port = where === "same port" ? new URL(ready.url).port : "0"
      return launch(folder, args.with(args.indexOf("--port") + 1, port))
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

/** Its exit code; null when the signal ended it. */
const exited = (child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
    child.once("exit", (code) => resolve(code))
    child.kill(signal)
  })
