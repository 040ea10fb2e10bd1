/** The processes under test and their CPU and memory use, which only Linux reports. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"

export interface Child {
  readonly pid: number
  /** Its output so far, for error messages. */
  readonly output: () => string
  readonly hasEnded: () => boolean
  /** Asks it to end and waits until it has ended. */
  readonly stop: () => Promise<void>
}

const running = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL")
})
// The default handler would end us without the cleanup of the line above.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))

/** Runs a program on this Node. */
export const startChild = (args: ReadonlyArray<string>, onLine?: (line: string) => void): Child => {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] })
  const lines: Array<string> = []
  running.add(child)
  child.once("exit", () => running.delete(child))
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on("line", (line) => {
      if (lines.length < 200) lines.push(line)
      onLine?.(line)
    })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  if (child.pid === undefined) throw new Error(`${args[0]} can not be started`)
  return {
    pid: child.pid,
    output: () => lines.join("\n"),
    hasEnded,
    stop: async () => {
      if (hasEnded()) return
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      await ended
    }
  }
}

export interface Bare extends Child {
  readonly url: string
}

/** Starts one of the programs in baseline/ and waits until it listens. */
export const startBare = async (
  name: "answer" | "echo" | "endpoint" | "floor/main" | "push" | "service",
  ...args: ReadonlyArray<string>
): Promise<Bare> => {
  const { child, said: url } = await startProgram(name, args)
  if (!url.startsWith("http:")) throw new Error(`baseline ${name} did not start:\n${child.output()}`)
  return { ...child, url }
}

/** Starts one of the clients in baseline/ and waits until it is ready. */
export const startClient = async (
  name: "bot" | "caller" | "poster",
  ...args: ReadonlyArray<string>
): Promise<Child> => {
  const { child, said } = await startProgram(name, args)
  if (said !== "ready") throw new Error(`client ${name} did not start:\n${child.output()}`)
  return child
}

/** Starts a program in baseline/ and returns its first line. */
const startProgram = async (name: string, args: ReadonlyArray<string>) => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const child = startChild([join(import.meta.dirname, `baseline/${name}.mjs`), ...args], resolve)
  return { child, said: await promise }
}

/** One tick of /proc, which is 10 ms on every Linux that Node runs on. */
const TICK_MS = 10

/** CPU time of all threads since the process began, in milliseconds; undefined where there is no /proc. */
export const cpuMs = (pid: number): number | undefined => scheduledMs(pid) ?? cpuIn(pid, "stat")

/** The same by the scheduler's own count, in nanoseconds, of the threads that still run. A short round is less than a tick. */
const scheduledMs = (pid: number): number | undefined => {
  const counts = threadsOf(pid).map((thread) =>
    Number(readProc(pid, `task/${thread}/schedstat`)?.split(" ", 1)[0] ?? 0)
  )
  const nanoseconds = counts.reduce((sum, one) => sum + one, 0)
  return nanoseconds > 0 ? nanoseconds / 1e6 : undefined
}

/** The same of its main thread alone, which runs its JavaScript. */
export const mainThreadMs = (pid: number): number | undefined => cpuIn(pid, `task/${pid}/stat`)

/** From the field `first` on: user and system time of its own (11), or of its children that have ended (13). */
const cpuIn = (pid: number, file: string, first = 11): number | undefined => {
  const text = readProc(pid, file)
  // The second field is the program's name, which may contain spaces.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ")
  return fields === undefined ? undefined : (Number(fields[first]) + Number(fields[first + 1])) * TICK_MS
}

/** The same of a process and all that it has started, also of those that have ended. */
export const familyCpuMs = (pid: number): number => {
  const children = (readProc(pid, `task/${pid}/children`) ?? "").split(" ").filter(Boolean)
  return [pid, ...children.map(Number)].reduce((sum, one) => sum + (cpuMs(one) ?? 0), cpuIn(pid, "stat", 13) ?? 0)
}

/** Resident memory in MiB; undefined where there is no /proc. */
export const residentMib = (pid: number): number | undefined => {
  const kib = /VmRSS:\s+(\d+)/.exec(readProc(pid, "status") ?? "")?.[1]
  return kib === undefined ? undefined : Number(kib) / 1024
}

const threadsOf = (pid: number): ReadonlyArray<string> => {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

const readProc = (pid: number, file: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8")
  } catch {
    return undefined
  }
}
