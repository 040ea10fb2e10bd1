/** Records on request which operations and properties each test file had answered, for the coverage page. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { pathOf } from "./AnswerTap.mjs"
import type { OfficialDocument } from "./Document.ts"
import type { SeenAnswer } from "./SeenAnswer.ts"

/** The folder for the records, relative to the root of the repository; without it nothing is recorded. */
export const RECORD_VARIABLE = "BACKLOT_RECORD_OPERATIONS"

/** One record file: a test file and the operations that succeeded in it. */
export interface RecordedFile {
  /** Path from the root of the repository. */
  readonly file: string
  readonly operations: ReadonlyArray<string>
  /** As `Schema.property`. */
  readonly properties: ReadonlyArray<string>
}

export interface Recorded {
  readonly operations: Set<string>
  readonly properties: Set<string>
}

const ROOT = resolve(import.meta.dirname, "../../../..")

/** Adds what a successful answer has, if recording is on. */
export const recordInto = (document: OfficialDocument, answer: SeenAnswer, recorded: Recorded): void => {
  const { method, target, status, body } = answer
  const path = pathOf(target)
  if ((process.env[RECORD_VARIABLE] ?? "") === "" || status >= 300 || path === undefined) return
  const found = document.find(method, path, status)
  if (found === undefined) return
  recorded.operations.add(found.operation)
  if (answer.contentType !== "application/json") return
  found.answer?.properties(JSON.parse(body), (property) => recorded.properties.add(property))
}

/** Writes the record of a test file, unless it is empty. */
export const record = (testPath: string | undefined, { operations, properties }: Recorded): void => {
  const folder = process.env[RECORD_VARIABLE] ?? ""
  if (folder === "" || testPath === undefined || operations.size === 0) return
  const file = relative(ROOT, testPath)
  const recorded: RecordedFile = { file, operations: [...operations].sort(), properties: [...properties].sort() }
  mkdirSync(resolve(ROOT, folder), { recursive: true })
  writeFileSync(join(resolve(ROOT, folder), `${file.replaceAll("/", "+")}.json`), JSON.stringify(recorded))
}
