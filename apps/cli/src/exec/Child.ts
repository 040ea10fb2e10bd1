/**
 * A command as a child with our input and output, which it has as they are: every byte, colours, what is typed. Signals
 * are its own while it runs; how it ends says how we do. What it leaves in the background goes on, as in a shell: ours.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { constants } from "node:os"
import { Effect } from "effect"
import { furtherSignal } from "../process/FurtherSignal.ts"

export interface End {
  readonly code: number
  /** e.g. `ended with exit code 1`. */
  readonly told: string
}

/** As shells have it: 127 there is no such command, 126 it can not be run, 128 and a signal's number. */
export const runChild = (
  [program = "", ...args]: ReadonlyArray<string>,
  environment: Record<string, string | undefined>
): Effect.Effect<End> =>
  Effect.callback<End>((resume) => {
    const shared = hasTerminal()
    const child = spawn(program, args, { stdio: "inherit", env: environment, detached: !shared })
    const restore = passSignalsOn(child, shared)
    const end = (told: End) => {
      restore()
      resume(Effect.succeed(told))
    }
    child.on("error", (error) => end(notStarted(error)))
    child.on("exit", (code, signal) =>
      end(
        signal === null
          ? { code: code ?? 0, told: `ended with exit code ${code}` }
          : { code: 128 + constants.signals[signal], told: `was ended by ${signal}` }
      )
    )
  })

const notStarted = (error: Error): End => {
  const code = "code" in error ? error.code : undefined
  if (code === "ENOENT") return { code: 127, told: "was not started: there is no such command;" }
  if (code === "EACCES") return { code: 126, told: "was not started: it is no program that may be run;" }
  return { code: 126, told: `was not started: ${error.message};` }
}

/**
 * What is pressed in a terminal is told to all of the process group in front, whatever their stdin is. There the command
 * shares our group, without which it could not read what is typed; elsewhere it leads one, so that who signals our group
 * does not reach it twice.
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

/** The first signal reaches the command once and leaves it its time, a further one kills it. Undone by what is returned. */
const passSignalsOn = (child: ChildProcess, shared: boolean): (() => void) => {
  const isFurther = furtherSignal()
  const undo = PASSED_ON.map((signal) => {
    const before = process.listeners(signal)
    process.removeAllListeners(signal)
    let isFirst = true
    process.on(signal, () => {
      if (isFurther()) return kill(child, shared)
      // No terminal sends SIGTERM.
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

/** With what it has started, where the group is its own. */
const kill = (child: ChildProcess, shared: boolean): void => {
  if (shared || child.pid === undefined) return void child.kill("SIGKILL")
  try {
    process.kill(-child.pid, "SIGKILL")
  } catch {
    // It is gone, which is what is wanted.
  }
}
