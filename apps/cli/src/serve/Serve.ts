/** Runs one server from start to end: announces that it is ready, and stops it with the scope. */

import { get } from "node:http"
import { flushCompileCache } from "node:module"
import { StartError } from "@backlot/server/boot/StartError"
import { type RunningServer, start } from "@backlot/server/Server"
import { Console, Effect, Latch, Schedule } from "effect"
import { banner } from "./Banner.ts"
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
  // Who is told of the server may stop it at once: it then still says that it was ready, and drains.
  yield* Effect.uninterruptible(
    Effect.gen(function* () {
      if (flags.readyFile !== undefined) yield* keepReadyFile(flags.readyFile.value, server)
      yield* known.open
      yield* Console.log(banner(options, server))
      yield* Effect.annotateLogs(Effect.logInfo("The server is ready"), {
        url: server.addresses.url,
        version: options.version,
        storage: options.storage.kind,
        applications: server.applications.length
      })
    })
  )
  yield* Effect.forkScoped(cacheSoon)
  return server
})

/**
 * The first start writes the compile cache soon: a process that is killed never would, and after hours V8 has forgotten
 * the code of the start.
 */
const cacheSoon = Effect.delay(Effect.sync(flushCompileCache), "2 seconds")

/** Every 50 ms for ten seconds. */
const patience = Schedule.spaced("50 millis").pipe(Schedule.upTo({ times: 200 }))

/** Asks the server over HTTP whether it is ready, as any client would. */
const healthy = ({ addresses, controlToken }: RunningServer) =>
  status(`${addresses.control_url}/health`, controlToken).pipe(
    Effect.filterOrFail(
      (code) => code === 200,
      (code) => `it was answered with ${code}`
    ),
    Effect.retry(patience),
    Effect.mapError((why) => new StartError({ message: `The server does not answer at ${addresses.url}: ${why}` }))
  )

const status = (url: string, token: string | undefined) =>
  Effect.callback<number, string>((resume) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const request = get(url, { headers, agent: false }, (response) => {
      response.resume()
      resume(Effect.succeed(response.statusCode ?? 0))
    })
    request.on("error", (error) => resume(Effect.fail(error.message)))
    return Effect.sync(() => request.destroy())
  })
