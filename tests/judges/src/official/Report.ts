/** Passes the answers of servers in child processes to the test process, through a file. */
import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { threadId } from "node:worker_threads"
import type { SeenAnswer } from "./SeenAnswer.ts"

/** Names the file of this process to whoever starts its children. */
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

/** How much of a report is in memory at once, apart from a longer answer. */
const PART_BYTES = 1 << 20

/** Reads the answers that children have appended since the last call, one after the other. */
export const reportReader = (file: string): (() => Generator<SeenAnswer>) => {
  let read = 0
  return function* () {
    const descriptor = opened(file)
    if (descriptor === undefined) return
    try {
      const part = Buffer.alloc(PART_BYTES)
      let begun: Buffer = Buffer.alloc(0)
      for (;;) {
        const bytes = readSync(descriptor, part, 0, PART_BYTES, read + begun.length)
        // A line without its end is still being written.
        if (bytes === 0) return
        begun = Buffer.concat([begun, part.subarray(0, bytes)])
        for (let end = begun.indexOf(LINE_END); end >= 0; end = begun.indexOf(LINE_END)) {
          const line = begun.toString("utf8", 0, end)
          begun = begun.subarray(end + 1)
          read += end + 1
          const answer = answerIn(line)
          if (answer !== undefined) yield answer
        }
      }
    } finally {
      closeSync(descriptor)
    }
  }
}

const LINE_END = 10

/** None in an empty line, and in the line that a child was writing when it was killed. */
const answerIn = (line: string): SeenAnswer | undefined => {
  try {
    // Only `child.mjs` writes this file.
    return JSON.parse(line) as SeenAnswer
  } catch {
    return undefined
  }
}

const opened = (file: string): number | undefined => {
  try {
    return openSync(file, "r")
  } catch {
    // No child has told anything.
    return undefined
  }
}

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
