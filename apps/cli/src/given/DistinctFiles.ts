/** Checks that a command's output files differ: the last one written would destroy the others. */
import { basename, dirname, join, resolve } from "node:path"
import { Effect, FileSystem } from "effect"
import { badUsage, type Given, variableOf } from "./Given.ts"

export interface NamedFile {
  /** The flag that names the file. */
  readonly flag: string
  readonly path: string
  readonly by: Given<unknown>["by"]
}

/** Fails with a usage error when two of them are the same file, also through links or another spelling. */
export const distinct = Effect.fnUntraced(function* (files: ReadonlyArray<NamedFile>) {
  const seen = new Map<string, NamedFile>()
  for (const file of files) {
    const place = yield* placeOf(resolve(file.path))
    const other = seen.get(place)
    if (other !== undefined) return yield* same(file, other)
    seen.set(place, file)
  }
})

const same = (...files: ReadonlyArray<NamedFile>) => {
  const names = files.map(({ flag, by }) => (by === "flag" ? `--${flag}` : variableOf(flag)))
  return badUsage(`${names.join(" and ")} name the same file`)
}

/** The path with links resolved, also of a file that does not exist yet. */
const placeOf = (path: string): Effect.Effect<string, never, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (files) =>
    files.realPath(path).pipe(
      // The writer reports a path that cannot be read.
      Effect.catch(({ reason }) => (reason._tag === "NotFound" ? placeOfMissing(path) : Effect.succeed(path)))
    )
  )

/** A missing file lies in its folder, unless the path is a link to a missing file. */
const placeOfMissing = Effect.fnUntraced(function* (path: string) {
  const parent = dirname(path)
  if (parent === path) return path
  const files = yield* FileSystem.FileSystem
  const folder = yield* placeOf(parent)
  const target = yield* Effect.option(files.readLink(path))
  return target._tag === "Some" ? yield* placeOf(resolve(folder, target.value)) : join(folder, basename(path))
})
