/** A folder for the files of one program that is led. Those of runs that were killed go when the next one begins. */
import { readlinkSync } from "node:fs"
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { NotIntercepted } from "./NotIntercepted.ts"

/** It goes with the scope. */
export const privateFolder = Effect.acquireRelease(
  Effect.tryPromise({
    try: async () => {
      for (const folder of await foldersOfGone()) await remove(folder)
      return await mkdtemp(join(tmpdir(), `${BEGIN}${process.pid}-`))
    },
    catch: (error) => new NotIntercepted({ message: `cannot be led: there is no folder for its files: ${error}` })
  }),
  (path) => Effect.promise(() => remove(path))
)

const remove = (folder: string) => rm(folder, { recursive: true, force: true }).catch(() => {})

/** Containers may share the folder of temporary files, and count their processes by themselves. */
const counting = (): string => {
  try {
    return Number(readlinkSync("/proc/self/ns/pid").replace(/\D/g, "")).toString(36)
  } catch {
    return "0"
  }
}

/** Short, because the path of a socket in it is bounded. */
const BEGIN = `backlot-led-${counting()}-`

/** Folders that are looked at. */
const MOST = 1_000

/** Our own, whose process has ended. In one that somebody else owns, its owner could lead us to other files. */
export const foldersOfGone = async (): Promise<ReadonlyArray<string>> => {
  const names = await readdir(tmpdir()).catch(() => [])
  const gone = names
    .filter((name) => name.startsWith(BEGIN))
    .slice(0, MOST)
    .filter((name) => hasEnded(Number(name.slice(BEGIN.length).split("-")[0])))
    .map((name) => join(tmpdir(), name))
  const own = await Promise.all(gone.map(isOwn))
  return gone.filter((_, at) => own[at])
}

const isOwn = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(() => undefined)
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid())
}

const hasEnded = (id: number): boolean => {
  if (!Number.isInteger(id) || id <= 0) return false
  try {
    process.kill(id, 0)
    return false
  } catch (error) {
    // Another user's process may not be signalled.
    return error instanceof Error && "code" in error && error.code === "ESRCH"
  }
}
