/** Files that are there whole or not at all: written beside their place and renamed into it, mode 0600. */
import { dirname } from "node:path"
import { Effect, FileSystem, type PlatformError } from "effect"

/** Why a place takes no file: no file stands there but something else, or a database, or its folder is missing. */
export type Unwritable = PlatformError.PlatformError | "irregular" | "database" | "no-folder"

/**
 * Tries whether a file can be made there, so that a long run does not end in a refusal; makes no folder. Gives the
 * path to write to: what a link leads to, not the link. Ours: whoever names a database has mistaken the file, and what
 * it holds is not given up for that.
 */
export const prepare = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const target = yield* realPath(files, path)
  if (yield* files.exists(target)) {
    if ((yield* files.stat(target)).type !== "File") return yield* Effect.fail("irregular" as const)
    if (yield* isDatabase(files, target)) return yield* Effect.fail("database" as const)
  }
  if (!(yield* files.exists(dirname(target)))) return yield* Effect.fail("no-folder" as const)
  yield* inPlaceOf(files, target, () => Effect.void)
  return target
})

/** Replaces the file. `durable` keeps it through a power loss. */
export const write = Effect.fnUntraced(function* (
  path: string,
  text: string,
  { durable }: { readonly durable: boolean }
) {
  const files = yield* FileSystem.FileSystem
  yield* inPlaceOf(files, path, (file, temporary) =>
    file
      .writeAll(new TextEncoder().encode(text))
      .pipe(Effect.andThen(durable ? file.sync : Effect.void), Effect.andThen(files.rename(temporary, path)))
  )
  // The name is kept by the folder; some systems let nobody open one.
  if (durable) yield* Effect.ignore(Effect.scoped(Effect.flatMap(files.open(dirname(path)), (folder) => folder.sync)))
})

/**
 * Where it is missing. Parents one at a time: on some file systems, such as /proc, the recursive form never returns.
 */
export const makeFolder: (path: string) => Effect.Effect<void, PlatformError.PlatformError, FileSystem.FileSystem> =
  Effect.fnUntraced(function* (path: string) {
    const files = yield* FileSystem.FileSystem
    if (yield* files.exists(path)) return
    yield* makeFolder(dirname(path))
    yield* files.makeDirectory(path)
  })

/** How every SQLite database begins. */
const MAGIC = new TextEncoder().encode("SQLite format 3\0")

const isDatabase = (files: FileSystem.FileSystem, path: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const file = yield* files.open(path)
      const start = new Uint8Array(MAGIC.length)
      const count = yield* file.read(start)
      return Number(count) === MAGIC.length && start.every((byte, i) => byte === MAGIC[i])
    })
  )

/** A new file beside `path`; nothing is left of it afterwards, unless it was renamed. */
const inPlaceOf = <A, E>(
  files: FileSystem.FileSystem,
  path: string,
  use: (file: FileSystem.File, temporary: string) => Effect.Effect<A, E>
) => {
  const temporary = `${path}.${process.pid}.tmp`
  const clear = files.remove(temporary, { force: true })
  // A leftover of a killed process with this id may have another mode.
  return clear.pipe(
    Effect.andThen(Effect.flatMap(files.open(temporary, { flag: "wx", mode: 0o600 }), (file) => use(file, temporary))),
    Effect.scoped,
    Effect.ensuring(Effect.ignore(clear))
  )
}

const realPath = (files: FileSystem.FileSystem, path: string) =>
  Effect.flatMap(files.exists(path), (there) => (there ? files.realPath(path) : Effect.succeed(path)))
