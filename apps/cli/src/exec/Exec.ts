/** One command beside one server. Source: product.md "First minute" (other commands). */
import { type ChildProcess, spawn } from "node:child_process"
import { constants } from "node:os"
import { contactOf } from "@backlot/server/Embed"
import { start } from "@backlot/server/Server"
import { appEnvironment } from "@backlot/simulator/run/AppEnvironment"
import { Clock, Console, Effect } from "effect"
import { Ended } from "../Ended.ts"
import type { Variables } from "../Given.ts"
import { keepReadyFile } from "../ReadyFile.ts"
import type { ServeFlags } from "../ServeFlags.ts"
import { serveOptions } from "../ServeOptions.ts"

/** Fails with the command's exit code where that is not 0, once the server has stopped. */
export const exec = Effect.fnUntraced(function* (
  command: ReadonlyArray<string>,
  flags: ServeFlags,
  variables: Variables
) {
  const server = yield* start(yield* serveOptions(flags))
  if (flags.readyFile !== undefined) yield* keepReadyFile(flags.readyFile.value, server)
  const stage = contactOf(server)
  const environment = appEnvironment(variables, stage, stage.applications[0])
  const began = yield* Clock.currentTimeMillis
  const end = yield* run(command, environment)
  const seconds = ((yield* Clock.currentTimeMillis) - began) / 1_000
  yield* Console.error(
    `backlot exec: ${shown(command)} ${end.told} after ${seconds.toFixed(1)} s (server ${stage.url})`
  )
  if (end.code !== 0) return yield* new Ended({ code: end.code })
}, Effect.scoped)

/** Ours: characters of the command that stand in the line about it. */
const SHOWN = 100

const shown = (command: ReadonlyArray<string>): string => {
  const text = command.join(" ").replace(/\s+/g, " ")
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

interface End {
  readonly code: number
  /** e.g. `ended with exit code 1`. */
  readonly told: string
}

/** As shells have it: 127 there is no such command, 126 it can not be run, 128 and a signal's number. */
const run = (command: ReadonlyArray<string>, environment: Record<string, string | undefined>): Effect.Effect<End> =>
  Effect.callback<End>((resume) => {
    const [program = "", ...args] = command
    const child = spawn(program, args, { stdio: "inherit", env: environment })
    const restore = passSignalsOn(child)
    const end = (told: End) => {
      restore()
      resume(Effect.succeed(told))
    }
    child.on("error", (error) =>
      end(
        "code" in error && error.code === "ENOENT"
          ? { code: 127, told: "was not started: there is no such command;" }
          : { code: 126, told: `was not started: ${error.message};` }
      )
    )
    child.on("exit", (code, signal) =>
      end(
        signal === null
          ? { code: code ?? 0, told: `ended with exit code ${code}` }
          : { code: 128 + constants.signals[signal], told: `was ended by ${signal}` }
      )
    )
  })

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** While the command runs, signals are its own; how it ends says how we do. Undone by what is returned. */
const passSignalsOn = (child: ChildProcess): (() => void) => {
  // What a terminal sends it sends to the command too, which stands in our process group.
  const isTold = (signal: NodeJS.Signals) => signal !== "SIGTERM" && process.stdin.isTTY === true
  const undo = PASSED_ON.map((signal) => {
    const before = process.listeners(signal)
    process.removeAllListeners(signal)
    process.on(signal, () => {
      if (!isTold(signal)) child.kill(signal)
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
