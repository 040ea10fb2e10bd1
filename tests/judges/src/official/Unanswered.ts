/**
 * Prints which properties of the official document no answer of a recorded run had, one a line:
 * `pnpm --filter @backlot/test-judges unanswered FOLDER`, the document as for a run.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { documentedProperties } from "./Properties.ts"
import type { RecordedFile } from "./Record.ts"

const from = process.env["INIT_CWD"] ?? "."
const folder = resolve(from, process.argv[2] ?? "")
// A run asks for the same variable; `Watch.ts` names it.
const document = JSON.parse(readFileSync(resolve(from, process.env["BACKLOT_OFFICIAL_OPENAPI"] ?? ""), "utf8"))
const answered = new Set(
  readdirSync(folder).flatMap((name) => {
    // `Record.ts` writes these.
    const { properties } = JSON.parse(readFileSync(join(folder, name), "utf8")) as RecordedFile
    return properties
  })
)
const left = [...documentedProperties(document)].filter((property) => !answered.has(property))
process.stdout.write(`${left.sort().join("\n")}\n`)
