/** What a server in a child process saw, told through a file that the test process reads. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { threadId } from "node:worker_threads"
import type { Seen } from "./Watch.ts"

/** The file to append to; a child without it watches nothing. */
export const REPORT_VARIABLE = "BACKLOT_OFFICIAL_REPORT"

const FOLDER = resolve(import.meta.dirname, "../../../../node_modules/.cache/backlot-official")

/**
 * Names the file of this process, and removes what processes left that are no more. It comes to be when a first child
 * tells something, so that test files which are skipped, or which can not be loaded, leave nothing; what a killed worker
 * or run leaves, the next one removes.
 */
export const nameReport = (folder = FOLDER): string => {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (!isRunning(Number.parseInt(name, 10))) rmSync(join(folder, name), { force: true })
  }
  const file = join(folder, `${process.pid}-${threadId}.jsonl`)
  forgetReport(file)
  return file
}

export const report = (file: string, seen: Seen): void => appendFileSync(file, `${JSON.stringify(seen)}\n`)

/** All that children told so far. */
export const readReport = (file: string): ReadonlyArray<Seen> =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        // Only `report` writes this file.
        .map((line) => JSON.parse(line) as Seen)
    : []

export const forgetReport = (file: string): void => rmSync(file, { force: true })

const isRunning = (pid: number): boolean => {
  try {
    // Signal 0 is none: only whether it could be sent.
    return process.kill(pid, 0)
  } catch (error) {
    // A process of somebody else is one too.
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}
