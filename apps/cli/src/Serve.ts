/** One server from start to end: ready, told to whoever started it, and stopped with its scope. */
import { type RunningServer, start } from "@backlot/server/Server"
import { Console, Effect } from "effect"
import { banner } from "./Banner.ts"
import { healthy } from "./Health.ts"
import { keepReadyFile } from "./ReadyFile.ts"
import type { ServeFlags } from "./ServeFlags.ts"
import { serveOptions } from "./ServeOptions.ts"

export const openServer = Effect.fnUntraced(function* (flags: ServeFlags) {
  const options = yield* serveOptions(flags)
  const server: RunningServer = yield* start(options)
  yield* healthy(server)
  if (flags.readyFile !== undefined) yield* keepReadyFile(flags.readyFile.value, server)
  yield* Console.log(banner(options, server))
  return server
})
