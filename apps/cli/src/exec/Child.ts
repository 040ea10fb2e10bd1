/**
 * Runs a command as a child process that inherits our input and output unchanged. It receives our signals while it
 * runs, and we exit with its exit code. Background processes it started keep running, as in a shell. Our choice:
 * docs/choices.md "Command line".
 */
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { constants } from "node:os"
import { Effect } from "effect"
import { furtherSignal } from "../process/FurtherSignal.ts"

export interface End {
  readonly code: number
  /** e.g. `ended with exit code 1`. */
  readonly how: string
}

/** Exit codes as in shells: 127 unknown command, 126 command that cannot be run, 128 plus the number of a signal. */
export const runChild = (
  [program = "", ...args]: ReadonlyArray<string>,
  environment: Record<string, string | undefined>
): Effect.Effect<End> =>
  Effect.callback<End>((resume) => {
    const shared = hasTerminal()
    const child = spawn(program, args, { stdio: "inherit", env: environment, detached: !shared })
    const restore = passSignalsOn(child, shared)
    const end = (ended: End) => {
      restore()
      resume(Effect.succeed(ended))
    }
    child.on("error", (error) => end(notStarted(error)))
    child.on("exit", (code, signal) =>
      end(
        signal === null
          ? { code: code ?? 0, how: `ended with exit code ${code}` }
          : { code: 128 + constants.signals[signal], how: `was ended by ${signal}` }
      )
    )
  })

const notStarted = (error: Error): End => {
  const code = "code" in error ? error.code : undefined
  if (code === "ENOENT") return { code: 127, how: "was not started: there is no such command;" }
  if (code === "EACCES") return { code: 126, how: "was not started: it is no program that may be run;" }
  return { code: 126, how: `was not started: ${error.message};` }
}

/**
 * A terminal sends its signals to the whole foreground process group. There the command shares our group, because it
 * could not read the terminal otherwise; elsewhere it leads a group, so that a signal to our group does not reach it
 * twice.
 */
const hasTerminal = (): boolean => {
  try {
    closeSync(openSync("/dev/tty", "r"))
    return true
  } catch {
    return false
  }
}

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/**
 * Passes the first signal to the command and lets it finish; another signal kills it. The returned function undoes
 * this.
 */
const passSignalsOn = (child: ChildProcess, shared: boolean): (() => void) => {
  const isFurther = furtherSignal()
  const undo = PASSED_ON.map((signal) => {
    const before = process.listeners(signal)
    process.removeAllListeners(signal)
    let isFirst = true
    process.on(signal, () => {
      if (isFurther()) return kill(child, shared)
      // Terminals never send SIGTERM, so it must be passed on.
      if (isFirst && (!shared || signal === "SIGTERM")) child.kill(signal)
      isFirst = false
    })
    return () => {
      process.removeAllListeners(signal)
      for (const listener of before) process.on(signal, listener)
    }
  })
  return () => {
    for (const each of undo) each()
  }
}

/** Kills the command, and all that it started when it leads its own group. */
const kill = (child: ChildProcess, shared: boolean): void => {
  if (shared || child.pid === undefined) return void child.kill("SIGKILL")
  try {
    process.kill(-child.pid, "SIGKILL")
  } catch {
    // The process has ended already.
  }
}
