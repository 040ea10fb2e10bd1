/** Writes files atomically: to a temporary file with mode 0600, which is then renamed. */
import { dirname } from "node:path"
import { fullness } from "@backlot/adapters-file/Refusal"
import { Effect, FileSystem, type PlatformError } from "effect"

/** Why a path cannot be written: it is no file, it is a database, or its folder is missing. */
export type Unwritable = PlatformError.PlatformError | "irregular" | "database" | "no-folder"

/**
 * Checks that a file can be written there, so that a long run does not fail at its end; makes no folder. Returns the path
 * to write to, with links resolved. Refuses to replace a database, which is surely a mistake.
 * Our choice: docs/choices.md "Command line".
 */
export const prepare = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const isThere = yield* files.exists(path)
  const target = isThere ? yield* files.realPath(path) : path
  if (isThere) {
    if ((yield* files.stat(target)).type !== "File") return yield* Effect.fail("irregular" as const)
    if (yield* isDatabase(files, target)) return yield* Effect.fail("database" as const)
  }
  if (!(yield* files.exists(dirname(target)))) return yield* Effect.fail("no-folder" as const)
  yield* inPlaceOf(files, target, () => Effect.void)
  return target
})

/** Replaces the file. With `durable`, it survives a power loss. */
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
  // The folder holds the name. Some systems cannot open folders.
  if (durable) yield* Effect.ignore(Effect.scoped(Effect.flatMap(files.open(dirname(path)), (folder) => folder.sync)))
})

/** Makes a missing folder and its parents one by one: on some file systems, such as /proc, `recursive` never returns. */
export const makeFolder: (path: string) => Effect.Effect<void, PlatformError.PlatformError, FileSystem.FileSystem> =
  Effect.fnUntraced(function* (path: string) {
    const files = yield* FileSystem.FileSystem
    if (yield* files.exists(path)) return
    yield* makeFolder(dirname(path))
    yield* files.makeDirectory(path)
  })

/** The first bytes of every SQLite database. */
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

/** Uses a temporary file beside `path`, which is removed afterwards unless it was renamed. */
const inPlaceOf = <A, E>(
  files: FileSystem.FileSystem,
  path: string,
  use: (file: FileSystem.File, temporary: string) => Effect.Effect<A, E>
) => {
  const temporary = `${path}.${process.pid}.tmp`
  const clear = files.remove(temporary, { force: true })
  // A killed process with this id may have left a file with another mode.
  return clear.pipe(
    Effect.andThen(Effect.flatMap(files.open(temporary, { flag: "wx", mode: 0o600 }), (file) => use(file, temporary))),
    Effect.scoped,
    Effect.ensuring(Effect.ignore(clear))
  )
}

/** Explains to a person why a file cannot be used. A full disk has the same words as for the data file. */
export const whyNot = ({ reason }: PlatformError.PlatformError): string =>
  fullness(reason.cause) ?? words[reason._tag] ?? reason.message

const words: Partial<Record<PlatformError.PlatformError["reason"]["_tag"], string>> = {
  NotFound: "there is no such file or folder",
  PermissionDenied: "permission is denied",
  BadResource: "a folder is there instead of a file, or a file instead of a folder",
  AlreadyExists: "the path of its folder is not a folder",
  Busy: "it is in use"
}
