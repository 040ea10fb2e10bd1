/** Files that one command writes must not be one file: the one written last would destroy the other. */
import { basename, dirname, join, resolve } from "node:path"
import { Effect, FileSystem } from "effect"
import { CliError } from "effect/cli"
import { type Given, variableOf } from "./Given.ts"

export interface NamedFile {
  /** The flag that names it. */
  readonly flag: string
  readonly path: string
  readonly by: Given<unknown>["by"]
}

/** Fails with a usage error when two of them are the same file, through links or by another spelling too. */
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
  return new CliError.ValidationError({ message: `${names.join(" and ")} name the same file` })
}

/** The path without links, also of what is not there yet. */
const placeOf = (path: string): Effect.Effect<string, never, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (files) =>
    files.realPath(path).pipe(
      // What can not be looked at can not be written either, which is for its writer to say.
      Effect.catch(({ reason }) => (reason._tag === "NotFound" ? placeOfMissing(path) : Effect.succeed(path)))
    )
  )

/** It lies in its folder, unless it is a link to what is not there. */
const placeOfMissing = Effect.fnUntraced(function* (path: string) {
  const parent = dirname(path)
  if (parent === path) return path
  const files = yield* FileSystem.FileSystem
  const folder = yield* placeOf(parent)
  const target = yield* Effect.option(files.readLink(path))
  return target._tag === "Some" ? yield* placeOf(resolve(folder, target.value)) : join(folder, basename(path))
})
