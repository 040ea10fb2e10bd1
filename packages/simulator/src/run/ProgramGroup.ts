/**
 * Runs a program in its own process group, with everything it starts. The group ends with the scope, and also if we are
 * killed. Source: product.md "Scenario files" (app: started for the run, stopped afterwards).
 */
import { type ChildProcess, spawn } from "node:child_process"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { Deferred, Effect, type Scope } from "effect"
import type { Environment } from "../intercept/Environment.ts"
import type { ProgramOutput } from "./ProgramOutput.ts"

export interface ProgramOptions {
  /** A shell command. */
  readonly command: string
  /** Absolute. */
  readonly cwd: string
  readonly environment: Environment
}

/** Either code or signal; a program that never began has the reason. */
export interface ProgramEnd {
  readonly code: number | undefined
  readonly signal: string | undefined
  readonly because?: string | undefined
}

export interface ProgramGroup {
  /** Completes when the program has ended and its output is complete. */
  readonly ended: Effect.Effect<ProgramEnd>
  /** Undefined while it runs. */
  readonly end: () => ProgramEnd | undefined
}

/** After SIGKILL, how long a process that left the group may hold the output. */
const LAST = "1 second"
/** After the program failed, how long its child processes may hold the output. */
const HELD = "200 millis"

export const start = (
  options: ProgramOptions,
  output: ProgramOutput
): Effect.Effect<ProgramGroup, never, Scope.Scope> => {
  const launched = Effect.sync(() => launch(options, output))
  return Effect.acquireRelease(launched, ({ stop }) => stop)
}

const launch = ({ command, cwd, environment }: ProgramOptions, output: ProgramOutput) => {
  const options = { shell: true, cwd, env: environment, detached: true } as const
  const child = spawn(command, { ...options, stdio: ["ignore", "pipe", "pipe"] })
  const guard = guarding(child.pid)
  const exited = Deferred.makeUnsafe<ProgramEnd>()
  const closed = Deferred.makeUnsafe<void>()
  let end: ProgramEnd | undefined
  const finish = (how: ProgramEnd) => {
    end ??= how
    Deferred.doneUnsafe(exited, Effect.succeed(end))
  }
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (bytes: Uint8Array) => output.take(name, bytes))
    child[name].on("close", () => output.end(name))
  }
  const close = () => Deferred.doneUnsafe(closed, Effect.void)
  child.on("error", ({ message }) => {
    finish({ code: undefined, signal: undefined, because: message })
    close()
  })
  child.on("exit", (code, signal) => finish({ code: code ?? undefined, signal: signal ?? undefined }))
  // All its child processes closed the output.
  child.on("close", close)
  // Child processes of a program that ended well may continue in its place.
  const ended = Effect.tap(Deferred.await(exited), ({ code }) =>
    code === 0 ? Deferred.await(closed) : Effect.timeoutOption(Deferred.await(closed), HELD)
  )
  const gone = Effect.interruptible(Deferred.await(closed))
  const stop = Effect.gen(function* () {
    signalGroup(child, "SIGTERM")
    yield* Effect.timeoutOption(gone, BOUNDS.grace.value)
    // Kills processes that ignored SIGTERM, or whose output was not connected.
    signalGroup(child, "SIGKILL")
    yield* Effect.timeoutOption(gone, LAST)
    guard.release()
    child.stdout.destroy()
    child.stderr.destroy()
  })
  return { ended, end: () => end, stop }
}

/** A missing group has already ended. */
const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {}
}

/**
 * A shell that waits for a line from us. If its input ends without one, we are gone, and it kills the group. It has its
 * own session, so that no terminal ends it together with us.
 */
const guarding = (group: number | undefined): { readonly release: () => void } => {
  if (group === undefined) return { release: () => {} }
  const guard = spawn("/bin/sh", ["-c", 'read -r line || kill -s KILL -- "-$1"', "sh", String(group)], {
    detached: true,
    env: {},
    stdio: ["pipe", "ignore", "ignore"]
  })
  // Without a guard the program still runs.
  guard.on("error", () => {})
  guard.stdin.on("error", () => {})
  return { release: () => void guard.stdin.end("released\n") }
}
