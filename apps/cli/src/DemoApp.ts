/** The demo app as a process beside the server. Source: product.md "First minute", "Programs started by …". */
import { fileURLToPath } from "node:url"
import type { RunningServer } from "@backlot/server/Server"
import { Effect } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"

/** Stands beside the built program: see build.mjs. */
const program = fileURLToPath(new URL("./demo-app.js", import.meta.url))

/** Runs it for the first application of the world, until the scope closes; says so when it ends before that. */
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
      // In our process group, so that whoever ends that ends the app as well.
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

/** What a program started beside a server finds in its environment, nothing else. */
export const appEnvironment = ({
  addresses,
  controlToken,
  applications: [first]
}: RunningServer): Record<string, string> | undefined =>
  first === undefined
    ? undefined
    : {
        BACKLOT_APP_REST_URL: addresses.rest_url,
        BACKLOT_APP_GATEWAY_URL: addresses.gateway_url,
        BACKLOT_APP_ID: first.application.id,
        BACKLOT_APP_TOKEN: first.application.bot.token,
        BACKLOT_APP_SECRET: first.application.client_secret,
        BACKLOT_APP_PUBLIC_KEY: first.publicKey,
        BACKLOT_APP_CONTROL_URL: addresses.control_url,
        BACKLOT_APP_CONTROL_TOKEN: controlToken ?? ""
      }
