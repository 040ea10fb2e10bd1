/** Reads texts that the user names, up to a size limit: files, `-` for stdin, and pipes of a shell such as `<(…)`. */
import { createReadStream } from "node:fs"
import { http } from "@backlot/domain/base/Limits"
import { whyNot } from "@backlot/server/boot/AtomicFile"
import { StartError } from "@backlot/server/boot/StartError"
import type { GivenWorld } from "@backlot/server/world/GivenWorld"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Data, Effect, FileSystem, PlatformError, Stdio, Stream } from "effect"
import { shownPath } from "./ShownPath.ts"

/** The reason why a text cannot be read, as a readable message. */
export class TextUnreadable extends Data.TaggedError("TextUnreadable")<{
  readonly why: string
  readonly isFolder: boolean
}> {}

/** UTF-8 text of at most `bytes` bytes, without its byte order mark. */
export const readText = Effect.fnUntraced(function* (path: string, bytes: number) {
  const source = path === "-" ? (yield* Stdio.Stdio).stdin : yield* opened(path)
  const chunks = yield* source.pipe(
    Stream.mapError((error) => unreadable(whyNot(error))),
    Stream.mapAccumEffect(
      () => 0,
      (before, chunk) =>
        before + chunk.length > bytes
          ? Effect.fail(unreadable(`it is larger than ${bytes / 1024 / 1024} MiB`))
          : Effect.succeed([before + chunk.length, [chunk]] as const)
    ),
    Stream.runCollect
  )
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)),
    catch: () => unreadable("it is no UTF-8 text")
  })
})

/** A world file that the user names; `-` is stdin. Errors name `taker`, the flag or command that needs the file. Source: product.md "World file". */
export const readWorld = Effect.fnUntraced(function* (path: string, taker: string) {
  const file = path === "-" ? "stdin" : shownPath(path)
  const text = yield* readText(path, http.worldFileBytes).pipe(
    Effect.mapError(
      ({ why }) =>
        new StartError({ message: `World file ${file} cannot be read: ${why}; ${taker} takes a YAML or JSON file` })
    )
  )
  return { file, text } satisfies GivenWorld
})

/** The file system's own stream reads by position, which pipes do not support. */
const opened = Effect.fnUntraced(function* (path: string) {
  const { type } = yield* (yield* FileSystem.FileSystem)
    .stat(path)
    .pipe(Effect.mapError((error) => unreadable(whyNot(error))))
  if (type === "Directory") return yield* unreadable("it is a folder, not a file", true)
  return NodeStream.fromReadable<Uint8Array, PlatformError.PlatformError>({
    evaluate: () => createReadStream(path),
    onError: (cause) => PlatformError.systemError({ _tag: tagOf(cause), module: "FileSystem", method: "read", cause })
  })
})

const unreadable = (why: string, isFolder = false) => new TextUnreadable({ why, isFolder })

/** A path that can be looked up but not read. */
const tagOf = (cause: unknown): "PermissionDenied" | "Unknown" =>
  cause instanceof Error && "code" in cause && cause.code === "EACCES" ? "PermissionDenied" : "Unknown"
