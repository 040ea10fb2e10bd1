/** Turns flags into the options of the server. */
import type { ServerOptions } from "@backlot/server/Server"
import type { StorageChoice } from "@backlot/server/Services"
import { Effect } from "effect"
import { distinct, type NamedFile } from "../given/DistinctFiles.ts"
import { exclusive, type Given } from "../given/Given.ts"
import { readWorld } from "../given/GivenText.ts"
import { shownPath } from "../given/ShownPath.ts"
import { consoleFolder, demoWorld, version } from "../process/Built.ts"
import type { ServeFlags } from "./ServeFlags.ts"

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
    publicUrl: flags.publicUrl?.value,
    trustedProxies: flags.trustProxy?.value ?? [],
    world: yield* worldOf(flags.world?.value),
    reset: flags.reset?.value ?? false,
    clock: flags.clock?.value,
    controlToken: flags.controlToken?.value,
    storage,
    ids: flags.ids?.value,
    seed: flags.seed?.value,
    limits: flags.limits?.value,
    servicePrefix: flags.servicePrefix?.value ?? "discord",
    strict: flags.strict?.value ?? false,
    console: consoleFolder,
    imported,
    exportOnExit: flags.exportOnExit === undefined ? undefined : shownPath(flags.exportOnExit.value),
    otlp: flags.otlp?.value,
    noPrivateEndpoints: flags.noPrivateEndpoints?.value,
    voice: yield* voiceChoice(flags),
    voiceHost: flags.voiceHost?.value,
    voicePort: flags.voicePort?.value
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

/** Undefined leaves it to the server: its address turns voice on. Fails with a usage error where one source says no to it and names it. */
export const voiceChoice = Effect.fnUntraced(function* ({
  voice,
  voiceHost,
  voicePort
}: Pick<ServeFlags, "voice" | "voiceHost" | "voicePort">) {
  if (voice?.value !== false) return voice?.value
  const named = Object.entries({ "voice-host": voiceHost, "voice-port": voicePort })
  const [same] = named.flatMap(([name, given]) => (given?.by === voice.by ? [name] : []))
  if (same !== undefined) return yield* exclusive(voice.by, same, voice.by === "flag" ? "no-voice" : "voice")
  // A flag wins over the environment.
  return named.some(([, given]) => given?.by === "flag") ? undefined : false
})

type StorageFlags = Pick<ServeFlags, "data" | "databaseUrl" | "memory" | "durable"> &
  Partial<Pick<ServeFlags, "cluster" | "clusterHost" | "clusterPort">>

const DEFAULT_FILE = ".backlot/backlot.db"

/**
 * Where data is kept, by `--data`, `--memory`, `--durable` and `--database-url` together. Fails with a usage error when
 * one source, flags or environment, gives exclusive values. Source: product.md "First minute" (table of flags).
 */
export const storageChoice = Effect.fnUntraced(function* ({
  data,
  databaseUrl,
  memory,
  durable,
  cluster,
  clusterHost,
  clusterPort
}: StorageFlags) {
  const inMemory = memory?.value === true ? memory : undefined
  if (databaseUrl !== undefined) {
    const others = Object.entries({ data, memory: inMemory, durable: durable?.value === true ? durable : undefined })
    const [other] = others.flatMap(([name, given]) => (given?.by === databaseUrl.by ? [name] : []))
    if (other !== undefined) return yield* exclusive(databaseUrl.by, other, "database-url")
    const isOverruled = databaseUrl.by === "environment" && others.some(([, given]) => given !== undefined)
    if (!isOverruled) {
      const place = { host: clusterHost?.value ?? "127.0.0.1", port: clusterPort?.value ?? 0 }
      return {
        kind: "postgres",
        url: databaseUrl.value,
        cluster: cluster?.value === false ? undefined : place
      } as const
    }
  }
  if (data !== undefined && data.by === inMemory?.by) return yield* exclusive(data.by, "data", "memory")
  // A flag wins over the environment, also over the variable of another flag.
  if (inMemory === undefined || data?.by === "flag") {
    const file = data === undefined ? DEFAULT_FILE : shownPath(data.value)
    return { kind: "file", file, durable: durable?.value ?? false } as const
  }
  if (durable?.value === true && durable.by === inMemory.by) return yield* exclusive(durable.by, "durable", "memory")
  return { kind: "memory" } as const
})

/** The data file, if there is one, and the flag that would name another. */
const dataFile = ({ data }: Pick<ServeFlags, "data">, storage: StorageChoice): ReadonlyArray<NamedFile> =>
  storage.kind !== "file" ? [] : [{ flag: "data", path: storage.file, by: data?.by ?? "flag" }]
