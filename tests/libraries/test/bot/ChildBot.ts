/** A bot that is a program of its own, as its author would start it. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { WITH_PARENT } from "../LiveServer.ts"

export interface ChildBot {
  /** Everything it printed so far. */
  readonly output: () => string
  /** Its exit code; null when the signal ended it. */
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Promise<number | null>
}

/** Runs a file of the repository, e.g. `examples/discord-js-bot/src/main.ts`, until a line of its output fits. */
export const startChild = async (
  file: string,
  env: Readonly<Record<string, string>>,
  ready: RegExp
): Promise<ChildBot> => {
  const child = spawn(process.execPath, [...WITH_PARENT, join(import.meta.dirname, "../../../..", file)], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["pipe", "pipe", "pipe"]
  })
  const lines: Array<string> = []
  child.stderr.on("data", (chunk) => lines.push(String(chunk)))
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`it ended with ${code}:\n${lines.join("\n")}`)))
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line)
      if (ready.test(line)) resolve()
    })
  })
  return { output: () => lines.join("\n"), end: (signal) => ended(child, signal) }
}

const ended = async (child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, "exit")
  child.kill(signal)
  const [code] = await exit
  return code
}
