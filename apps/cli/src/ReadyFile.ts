/**
 * The ready file: what a program needs to use this server, there only while it does. Source: product.md "Ready file".
 */
import { dirname } from "node:path"
import * as AtomicFile from "@backlot/server/AtomicFile"
import { whyNot } from "@backlot/server/FileFailure"
import { type RunningServer, StartError } from "@backlot/server/Server"
import { Effect, FileSystem, type PlatformError } from "effect"
import { version } from "./Built.ts"
import { shownPath } from "./ShownPath.ts"

/** Writes it whole, in a folder made where it is missing; removes the file when the scope closes. */
export const keepReadyFile = Effect.fnUntraced(function* (path: string, server: RunningServer) {
  const files = yield* FileSystem.FileSystem
  const text = `${JSON.stringify(contentOf(server), null, 2)}\n`
  const write = Effect.andThen(AtomicFile.makeFolder(dirname(path)), AtomicFile.write(path, text, { durable: false }))
  yield* Effect.acquireRelease(write.pipe(Effect.mapError(unusable(path))), () => remove(files, path, text))
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

/** Leaves the file of a server that was started later and took the name over. */
const remove = (files: FileSystem.FileSystem, path: string, text: string) =>
  files.readFileString(path).pipe(
    Effect.flatMap((current) => (current === text ? files.remove(path) : Effect.void)),
    Effect.ignore
  )

const unusable = (path: string) => (error: PlatformError.PlatformError) =>
  new StartError({ message: `Ready file ${shownPath(path)} cannot be written: ${whyNot(error)}` })
