/**
 * The ready file: everything that a program needs to use this server. It exists only while the server runs. Source:
 * product.md "First minute" (ready file).
 */
import { dirname } from "node:path"
import * as AtomicFile from "@backlot/server/boot/AtomicFile"
import { StartError } from "@backlot/server/boot/StartError"
import { contactOf } from "@backlot/server/Embed"
import type { RunningServer } from "@backlot/server/Server"
import { Effect, FileSystem, type PlatformError } from "effect"
import { shownPath } from "../given/ShownPath.ts"
import { version } from "../process/Built.ts"

/** Writes the file atomically, in a folder that is made when missing, and removes it when the scope closes. */
export const keepReadyFile = Effect.fnUntraced(function* (path: string, server: RunningServer) {
  const files = yield* FileSystem.FileSystem
  const text = `${JSON.stringify(contentOf(server), null, 2)}\n`
  const write = Effect.andThen(AtomicFile.makeFolder(dirname(path)), AtomicFile.write(path, text, { durable: false }))
  yield* Effect.acquireRelease(write.pipe(Effect.mapError(unusable(path))), () => remove(files, path, text))
})

const contentOf = (server: RunningServer) => {
  const { applications, control_token, ...addresses } = contactOf(server)
  return { ...addresses, control_token: control_token ?? null, pid: process.pid, version, applications }
}

/** Keeps the file of a later server that took the name over. */
const remove = (files: FileSystem.FileSystem, path: string, text: string) =>
  files.readFileString(path).pipe(
    Effect.flatMap((current) => (current === text ? files.remove(path) : Effect.void)),
    Effect.ignore
  )

const unusable = (path: string) => (error: PlatformError.PlatformError) =>
  new StartError({ message: `Ready file ${shownPath(path)} cannot be written: ${AtomicFile.whyNot(error)}` })
