/** A server in the test's own process. Source: product.md "Library use". */
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type EmbeddedServer as Embedded, type EmbedOptions, embed } from "@backlot/server/Embed"
import { Context, Effect, Layer, Redacted, type Scope } from "effect"

export interface EmbeddedServerOptions extends Omit<EmbedOptions, "storage"> {
  /**
   * `file` keeps a data file in a folder that is removed with the scope; a given folder is kept. Default: `memory`, or a schema
   * of its own in the PostgreSQL database that BACKLOT_EMBEDDED_DATABASE_URL names.
   */
  readonly storage?: "memory" | "file" | { readonly folder: string }
}

export class EmbeddedServer extends Context.Service<EmbeddedServer, Embedded>()("./EmbeddedServer.ts") {}

/**
 * Starts a server on a free port with `world`, a value in the shape of a world file. It stops with the scope. It takes
 * its clock and loggers from the calling fiber: under `TestClock`, its real time is the test's.
 */
export const start = Effect.fnUntraced(function* ({ storage, ...options }: EmbeddedServerOptions) {
  const database = process.env["BACKLOT_EMBEDDED_DATABASE_URL"] ?? ""
  if (storage === undefined && database !== "")
    return yield* embed({
      ...options,
      storage: { kind: "postgres", url: Redacted.make(database), schema: newSchema() }
    })
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
