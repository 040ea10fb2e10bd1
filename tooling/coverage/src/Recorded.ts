/** The record of a whole test run: the official operations that succeeded in each test file. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Operation ids by test file, both sorted. */
export type RecordedTests = Readonly<Record<string, ReadonlyArray<string>>>

/** A line for each test file: its path and its operations. */
const FILE = join(import.meta.dirname, "../recorded.txt")

export const readRecorded = (): RecordedTests =>
  Object.fromEntries(
    readFileSync(FILE, "utf8")
      .trim()
      .split("\n")
      .map((line) => {
        const [file = "", ...operations] = line.split(" ")
        return [file, operations]
      })
  )

export const keep = (recorded: RecordedTests): void => {
  const lines = Object.entries(recorded).map(([file, operations]) => [file, ...operations].join(" "))
  writeFileSync(FILE, `${lines.join("\n")}\n`)
}

/** Reads the files that `tests/judges` wrote to a folder, one for each test file. */
export const collect = (folder: string): RecordedTests => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"))
  const rows = files.map((name) => {
    // `tests/judges/src/official/Record.ts` writes these.
    const { file, operations } = JSON.parse(readFileSync(join(folder, name), "utf8")) as {
      readonly file: string
      readonly operations: ReadonlyArray<string>
    }
    return [file, operations] as const
  })
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)))
}
