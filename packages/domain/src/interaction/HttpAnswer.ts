/** Interprets an endpoint's answer to a delivery. Source: wire-interactions.md §2.3. */
import { Result } from "effect"
import { http } from "../base/Limits.ts"
import { decodeJson } from "../validation/JsonText.ts"

/** An endpoint's answer as received. */
export interface HttpAnswer {
  readonly status: number
  /** As sent; "" if absent. */
  readonly content_type: string
  /** For a multipart answer, its `payload_json`; undefined if unreadable. */
  readonly text: string | undefined
}

export type Reading =
  /** An interaction response, not judged yet. */
  | { readonly kind: "response"; readonly body: unknown }
  /** The application will respond through the callback endpoint. */
  | { readonly kind: "accepted" }
  | { readonly kind: "bad"; readonly reason: "status" | "answer"; readonly because: string }

/**
 * 200 with JSON is a response; 202 defers to the callback endpoint, whatever its body; anything else fails.
 * Our choice: docs/choices.md "Interactions".
 */
export const readAnswer = ({ status, content_type, text }: HttpAnswer): Reading => {
  if (status === 202) return { kind: "accepted" }
  if (status !== 200) return bad("status", `the endpoint answered with status ${status} instead of 200 or 202`)
  const mediaType = content_type.split(";", 1).join("").trim().toLowerCase()
  if (!MEDIA_TYPES.includes(mediaType)) {
    return bad("answer", `the answer has content type "${mediaType}" instead of "application/json"`)
  }
  if (text === undefined) return bad("answer", "the multipart answer cannot be read, or has no payload_json")
  return Result.match(decodeJson(text), {
    onSuccess: (body): Reading => ({ kind: "response", body }),
    onFailure: ({ _tag }) => bad("answer", UNREADABLE[_tag])
  })
}

const MEDIA_TYPES = ["application/json", "multipart/form-data"]

const UNREADABLE = {
  InvalidJson: "the answer is not valid JSON",
  InvalidForm: `the answer nests deeper than ${http.jsonDepth} levels`
}

const bad = (reason: "status" | "answer", because: string): Reading => ({ kind: "bad", reason, because })
