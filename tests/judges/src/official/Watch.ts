/** Judges every API answer of this process's HTTP servers as it is sent. */

import { isOfApi, tapAnswers } from "./AnswerTap.mjs"
import { loadDocument, type OfficialDocument } from "./Document.ts"
import { judge, type Verdict } from "./Judge.ts"
import { recordedOperation } from "./Record.ts"
import type { SeenAnswer } from "./SeenAnswer.ts"

/** The path of the document; without it answers are only counted. */
export const VARIABLE = "BACKLOT_OFFICIAL_OPENAPI"

/** `recorded`: the operation that succeeded, when recording is on. */
export type Seen = (Verdict | { readonly kind: "unjudged" }) & { readonly recorded?: string }

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
  const verdict = judge(document, answer)
  const recorded = recordedOperation(document, answer)
  return recorded === undefined ? verdict : { ...verdict, recorded }
}

/** By file: tests of this package judge by a document of their own. */
const documents = new Map<string, OfficialDocument>()
