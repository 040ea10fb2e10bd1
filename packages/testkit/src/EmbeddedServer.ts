/** A server in the test's own process. Source: product.md "Library use". */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type EmbeddedServer as Embedded, type EmbedOptions, embed } from "@backlot/server/Embed"
import { Context, Effect, Layer } from "effect"

export interface EmbeddedServerOptions extends Omit<EmbedOptions, "storage"> {
  /** `file` keeps a data file in a folder of its own, which goes with the scope. Default: `memory`. */
  readonly storage?: "memory" | "file"
}

export class EmbeddedServer extends Context.Service<EmbeddedServer, Embedded>()("@backlot/testkit/EmbeddedServer") {}

/**
 * Starts a server on a free port with `world`, a value in the shape of a world file. It stops with the scope, and
 * takes clock and loggers from the fiber that starts it: under `TestClock`, its real time is the test's.
 */
export const start = Effect.fnUntraced(function* ({ storage, ...options }: EmbeddedServerOptions) {
  if (storage !== "file") return yield* embed(options)
  const file = join(yield* temporaryFolder, "backlot.db")
  return yield* embed({ ...options, storage: { kind: "file", file, durable: false } })
})

/** One server for all tests that share the layer. */
export const layer = (options: EmbeddedServerOptions) => Layer.effect(EmbeddedServer, start(options))

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "backlot-testkit-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)
