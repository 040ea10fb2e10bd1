/** A folder for the files of one program that is led. Those of runs that were killed go when the next one begins. */
import { readlinkSync } from "node:fs"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"

/** It goes with the scope. */
export const privateFolder = Effect.acquireRelease(
  Effect.promise(async () => {
    for (const folder of await foldersOfGone()) await remove(folder)
    return await mkdtemp(join(tmpdir(), `${BEGIN}${process.pid}-`))
  }),
  (path) => Effect.promise(() => remove(path))
)

/** One that somebody else owns stays. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true }).catch(() => {})

/** Containers may share the folder of temporary files, and count their processes by themselves. */
const counting = (): string => {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "") || "0"
  } catch {
    return "0"
  }
}

const BEGIN = `backlot-intercept-${counting()}-`

/** Folders that are looked at. */
const MOST = 1_000

/** Those whose process has ended. */
export const foldersOfGone = async (): Promise<ReadonlyArray<string>> => {
  const names = await readdir(tmpdir()).catch(() => [])
  return names
    .filter((name) => name.startsWith(BEGIN))
    .slice(0, MOST)
    .filter((name) => hasEnded(Number(name.slice(BEGIN.length).split("-")[0])))
    .map((name) => join(tmpdir(), name))
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
