/** A server in this process, for tests of those that ask it. */
import { type EmbeddedServer, type EmbedOptions, embed } from "@backlot/server/Embed"
import { Effect, Exit, Scope } from "effect"
import { onTestFinished } from "vitest"
import { demoWorld } from "../src/process/Built.ts"

/** Of the demo world where no other is given. It stops after the test. */
export const served = async (options: Partial<EmbedOptions> = {}): Promise<EmbeddedServer> => {
  const scope = Scope.makeUnsafe()
  onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return await Effect.runPromise(Scope.provide(embed({ world: JSON.parse(demoWorld.text), ...options }), scope))
}
