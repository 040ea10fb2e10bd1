/** The built program on a free port: in the test's process, or as a process of its own. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { childEnvironment } from "@backlot/test-judges/official/ChildEnvironment"
import { vi } from "vitest"

const BUILT = join(import.meta.dirname, "../../../apps/cli/dist")
const PROGRAM = join(BUILT, "main.js")
/** For a program whose stdin is a pipe of this process. */
export const WITH_PARENT = ["--import", join(import.meta.dirname, "../src/EndsWithParent.mjs")]
/** Only a server that hangs takes so long. */
const START_CAP_MS = 60_000

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
  /** Ends it as SIGTERM does, removes what it has written, and gives the exit code. */
  readonly stop: () => Promise<number | null>
}

export interface LiveProgram extends LiveServer {
  /** For signals that do not end it. */
  readonly pid: number
  /** Everything the server printed. */
  readonly output: () => string
  /** Sends the signal and gives the exit code; what it has written stays. */
  readonly ended: (signal: "SIGTERM") => Promise<number | null>
  /** Ends the process by SIGKILL; what it has written stays. */
  readonly killed: () => Promise<void>
  /** Ends the process by `signal` and starts another on the same world file and data file, at another port or the same. */
  readonly restart: (signal: "SIGTERM" | "SIGKILL", where?: "same port") => Promise<LiveProgram>
}

/** The service clock stands still: no app is too slow for the 3 s that it has, whatever else the machine does. */
export const FROZEN: ReadonlyArray<string> = ["--clock", "frozen"]

export type StorageName = "memory" | "file"

export const STORAGES: ReadonlyArray<StorageName> = ["memory", "file"]

export interface ServerOptions {
  /** `database`: the address of a PostgreSQL database, which other servers may share. */
  readonly storage: StorageName | { readonly database: string }
  /** Default: the demo world. */
  readonly world?: unknown
  readonly args?: ReadonlyArray<string>
  /** `start` runs the demo app beside the server. */
  readonly command?: "serve" | "start"
}

type RunWithin = (
  args: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>>
) => { readonly ended: Promise<number>; readonly stop: () => void }

/**
 * Starts a server in this process, at a twentieth of what a process of its own costs. Its clock stands still, unless the
 * arguments say otherwise.
 */
export const startServer = async (options: ServerOptions): Promise<LiveServer> => {
  const { args: given = [] } = options
  const { folder, args } = await prepare({
    ...options,
    args: given.includes("--clock") ? given : [...FROZEN, ...given]
  })
  const readyFile = join(folder, "ready.json")
  // Node loads it as it is: the test runner would transform the whole bundle. It exports this from apps/cli/src/Run.ts.
  const { runWithin } = createRequire(import.meta.url)(join(BUILT, "Run.js")) as { readonly runWithin: RunWithin }
  const { ended, stop } = runWithin([...args, "--ready-file", readyFile], {})
  let code: number | undefined
  void ended.then((exit) => {
    code = exit
  })
  const ready = await waitForReady(
    () => code === undefined,
    readyFile,
    () => `it ended with ${code}`
  ).catch(async (failure: unknown) => {
    stop()
    await ended
    await rm(folder, { recursive: true, force: true })
    throw failure
  })
  return {
    ready,
    stop: async () => {
      stop()
      const exit = await ended
      await rm(folder, { recursive: true, force: true })
      return exit
    }
  }
}

/** Starts a server as a process of its own. */
export const startProgram = async (options: ServerOptions): Promise<LiveProgram> => {
  const { folder, args } = await prepare(options)
  return launch(folder, args)
}

/** A folder for the server, and its arguments. */
const prepare = async (options: ServerOptions) => {
  const folder = await mkdtemp(join(tmpdir(), "backlot-conformance-"))
  const worldFile = join(folder, "world.json")
  const world = options.world === undefined ? [] : ["--world", worldFile]
  if (options.world !== undefined) await writeFile(worldFile, JSON.stringify(options.world, null, 2))
  const storage = storageFlags(options.storage, folder)
  return { folder, args: [options.command ?? "serve", "--port", "0", ...world, ...storage, ...(options.args ?? [])] }
}

const storageFlags = (storage: ServerOptions["storage"], folder: string): ReadonlyArray<string> => {
  if (typeof storage === "object") return ["--database-url", storage.database]
  return storage === "memory" ? ["--memory"] : ["--data", join(folder, "data.db")]
}

/** Runs the program; `folder` is its own until it is stopped. */
const launch = async (folder: string, args: ReadonlyArray<string>): Promise<LiveProgram> => {
  const readyFile = join(folder, "ready.json")
  // A process that was killed has left its own behind.
  await rm(readyFile, { force: true })
  const child = spawn(process.execPath, [...WITH_PARENT, PROGRAM, ...args, "--ready-file", readyFile], {
    env: childEnvironment(),
    stdio: ["pipe", "pipe", "pipe"]
  })
  const output: Array<string> = []
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(String(chunk)))
  const ready = await waitForReady(
    () => child.exitCode === null,
    readyFile,
    () => output.join("")
  ).catch(async (failure: unknown) => {
    child.kill("SIGKILL")
    await rm(folder, { recursive: true, force: true })
    throw failure
  })
  return {
    ready,
    // A process that became ready was spawned.
    pid: child.pid ?? 0,
    output: () => output.join(""),
    ended: (signal) => exited(child, signal),
    killed: async () => void (await exited(child, "SIGKILL")),
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

const waitForReady = async (isRunning: () => boolean, file: string, why: () => string): Promise<Ready> => {
  const read = async (): Promise<Ready | undefined> =>
    isRunning() ? JSON.parse(await readFile(file, "utf8")) : undefined
  const ready = await vi.waitFor(read, { timeout: START_CAP_MS, interval: 10 }).catch(() => undefined)
  if (ready !== undefined) return ready
  throw new Error(`The server did not become ready:\n${why()}`)
}

/** Its exit code once all of its output is here; null when the signal ended it. */
const exited = (child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
    child.once("close", (code) => resolve(code))
    child.kill(signal)
  })
