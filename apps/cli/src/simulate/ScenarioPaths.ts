/** Resolves scenario files from the command line: files, and folders that are searched by file name. */
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { badUsage } from "../given/Given.ts"
import { shownPath } from "../given/ShownPath.ts"

const NAME = /\.scenario\.(?:ya?ml|json|[cm]?ts|[cm]?js)$/
const SKIPPED = /^(?:node_modules$|\.)/

/**
 * Absolute paths in the given order, sorted within a folder, without duplicates. Fails if a path has nothing to play.
 */
export const scenarioPaths = Effect.fnUntraced(function* (given: ReadonlyArray<string>) {
  const found = yield* Effect.forEach(given, one)
  return [...new Set(found.flat())]
})

const one = Effect.fnUntraced(function* (path: string) {
  const entry = yield* Effect.tryPromise(() => stat(path)).pipe(
    Effect.catch(() => badUsage(`${shownPath(path)}: there is no such file or folder`))
  )
  if (!entry.isDirectory()) return [path]
  const names = yield* Effect.promise(() => below(path))
  if (names.length === 0) {
    return yield* badUsage(
      `${shownPath(path)} has no scenario files: they are named *.scenario.yaml, .yml, .json, .ts or .js`
    )
  }
  return names
})

const below = async (folder: string): Promise<ReadonlyArray<string>> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries
    .filter(({ name }) => !SKIPPED.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry): Promise<ReadonlyArray<string>> | ReadonlyArray<string> => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return below(path)
      return NAME.test(entry.name) ? [path] : []
    })
  return (await Promise.all(found)).flat()
}
