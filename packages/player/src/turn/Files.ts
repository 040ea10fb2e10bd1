/** Files that users and applications bring along. */
import type { Path } from "@backlot/domain/error/Fault"
import { defined } from "@backlot/scenario/Fields"
import type { File } from "@backlot/scenario/step/Beside"
import { Effect, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { type Playing, unplayable } from "./Playing.ts"

type GivenFile = typeof File.Type

export const read = Effect.fnUntraced(function* ({ folder, readFile }: Playing, given: GivenFile, path: Path) {
  const { path: at, text, base64, content_type } = given
  const filename = given.filename ?? (at === undefined ? "file.txt" : lastOf(at))
  const file = (bytes: Uint8Array<ArrayBuffer>) => defined({ filename, content_type, bytes })
  if (text !== undefined) return file(new Uint8Array(new TextEncoder().encode(text)))
  if (base64 !== undefined) {
    const bytes = Base64.decode(base64.replace(/\s/g, ""))
    if (Result.isFailure(bytes)) return yield* unplayable([...path, "base64"], bytes.failure.message)
    return file(new Uint8Array(bytes.success))
  }
  if (at === undefined) return yield* unplayable(path, "a file has `path`, `text` or `base64`")
  const read = Effect.tryPromise({
    try: () => readFile(folder ?? ".", at),
    catch: (error) => unplayable([...path, "path"], error instanceof Error ? error.message : String(error))
  })
  return file(yield* read)
})

const lastOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path

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
  return { ...file, base64: Base64.encode(bytes) }
})
