/** Files that users and applications bring along. */
import { basename, resolve } from "node:path"
import type { Path } from "@backlot/domain/error/Fault"
import { BOUNDS } from "@backlot/scenario/Bounds"
import { defined } from "@backlot/scenario/Fields"
import { readBounded } from "@backlot/scenario/file/BoundedFile"
import type { File } from "@backlot/scenario/step/Beside"
import { Effect } from "effect"
import { type Playing, unplayable } from "./Playing.ts"

type GivenFile = typeof File.Type

export const read = Effect.fnUntraced(function* ({ folder }: Playing, given: GivenFile, path: Path) {
  const { path: at, text, base64, content_type } = given
  const filename = given.filename ?? (at === undefined ? "file.txt" : basename(at))
  const file = (bytes: Buffer) => defined({ filename, content_type, bytes: new Uint8Array(bytes) })
  if (text !== undefined) return file(Buffer.from(text))
  if (base64 !== undefined) return file(Buffer.from(base64, "base64"))
  if (at === undefined) return yield* unplayable(path, "a file has `path`, `text` or `base64`")
  const read = Effect.tryPromise({
    try: () => readBounded(resolve(folder ?? ".", at), BOUNDS.attachment),
    catch: (error) => unplayable([...path, "path"], error instanceof Error ? error.message : String(error))
  })
  return file(yield* read)
})

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
