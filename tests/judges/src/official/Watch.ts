/** Judges every API answer of this process's HTTP servers as it is sent. */

import { isOfApi, tapAnswers } from "./AnswerTap.mjs"
import { loadDocument, type OfficialDocument } from "./Document.ts"
import { judge, type Verdict } from "./Judge.ts"
import { type Recorded, recordInto } from "./Record.ts"
import type { SeenAnswer } from "./SeenAnswer.ts"

/** The path of the document; without it answers are only counted. */
export const VARIABLE = "BACKLOT_OFFICIAL_OPENAPI"

export type Seen = Verdict | { readonly kind: "unjudged" }

/** What succeeded in this test file, when recording is on. */
export const recorded: Recorded = { operations: new Set(), properties: new Set() }

/** Reports each API answer before its last bytes are sent. */
export const watch = (told: (seen: Seen) => void): void => {
  const isWatching = listener !== undefined
  listener = told
  // Test files of one process run one after the other; the hook stays.
  if (!isWatching) tapAnswers(isOfApi, (answer) => listener?.(seenOf(answer)))
}

let listener: ((seen: Seen) => void) | undefined

/** Judges one answer, of this process or of a child. */
export const seenOf = (answer: SeenAnswer): Seen => {
  const file = process.env[VARIABLE] ?? ""
  if (file === "") return { kind: "unjudged" }
  const document = documents.get(file) ?? loadDocument(file)
  documents.set(file, document)
  recordInto(document, answer, recorded)
  return judge(document, answer)
}

/** By file: tests of this package judge by a document of their own. */
const documents = new Map<string, OfficialDocument>()
