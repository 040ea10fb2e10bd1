/** Judges one answer by the official document. Pure. */

import { pathOf } from "./AnswerTap.mjs"
import type { OfficialDocument } from "./Document.ts"
import type { SeenAnswer } from "./SeenAnswer.ts"

export type Verdict =
  | { readonly kind: "conforms" }
  /** The document lacks the operation or the answer. */
  | { readonly kind: "undescribed" }
  | { readonly kind: "deviates"; readonly because: string }

export const judge = (document: OfficialDocument, seen: SeenAnswer): Verdict => {
  const path = pathOf(seen.target)
  const found = path === undefined ? undefined : document.find(seen.method, path, seen.status)
  if (found === undefined) return { kind: "undescribed" }
  const { operation, answer } = found
  if (isEdgePage(seen)) return { kind: "undescribed" }
  // The document describes no failures of the service itself.
  if (answer === undefined) return seen.status >= 500 ? { kind: "undescribed" } : unexpected(seen, operation)
  if (answer.text !== undefined && seen.contentType?.split(";", 1)[0] === answer.text) return { kind: "conforms" }
  if (answer.problemsOf === undefined) return seen.body === "" ? { kind: "conforms" } : superfluous(seen, operation)
  if (seen.contentType !== "application/json") return deviates(seen, operation, `content type ${seen.contentType}`)
  const problems = answer.problemsOf(parse(seen.body))
  if (problems.length === 0) return { kind: "conforms" }
  return deviates(seen, operation, problems.map(({ place, rule }) => `${place || "(root)"} ${rule}`).join("\n  "))
}

/** The page for a blocked address comes from the network edge, not from the API (wire-rest.md §4.3; decision 28). */
const isEdgePage = ({ status, contentType }: SeenAnswer): boolean =>
  status === 429 && contentType?.startsWith("text/html") === true

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const deviates = ({ method, target, status, body }: SeenAnswer, operation: string, because: string): Verdict => ({
  kind: "deviates",
  because: `${method} ${target} answered ${status}, which is no answer of ${operation}:\n  ${because}\n  ${body.slice(0, 2_000)}`
})

const unexpected = (seen: SeenAnswer, operation: string) => deviates(seen, operation, "the document lacks this status")

const superfluous = (seen: SeenAnswer, operation: string) => deviates(seen, operation, "the document has no body here")
