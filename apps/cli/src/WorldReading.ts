/** World files as the operator names them, read whole within a bound. Source: product.md "World file". */
import { http } from "@backlot/domain/Limits"
import { whyNot } from "@backlot/server/FileFailure"
import { StartError } from "@backlot/server/Server"
import type { GivenWorld } from "@backlot/server/world/GivenWorld"
import { Effect, FileSystem, type PlatformError, Stdio, Stream } from "effect"
import { shownPath } from "./ShownPath.ts"

/** `-` is stdin. `taker` is what wants the file, named to whoever gave it something else. */
export const readWorld = Effect.fnUntraced(function* (path: string, taker: string) {
  const file = path === "-" ? "stdin" : shownPath(path)
  const unreadable = (why: string) =>
    new StartError({ message: `World file ${file} cannot be read: ${why}; ${taker} takes a YAML or JSON file` })
  const source = path === "-" ? (yield* Stdio.Stdio).stdin : (yield* FileSystem.FileSystem).stream(path)
  const chunks = yield* source.pipe(
    Stream.mapError((error: PlatformError.PlatformError) => unreadable(whyNot(error))),
    Stream.mapAccumEffect(
      () => 0,
      (before, chunk) =>
        before + chunk.length > http.worldFileBytes
          ? Effect.fail(unreadable(`it is larger than ${http.worldFileBytes / 1024 / 1024} MiB`))
          : Effect.succeed([before + chunk.length, [chunk]] as const)
    ),
    Stream.runCollect
  )
  const text = yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)),
    catch: () => unreadable("it is no UTF-8 text")
  })
  return { file, text } satisfies GivenWorld
})
