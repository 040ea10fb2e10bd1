/**
 * Prints which properties of the official document no answer of a recorded run had, one a line, without those on the
 * list; it fails if there is one: `pnpm --filter @backlot/test-judges unanswered FOLDER`, the document as for a run.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { surprising } from "./NeverAnswered.ts"
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
const left = surprising(documentedProperties(document), answered)
process.stdout.write(left.map((property) => `${property}\n`).join(""))
process.exitCode = left.length === 0 ? 0 : 1
