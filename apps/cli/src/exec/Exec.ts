/** Runs one command beside one server. Source: product.md "First minute" (other commands). */
import { elapsed } from "@backlot/domain/base/Elapsed"
import * as NodeHttp from "@backlot/player/stage/NodeHttp"
import type { Stage } from "@backlot/player/stage/Stage"
import type { InterceptWay } from "@backlot/scenario/InterceptWays"
import { StartError } from "@backlot/server/boot/StartError"
import { contactOf } from "@backlot/server/Embed"
import { start } from "@backlot/server/Server"
import type { Environment } from "@backlot/simulator/intercept/Environment"
import { type Intercepted, intercept } from "@backlot/simulator/intercept/Intercept"
import { appEnvironment } from "@backlot/simulator/run/AppEnvironment"
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
  readonly way: InterceptWay | false
  readonly outside: ReadonlyArray<string> | undefined
}

/** Stops the server, then fails with the command's exit code unless that is 0. */
export const exec = Effect.fnUntraced(function* (
  command: ReadonlyArray<string>,
  flags: ServeFlags,
  { variables, way, outside = [] }: ExecOptions
) {
  const server = yield* start(yield* serveOptions(flags))
  if (flags.readyFile !== undefined) yield* keepReadyFile(flags.readyFile.value, server)
  const stage = contactOf(server)
  const own = appEnvironment(withBacklot(variables), stage, stage.applications[0])
  const led = way === false ? undefined : yield* ledBy(way, { stage, outside, command, environment: own })
  const began = yield* elapsed
  const end = yield* runChild([...(led?.prefix ?? []), ...command], { ...own, ...led?.variables })
  const seconds = ((yield* elapsed) - began) / 1_000
  yield* Console.error(`backlot exec: ${shown(command)} ${end.how} after ${seconds.toFixed(1)} s (server ${stage.url})`)
  const missed = led?.missed()
  if (missed !== undefined) yield* Console.error(`backlot exec: ${missed}`)
  if (end.code !== 0) return yield* new Ended({ code: end.code })
}, Effect.scoped)

interface Led {
  readonly stage: Stage
  readonly outside: ReadonlyArray<string>
  readonly command: ReadonlyArray<string>
  readonly environment: Environment
}

const ledBy = Effect.fnUntraced(function* (way: InterceptWay, { stage, ...options }: Led) {
  const [application] = stage.applications
  if (application === undefined) return yield* new StartError({ message: NO_APPLICATION })
  const led = yield* intercept({
    ...{ ...options, stage, way, http: yield* NodeHttp.make, applicationId: application.id },
    ...{ command: options.command.join(" "), cwd: process.cwd() },
    tell: (line) => void process.stderr.write(`backlot: ${line}\n`)
  }).pipe(Effect.mapError(({ message }) => new StartError({ message: `The command ${message}` })))
  yield* Console.error(`backlot exec: led by ${MEANT[led.way]}`)
  if (led.loose !== undefined) yield* Console.error(`backlot exec: ${LOOSE[led.way]}, because it ${led.loose}`)
  return led
})

const MEANT: Readonly<Record<Intercepted["way"], string>> = {
  both: "a file that Node loads first, in a namespace in which nothing but Backlot and this machine is reached",
  preload: "a file that Node loads first (--intercept=preload); it leads what runs on Node",
  namespace: "a namespace in which nothing but Backlot and this machine is reached (--intercept=namespace)",
  resolver: "a library before the system's own (--intercept=resolver); it leads no statically linked program",
  proxy: "a proxy (--intercept=proxy)"
}

/** What is not held back where a second way is missing. */
const LOOSE: Readonly<Partial<Record<Intercepted["way"], string>>> = {
  preload: "what it starts in other languages is not led and not held back",
  proxy: "what ignores HTTPS_PROXY, as discord.py and npm's ws do, still reaches the platform"
}

const NO_APPLICATION = "--intercept needs an application for which the command's token stands, and the world has none"

/** A message shows at most this many characters of the command. Our choice: docs/choices.md "Command line". */
const SHOWN = 100

const shown = (command: ReadonlyArray<string>): string => {
  const text = command.join(" ").replace(/\s+/g, " ")
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
