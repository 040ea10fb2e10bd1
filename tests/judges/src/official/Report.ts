/** Passes the verdicts of servers in child processes to the test process, through a file. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { threadId } from "node:worker_threads"
import type { Seen } from "./Watch.ts"

/** The file to append to; a child without this variable watches nothing. */
export const REPORT_VARIABLE = "BACKLOT_OFFICIAL_REPORT"

const FOLDER = resolve(import.meta.dirname, "../../../../node_modules/.cache/backlot-official")

/**
 * Names the file of this process and removes the files of processes that have ended. The file is created with the first
 * report of a child, so skipped or broken test files leave nothing; the next run removes the files of a killed worker
 * or run.
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

/** All reports of children so far. */
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
    // Signal 0 only checks whether the process exists.
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}
