/** What a Node program does beside its connections: it listens, and starts programs. Needs nothing but Node. */
import { readFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { basename } from "node:path"

/** Milliseconds. A port that never comes is taken outside. */
const PATIENCE = 300
const EVERY = 5

/** Who is told of a port may ask for it from outside of the namespace at once. */
export const waitUntilMirrored = (address: AddressInfo | string | null, file: string): void => {
  if (address === null || typeof address !== "object") return
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited < PATIENCE && !portsIn(file).includes(address.port); waited += EVERY) {
    Atomics.wait(clock, 0, 0, EVERY)
  }
}

const portsIn = (file: string): ReadonlyArray<unknown> => {
  try {
    const ports: unknown = JSON.parse(readFileSync(file, "utf8"))
    return Array.isArray(ports) ? ports : []
  } catch {
    return []
  }
}

const NODE = /^(?:node|nodejs|npm|npx|pnpm|yarn|tsx|ts-node|nodemon|bun|deno)$/
const SHELL = /^(?:sh|bash|dash|zsh|cmd)$/

/** The program that a child process is to run; undefined for Node, and for a shell that starts no other. */
export const startedIn = (given: unknown): string | undefined => {
  if (typeof given !== "object" || given === null) return undefined
  const { file, args } = { file: Reflect.get(given, "file"), args: Reflect.get(given, "args") }
  if (typeof file !== "string") return undefined
  const name = nameOf(file)
  if (!SHELL.test(name)) return NODE.test(name) ? undefined : name
  const line: unknown = Array.isArray(args) ? args.at(-1) : undefined
  const first = typeof line === "string" ? nameOf(line.trim().split(/\s+/, 1).join("")) : ""
  return first === "" || NODE.test(first) || SHELL.test(first) || !/^[\w.+-]+$/.test(first) ? undefined : first
}

const nameOf = (file: string): string => basename(file).replace(/\.(?:exe|cmd)$/i, "")
