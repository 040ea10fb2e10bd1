/** Runs the built program as a child process on a free port. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Child, startChild } from "./Child.ts"

/** Built by `npm run build`. */
export const PROGRAM = join(import.meta.dirname, "../../../apps/cli/dist/main.js")

const START_CAP_MS = 120_000

export interface Backlot extends Child {
  readonly url: string
  /** Hexadecimal public key of an application. */
  readonly publicKey: (applicationId: string) => string
}

export interface BacklotOptions {
  /** Path of the built main.js. */
  readonly program: string
  /** Holds the ready file, and without `data` nothing else. */
  readonly folder: string
  readonly worldFile: string
  /** Path of the data file; without it and `database` all data is in memory. */
  readonly data?: string
  /** URL of a PostgreSQL database, which others may share. */
  readonly database?: string
  /** Opens an inspector, for `keptMib`. */
  readonly inspect?: boolean
  /** The server writes a CPU profile there when it ends. */
  readonly profile: string | undefined
}

interface Ready {
  readonly url: string
  readonly pid: number
  readonly applications: ReadonlyArray<{ readonly id: string; readonly public_key: string }>
}

/** Starts the program without rate limits and waits until its ready file exists. */
export const startBacklot = async (options: BacklotOptions): Promise<Backlot> => {
  const { program, folder, worldFile, data, database, inspect = false, profile } = options
  const readyFile = join(folder, "ready.json")
  const child = startChild([
    ...(inspect ? ["--inspect=127.0.0.1:0"] : []),
    ...(profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]),
    ...[program, "serve", "--port", "0", "--limits", "observe", "--world", worldFile, "--ready-file", readyFile],
    ...storageFlags(data, database)
  ])
  const deadline = Date.now() + START_CAP_MS
  while (!existsSync(readyFile)) {
    if (child.hasEnded() || Date.now() > deadline) throw new Error(`the program did not start:\n${child.output()}`)
    await sleep(10)
  }
  const { url, applications } = readReady(readyFile)
  const publicKey = (id: string) => applications.find((application) => application.id === id)?.public_key ?? ""
  return { ...child, url, publicKey }
}

const storageFlags = (data: string | undefined, database: string | undefined): ReadonlyArray<string> => {
  if (database !== undefined) return ["--database-url", database]
  return data === undefined ? ["--memory"] : ["--data", data]
}

const readReady = (file: string): Ready => JSON.parse(readFileSync(file, "utf8"))
