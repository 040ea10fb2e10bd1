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
   * `startBy` says.
   */
  readonly storage?: "memory" | "file" | { readonly folder: string }
}

type Start = (options: Omit<EmbeddedServerOptions, "storage">) => ReturnType<typeof embed>

let startElsewhere: Start | undefined

/** Every later server without a storage of its own is started so. */
export const startBy = (start: Start): void => {
  startElsewhere = start
}

/** A start on a new schema of a PostgreSQL database. */
export const onDatabase =
  (url: string): Start =>
  (options) =>
    embed({ ...options, storage: { kind: "postgres", url: Redacted.make(url), schema: newSchema() } })

/** A start of several servers on a new schema of a PostgreSQL database. Gives each of them. */
export const onNodes = Effect.fnUntraced(function* (url: string, options: Parameters<Start>[0], count: number) {
  const cluster = { host: "127.0.0.1", port: 0 }
  const storage = { kind: "postgres", url: Redacted.make(url), schema: newSchema(), cluster } as const
  return yield* Effect.forEach(Array.from({ length: count }), () => embed({ ...options, storage }))
})

export class EmbeddedServer extends Context.Service<EmbeddedServer, Embedded>()("./EmbeddedServer.ts") {}

/**
 * Starts a server on a free port with `world`, a value in the shape of a world file. It stops with the scope. It takes
 * its clock and loggers from the calling fiber: under `TestClock`, its real time is the test's.
 */
export const start = Effect.fnUntraced(function* ({ storage, ...options }: EmbeddedServerOptions) {
  if (storage === undefined && startElsewhere !== undefined) return yield* startElsewhere(options)
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
