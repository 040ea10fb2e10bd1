/** Judges every answer of the API that this process's HTTP servers send, as it is sent. */
import { tapAnswers } from "./AnswerTap.ts"
import { loadDocument, type OfficialDocument } from "./Document.ts"
import { judge, pathOf, type Verdict } from "./Judge.ts"
import { recordedOperation } from "./Record.ts"

/** Where the document is; without it answers are only counted. */
export const VARIABLE = "BACKLOT_OFFICIAL_OPENAPI"

/** `recorded`: the operation that answered with success, while a record is asked for. */
export type Seen = (Verdict | { readonly kind: "unjudged" }) & { readonly recorded?: string }

/** Tells `note` of each answer of the API, before the last of it is sent. */
export const watch = (told: (seen: Seen) => void): void => {
  const isWatching = listener !== undefined
  listener = told
  // Test files of one process watch one after the other, and the hook stays.
  if (isWatching) return
  const note = (seen: Seen) => listener?.(seen)
  let document: OfficialDocument | undefined
  tapAnswers(
    (method, target) => method !== "HEAD" && pathOf(target) !== undefined,
    (answer) => {
      const file = process.env[VARIABLE] ?? ""
      if (file === "") return note({ kind: "unjudged" })
      document ??= loadDocument(file)
      const verdict = judge(document, answer)
      const recorded = recordedOperation(document, answer)
      note(recorded === undefined ? verdict : { ...verdict, recorded })
    }
  )
}

let listener: ((seen: Seen) => void) | undefined
