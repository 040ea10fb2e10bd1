/** From flags to what the server is started with. */
import { type ServerOptions, StartError } from "@backlot/server/Server"
import { Effect, FileSystem } from "effect"
import { demoWorld, version } from "./Built.ts"
import { whyNot } from "./FileFailure.ts"
import type { ServeFlags } from "./ServeFlags.ts"
import { shownPath } from "./ShownPath.ts"
import { storageChoice } from "./StorageFlags.ts"

/** Fails with a usage error for flags that exclude each other, with a start error for a world that can not be read. */
export const serveOptions = Effect.fnUntraced(function* (flags: ServeFlags) {
  const storage = yield* storageChoice(flags)
  return {
    version,
    host: flags.host?.value ?? "127.0.0.1",
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

const worldOf = Effect.fnUntraced(function* (path: string | undefined) {
  if (path === undefined) return { ...demoWorld, chosen: false }
  const file = shownPath(path)
  const text = yield* (yield* FileSystem.FileSystem).readFileString(path).pipe(
    Effect.mapError((error) => {
      const message = `World file ${file} cannot be read: ${whyNot(error)}; --world takes a YAML or JSON file`
      return new StartError({ message })
    })
  )
  return { file, text, chosen: true }
})
