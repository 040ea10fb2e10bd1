/** What a server in a child process saw, told through a file that the test process reads. */
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import type { Seen } from "./Watch.ts"

/** The file to append to; a child without it watches nothing. */
export const REPORT_VARIABLE = "BACKLOT_OFFICIAL_REPORT"

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
