/** Files that users and applications bring along. */
import { basename, resolve } from "node:path"
import type { Path } from "@backlot/domain/error/Fault"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { readBounded } from "@backlot/scenario/file/BoundedFile"
import type { File } from "@backlot/scenario/step/File"
import { Effect } from "effect"
import { type Playing, unplayable } from "./Playing.ts"

export type GivenFile = typeof File.Type

export interface ReadFile {
  readonly filename: string
  readonly content_type?: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export const read = Effect.fnUntraced(function* ({ folder }: Playing, given: GivenFile, path: Path) {
  const { path: at, text, base64, content_type } = given
  const filename = given.filename ?? (at === undefined ? "file.txt" : basename(at))
  const typed = content_type === undefined ? {} : { content_type }
  if (text !== undefined) return { filename, ...typed, bytes: new Uint8Array(Buffer.from(text)) } satisfies ReadFile
  if (base64 !== undefined) {
    return { filename, ...typed, bytes: new Uint8Array(Buffer.from(base64, "base64")) } satisfies ReadFile
  }
  if (at === undefined) return yield* unplayable(path, "a file has `path`, `text` or `base64`")
  const bytes = yield* Effect.tryPromise({
    try: () => readBounded(resolve(folder ?? ".", at), BOUNDS.attachment),
    catch: (error) => unplayable([...path, "path"], error instanceof Error ? error.message : String(error))
  })
  return { filename, ...typed, bytes: new Uint8Array(bytes) } satisfies ReadFile
})

/** Files for options of a command, in the form of the control plane. */
export const attachedOptions = (
  playing: Playing,
  given: ReadonlyArray<GivenFile & { readonly option: string }> = [],
  path: Path
) =>
  Effect.forEach(given, ({ option, ...file }, index) =>
    Effect.map(attached(playing, file, [...path, index]), (one) => ({ option, ...one }))
  )

/** A file in the form of the control plane. */
export const attached = Effect.fnUntraced(function* (playing: Playing, given: GivenFile, path: Path) {
  const { bytes, ...file } = yield* read(playing, given, path)
  return { ...file, base64: Buffer.from(bytes).toString("base64") }
})
