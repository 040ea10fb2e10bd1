/**
 * The ready file: what a program needs to use this server, there only while it does. Source: product.md "Ready file".
 */
import { dirname } from "node:path"
import { type RunningServer, StartError } from "@backlot/server/Server"
import { Effect, FileSystem, type PlatformError } from "effect"
import { version } from "./Built.ts"
import { whyNot } from "./FileFailure.ts"
import { shownPath } from "./ShownPath.ts"

/** Writes it under another name and renames it into place, mode 0600; removes it when the scope closes. */
export const keepReadyFile = Effect.fnUntraced(function* (path: string, server: RunningServer) {
  const files = yield* FileSystem.FileSystem
  const text = `${JSON.stringify(contentOf(server), null, 2)}\n`
  yield* Effect.acquireRelease(write(files, path, text).pipe(Effect.mapError(unusable(path))), () =>
    remove(files, path, text)
  )
})

const contentOf = ({ addresses, controlToken, applications }: RunningServer) => ({
  ...addresses,
  control_token: controlToken ?? null,
  pid: process.pid,
  version,
  applications: applications.map(({ application: { id, name, bot, client_secret }, publicKey }) => ({
    id,
    name,
    bot_token: bot.token,
    client_secret,
    public_key: publicKey
  }))
})

/** Parents one at a time: on some file systems, such as /proc, the recursive form never returns. */
const makeFolder = (files: FileSystem.FileSystem, path: string): Effect.Effect<void, PlatformError.PlatformError> =>
  Effect.gen(function* () {
    if (yield* files.exists(path)) return
    yield* makeFolder(files, dirname(path))
    yield* files.makeDirectory(path)
  })

const write = Effect.fnUntraced(function* (files: FileSystem.FileSystem, path: string, text: string) {
  yield* makeFolder(files, dirname(path))
  const temporary = `${path}.${process.pid}.tmp`
  // A leftover of a killed process with this id may have another mode.
  yield* files.remove(temporary, { force: true })
  yield* files.writeFileString(temporary, text, { flag: "wx", mode: 0o600 }).pipe(
    Effect.andThen(files.rename(temporary, path)),
    Effect.onError(() => Effect.ignore(files.remove(temporary, { force: true })))
  )
})

/** Leaves the file of a server that was started later and took the name over. */
const remove = (files: FileSystem.FileSystem, path: string, text: string) =>
  files.readFileString(path).pipe(
    Effect.flatMap((current) => (current === text ? files.remove(path) : Effect.void)),
    Effect.ignore
  )

const unusable = (path: string) => (error: PlatformError.PlatformError) =>
  new StartError({ message: `Ready file ${shownPath(path)} cannot be written: ${whyNot(error)}` })
