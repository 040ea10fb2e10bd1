/** On request: which test file had which operations answered, for the coverage page. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import type { OfficialDocument } from "./Document.ts"
import type { SeenAnswer } from "./Judge.ts"
import { pathOf } from "./Judge.ts"

/** The folder to write to, from the root of the repository; without it nothing is recorded. */
export const RECORD_VARIABLE = "BACKLOT_RECORD_OPERATIONS"

/** One file of the folder: a test file, and the operations that were answered with success while it ran. */
export interface RecordedFile {
  /** From the root of the repository. */
  readonly file: string
  readonly operations: ReadonlyArray<string>
}

const ROOT = resolve(import.meta.dirname, "../../../..")

/** The operation of an answer that counts: one of success, while a record is asked for. */
export const recordedOperation = (document: OfficialDocument, answer: SeenAnswer): string | undefined => {
  const { method, target, status } = answer
  const path = pathOf(target)
  if ((process.env[RECORD_VARIABLE] ?? "") === "" || status >= 300 || path === undefined) return undefined
  return document.find(method, path, status)?.operation
}

/** Writes what a test file showed; a file that showed nothing leaves no record. */
export const record = (testPath: string | undefined, operations: ReadonlySet<string>): void => {
  const folder = process.env[RECORD_VARIABLE] ?? ""
  if (folder === "" || testPath === undefined || operations.size === 0) return
  const file = relative(ROOT, testPath)
  const recorded: RecordedFile = { file, operations: [...operations].sort() }
  mkdirSync(resolve(ROOT, folder), { recursive: true })
  writeFileSync(join(resolve(ROOT, folder), `${file.replaceAll("/", "+")}.json`), JSON.stringify(recorded))
}
