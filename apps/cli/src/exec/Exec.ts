/** Runs one command beside one server. Source: product.md "First minute" (other commands). */
import { elapsed } from "@backlot/domain/base/Elapsed"
import * as NodeHttp from "@backlot/player/stage/NodeHttp"
import type { Stage } from "@backlot/player/stage/Stage"
import { StartError } from "@backlot/server/boot/StartError"
import { contactOf } from "@backlot/server/Embed"
import { start } from "@backlot/server/Server"
import { intercept } from "@backlot/simulator/intercept/Intercept"
import { appEnvironment, type Environment } from "@backlot/simulator/run/AppEnvironment"
import { Console, Effect } from "effect"
import type { Variables } from "../given/Given.ts"
import { Ended } from "../process/Ended.ts"
import { withBacklot } from "../process/OnPath.ts"
import { keepReadyFile } from "../serve/ReadyFile.ts"
import type { ServeFlags } from "../serve/ServeFlags.ts"
import { serveOptions } from "../serve/ServeOptions.ts"
import { runChild } from "./Child.ts"

export interface ExecOptions {
  /** Our own environment. */
  readonly variables: Variables
  /** To the server instead of to the platform. */
  readonly isLed: boolean
  readonly outside: ReadonlyArray<string> | undefined
}

/** Stops the server, then fails with the command's exit code unless that is 0. */
export const exec = Effect.fnUntraced(function* (
  command: ReadonlyArray<string>,
  flags: ServeFlags,
  { variables, isLed, outside = [] }: ExecOptions
) {
  const server = yield* start(yield* serveOptions(flags))
  if (flags.readyFile !== undefined) yield* keepReadyFile(flags.readyFile.value, server)
  const stage = contactOf(server)
  const own = appEnvironment(withBacklot(variables), stage, stage.applications[0])
  const environment = isLed ? { ...own, ...(yield* led(stage, outside, own)) } : own
  const began = yield* elapsed
  const end = yield* runChild(command, environment)
  const seconds = ((yield* elapsed) - began) / 1_000
  yield* Console.error(`backlot exec: ${shown(command)} ${end.how} after ${seconds.toFixed(1)} s (server ${stage.url})`)
  if (end.code !== 0) return yield* new Ended({ code: end.code })
}, Effect.scoped)

const led = Effect.fnUntraced(function* (stage: Stage, outside: ReadonlyArray<string>, environment: Environment) {
  const [application] = stage.applications
  if (application === undefined) return yield* new StartError({ message: NO_APPLICATION })
  const http = yield* NodeHttp.make
  const options = { stage, http, applicationId: application.id, outside, nodeOptions: environment["NODE_OPTIONS"] }
  return yield* Effect.mapError(
    intercept(options),
    ({ message }) => new StartError({ message: `The command ${message}` })
  )
})

const NO_APPLICATION = "--intercept needs an application for which the command's token stands, and the world has none"

/** A message shows at most this many characters of the command. Our choice: docs/choices.md "Command line". */
const SHOWN = 100

const shown = (command: ReadonlyArray<string>): string => {
  const text = command.join(" ").replace(/\s+/g, " ")
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
