/** From flags to what the server is started with. */
import { isAbsolute, relative } from "node:path"
import { type ServerOptions, StartError } from "@backlot/server/Server"
import { Effect, FileSystem } from "effect"
import { CliError } from "effect/cli"
import { demoWorld, version } from "./Built.ts"
import type { Given } from "./Given.ts"
import { variableOf } from "./Given.ts"
import type { ServeFlags } from "./ServeFlags.ts"

/** Fails with a usage error for flags that exclude each other, with a start error for a world that can not be read. */
export const serveOptions = Effect.fnUntraced(function* (flags: ServeFlags) {
  const storage = yield* storageOf(flags)
  return {
    version,
    host: unbracketed(flags.host?.value ?? "127.0.0.1"),
    port: flags.port?.value ?? 6780,
    allowedHosts: flags.allowedHosts?.value ?? [],
    world: yield* worldOf(flags.world?.value),
    reset: flags.reset?.value ?? false,
    clock: flags.clock?.value,
    controlToken: flags.controlToken?.value,
    storage,
    ids: flags.ids?.value ?? "wall",
    seed: flags.seed?.value,
    noPrivateEndpoints: flags.noPrivateEndpoints?.value ?? false
  } satisfies ServerOptions
})

/** A path as a person reads it: relative where it lies below the current directory. */
export const shownPath = (path: string): string => {
  const near = relative(process.cwd(), path)
  return near === "" || near.startsWith("..") || isAbsolute(near) ? path : near
}

const DEFAULT_DATA = ".backlot/backlot.db"

const storageOf = Effect.fnUntraced(function* ({ data, memory, durable }: ServeFlags) {
  const inMemory = memory?.value === true ? memory : undefined
  if (data !== undefined && inMemory !== undefined && data.by === inMemory.by) {
    return yield* exclusive(data.by, "data", "memory")
  }
  // One of them at most, or the flag wins over the environment.
  if (inMemory === undefined || data?.by === "flag") {
    const file = data === undefined ? DEFAULT_DATA : shownPath(data.value)
    return { kind: "file" as const, file, durable: durable?.value ?? false }
  }
  if (durable?.value === true && durable.by === inMemory.by) return yield* exclusive(durable.by, "durable", "memory")
  return { kind: "memory" as const }
})

const exclusive = (by: Given<unknown>["by"], ...names: ReadonlyArray<string>) =>
  new CliError.ValidationError({
    message: `${names.map((name) => (by === "flag" ? `--${name}` : variableOf(name))).join(" and ")} exclude each other; give one of them`
  })

const worldOf = Effect.fnUntraced(function* (path: string | undefined) {
  if (path === undefined) return demoWorld
  const file = shownPath(path)
  const text = yield* (yield* FileSystem.FileSystem).readFileString(path).pipe(
    Effect.mapError(({ reason }) => {
      const why = reason._tag === "NotFound" ? "there is no such file" : reason.message
      return new StartError({ message: `World file ${file} cannot be read: ${why}; --world takes a YAML or JSON file` })
    })
  )
  return { file, text }
})

const unbracketed = (host: string): string => host.replace(/^\[(.*)\]$/, "$1")
