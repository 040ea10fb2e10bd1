/** A server in the test's own process. Source: product.md "Library use". */
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type EmbeddedServer as Embedded, type EmbedOptions, embed } from "@backlot/server/Embed"
import { Context, Effect, Layer, Redacted, type Scope } from "effect"

export interface EmbeddedServerOptions extends Omit<EmbedOptions, "storage"> {
  /**
   * `file` keeps a data file in a folder that is removed with the scope; a given folder is kept. Default: `memory`, or what
   * `onDatabase` says.
   */
  readonly storage?: "memory" | "file" | { readonly folder: string }
}

let database: Redacted.Redacted | undefined

/** Every later server without a storage of its own gets a new schema in this PostgreSQL database. */
export const onDatabase = (url: string): void => {
  database = Redacted.make(url)
}

export class EmbeddedServer extends Context.Service<EmbeddedServer, Embedded>()("./EmbeddedServer.ts") {}

/**
 * Starts a server on a free port with `world`, a value in the shape of a world file. It stops with the scope. It takes
 * its clock and loggers from the calling fiber: under `TestClock`, its real time is the test's.
 */
export const start = Effect.fnUntraced(function* ({ storage, ...options }: EmbeddedServerOptions) {
  if (storage === undefined && database !== undefined)
    return yield* embed({ ...options, storage: { kind: "postgres", url: database, schema: newSchema() } })
  if (storage === undefined || storage === "memory") return yield* embed(options)
  const folder = storage === "file" ? yield* temporaryFolder : storage.folder
  return yield* embed({ ...options, storage: { kind: "file", file: join(folder, "backlot.db"), durable: false } })
})

const newSchema = () => `embedded_${randomUUID().replaceAll("-", "").slice(0, 20)}`

/** One server for all tests that share the layer. */
export const layer = (options: EmbeddedServerOptions) => Layer.effect(EmbeddedServer, start(options))

/** A folder for the test, removed with the scope. */
export const temporaryFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "backlot-testkit-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)
