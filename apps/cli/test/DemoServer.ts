/** A server of the demo world in this process, with the demo app beside it. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { embed } from "@backlot/server/Embed"
import { Effect, Exit, Scope } from "effect"
import { appEnvironment } from "../src/demo/DemoApp.ts"
import { demoWorld } from "../src/process/Built.ts"
import { bundled } from "./Backlot.ts"

export interface DemoServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Once the app has registered its commands. */
export const demoServer = async (): Promise<DemoServer> => {
  const scope = Scope.makeUnsafe()
  const server = await Effect.runPromise(Scope.provide(embed({ world: JSON.parse(demoWorld.text) }), scope))
  const app = spawn(process.execPath, [join(bundled, "dist/demo-app.js")], {
    env: appEnvironment(server),
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(app, "close")
  let printed = ""
  for await (const chunk of app.stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk
    if (printed.includes("Demo app ready")) break
  }
  app.stdout.resume()
  return {
    url: server.addresses.url,
    stop: async () => {
      app.kill("SIGTERM")
      await ended
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}
