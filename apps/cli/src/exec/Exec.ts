/** Runs one command beside one server. Source: product.md "First minute" (other commands). */
import { elapsed } from "@backlot/domain/base/Elapsed"
import { contactOf } from "@backlot/server/Embed"
import { start } from "@backlot/server/Server"
import { appEnvironment } from "@backlot/simulator/run/AppEnvironment"
import { Console, Effect } from "effect"
import type { Variables } from "../given/Given.ts"
import { Ended } from "../process/Ended.ts"
import { withBacklot } from "../process/OnPath.ts"
import { keepReadyFile } from "../serve/ReadyFile.ts"
import type { ServeFlags } from "../serve/ServeFlags.ts"
import { serveOptions } from "../serve/ServeOptions.ts"
import { runChild } from "./Child.ts"

/** Stops the server, then fails with the command's exit code unless that is 0. */
export const exec = Effect.fnUntraced(function* (
  command: ReadonlyArray<string>,
  flags: ServeFlags,
  variables: Variables
) {
  const server = yield* start(yield* serveOptions(flags))
  if (flags.readyFile !== undefined) yield* keepReadyFile(flags.readyFile.value, server)
  const stage = contactOf(server)
  const environment = appEnvironment(withBacklot(variables), stage, stage.applications[0])
  const began = yield* elapsed
  const end = yield* runChild(command, environment)
  const seconds = ((yield* elapsed) - began) / 1_000
  yield* Console.error(`backlot exec: ${shown(command)} ${end.how} after ${seconds.toFixed(1)} s (server ${stage.url})`)
  if (end.code !== 0) return yield* new Ended({ code: end.code })
}, Effect.scoped)

/** A message shows at most this many characters of the command. Our choice: docs/choices.md "Command line". */
const SHOWN = 100

const shown = (command: ReadonlyArray<string>): string => {
  const text = command.join(" ").replace(/\s+/g, " ")
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
