/** Runs one server from start to end: announces that it is ready, and stops it with the scope. */
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
  // Acquired before the ready file, so that the file is removed first.
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
