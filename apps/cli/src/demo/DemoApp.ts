/** Runs the demo app as a process beside the server. Source: product.md "First minute", "Programs started by …". */
import { fileURLToPath } from "node:url"
import { contactOf } from "@backlot/server/Embed"
import type { RunningServer } from "@backlot/server/Server"
import { appVariables } from "@backlot/simulator/run/AppEnvironment"
import { Effect } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"

/** The demo app, which lies beside the program: see build.mjs. */
export const program = fileURLToPath(new URL("./demo-app.js", import.meta.url))

/** Runs it for the first application of the world until the scope closes. Reports an earlier end. */
export const runDemoApp = Effect.fnUntraced(function* (server: RunningServer) {
  const environment = appEnvironment(server)
  if (environment === undefined) return yield* Effect.logWarning("No demo app: this world has no application for it.")
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const app = yield* spawner.spawn(
    ChildProcess.make(process.execPath, ["--enable-source-maps", program], {
      env: environment,
      extendEnv: false,
      stdin: "ignore",
      stdout: "inherit",
      stderr: "inherit",
      // Stays in our process group, so that a signal to the group ends the app as well.
      detached: false,
      forceKillAfter: "2 seconds"
    })
  )
  yield* Effect.forkScoped(
    Effect.matchEffect(app.exitCode, {
      onSuccess: (code) => Effect.logError(`The demo app ended with exit code ${code}; the server goes on without it.`),
      onFailure: (error) => Effect.logError(`The demo app ended: ${error.message}; the server goes on without it.`)
    })
  )
})

/** The whole environment of the demo app; undefined in a world without applications. */
export const appEnvironment = (server: RunningServer): Record<string, string> | undefined => {
  const stage = contactOf(server)
  const [first] = stage.applications
  return first === undefined ? undefined : appVariables(stage, first)
}
