/** One server from start to end: ready, told to whoever started it, and stopped with its scope. */
import { type RunningServer, start } from "@backlot/server/Server"
import { Console, Effect, Latch } from "effect"
import { banner } from "./Banner.ts"
import { healthy } from "./Health.ts"
import { keepReadyFile } from "./ReadyFile.ts"
import type { ServeFlags } from "./ServeFlags.ts"
import { serveOptions } from "./ServeOptions.ts"

export const openServer = Effect.fnUntraced(function* (flags: ServeFlags) {
  const options = yield* serveOptions(flags)
  const server: RunningServer = yield* start(options)
  yield* healthy(server)
  // Before the ready file, so that the file is gone first.
  const known = yield* Latch.make()
  yield* Effect.addFinalizer(() => (known.isOpen() ? server.drain : Effect.void))
  if (flags.readyFile !== undefined) yield* keepReadyFile(flags.readyFile.value, server)
  yield* known.open
  yield* Console.log(banner(options, server))
  yield* Effect.annotateLogs(Effect.logInfo("The server is ready"), {
    url: server.addresses.url,
    version: options.version,
    storage: options.storage.kind,
    applications: server.applications.length
  })
  return server
})
