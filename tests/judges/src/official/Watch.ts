/** Judges every API answer of this process's HTTP servers as it is sent. */
import { tapAnswers } from "./AnswerTap.ts"
import { loadDocument, type OfficialDocument } from "./Document.ts"
import { judge, pathOf, type Verdict } from "./Judge.ts"
import { recordedOperation } from "./Record.ts"

/** The path of the document; without it answers are only counted. */
export const VARIABLE = "BACKLOT_OFFICIAL_OPENAPI"

/** `recorded`: the operation that succeeded, when recording is on. */
export type Seen = (Verdict | { readonly kind: "unjudged" }) & { readonly recorded?: string }

/** Reports each API answer before its last bytes are sent. */
export const watch = (told: (seen: Seen) => void): void => {
  const isWatching = listener !== undefined
  listener = told
  // Test files of one process run one after the other; the hook stays.
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
