/**
 * Files in a body of the control plane. Each names the command option or the modal field that it belongs to; files of a
 * message name neither. Source: product.md "Control plane".
 */
import { control } from "@backlot/domain/base/Limits"
import { type Fault, fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { BAD_FILENAME, isFilename, isMediaType } from "@backlot/domain/message/MessageFiles"
import type { Attached } from "./Uploaded.ts"

type For = "option" | "field"

type Draft = { readonly [name in For | "filename" | "content_type" | "base64"]?: string | null }
type Drafts = ReadonlyArray<Draft> | null | undefined

/** All faults of the files except those of their bytes. */
export const judgeAttached = (drafts: Drafts, name?: For): ReadonlyArray<Fault> => {
  const all = drafts ?? []
  if (all.length > control.files) return [fault(["attachments"], FormError.maxLength(control.files))]
  return all.flatMap((draft, i) => [
    ...[...(name === undefined ? [] : [name]), "filename" as const, "base64" as const].flatMap((field) =>
      draft[field] == null ? [fault(["attachments", i, field], FormError.required)] : []
    ),
    ...(isFilename(draft.filename ?? "x") ? [] : [fault(["attachments", i, "filename"], BAD_FILENAME)]),
    ...(isMediaType(draft.content_type ?? "a/b") ? [] : [fault(["attachments", i, "content_type"], NO_MEDIA_TYPE)])
  ])
}

/** Converts files without faults. */
export const attachedOf = (drafts: Drafts, name?: For): ReadonlyArray<Attached> =>
  (drafts ?? []).map((draft) => ({
    field: (name === undefined ? undefined : draft[name]) ?? "",
    filename: draft.filename ?? "",
    content_type: draft.content_type ?? undefined,
    base64: draft.base64 ?? ""
  }))

const NO_MEDIA_TYPE = { code: "CONTENT_TYPE_INVALID", message: "Must be a media type such as image/png." }
