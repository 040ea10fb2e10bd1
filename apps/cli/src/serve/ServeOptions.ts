/** Turns flags into the options of the server. */
import type { ServerOptions } from "@backlot/server/Server"
import { Effect } from "effect"
import { distinct, type NamedFile } from "../given/DistinctFiles.ts"
import { exclusive, type Given } from "../given/Given.ts"
import { shownPath } from "../given/ShownPath.ts"
import { demoWorld, version } from "../process/Built.ts"
import { readWorld } from "../world/WorldReading.ts"
import type { ServeFlags } from "./ServeFlags.ts"
import { dataFile, storageChoice } from "./StorageFlags.ts"

/**
 * Fails with a usage error for flags that exclude each other or that name one file for two outputs; fails with a start
 * error for an unreadable world.
 */
export const serveOptions = Effect.fnUntraced(function* (flags: ServeFlags) {
  const storage = yield* storageChoice(flags)
  yield* distinct([
    ...dataFile(flags, storage),
    ...named("export-on-exit", flags.exportOnExit),
    ...named("ready-file", flags.readyFile)
  ])
  const imported = yield* importedOf(flags)
  return {
    version,
    host: flags.host?.value ?? "127.0.0.1",
    port: flags.port?.value ?? 6780,
    allowedHosts: flags.allowedHost?.value ?? [],
    world: yield* worldOf(flags.world?.value),
    reset: flags.reset?.value ?? false,
    clock: flags.clock?.value,
    controlToken: flags.controlToken?.value,
    storage,
    ids: flags.ids?.value ?? "wall",
    seed: flags.seed?.value,
    limits: flags.limits?.value,
    servicePrefix: flags.servicePrefix?.value ?? "discord",
    strict: flags.strict?.value ?? false,
    imported,
    exportOnExit: flags.exportOnExit === undefined ? undefined : shownPath(flags.exportOnExit.value),
    otlp: flags.otlp?.value,
    noPrivateEndpoints: flags.noPrivateEndpoints?.value ?? false
  } satisfies ServerOptions
})

const named = (flag: string, given: Given<string> | undefined): ReadonlyArray<NamedFile> =>
  given === undefined ? [] : [{ flag, path: given.value, by: given.by }]

const worldOf = Effect.fnUntraced(function* (path: string | undefined) {
  if (path === undefined) return { ...demoWorld, chosen: false }
  return { ...(yield* readWorld(path, "--world")), chosen: true }
})

/** An import replaces everything, so a world or a reset beside it would have no effect. */
const importedOf = Effect.fnUntraced(function* ({ import: given, world, reset }: ServeFlags) {
  if (given === undefined) return undefined
  if (world?.by === given.by) return yield* exclusive(given.by, "import", "world")
  if (reset?.value === true && reset.by === given.by) return yield* exclusive(given.by, "import", "reset")
  return yield* readWorld(given.value, "--import")
})
