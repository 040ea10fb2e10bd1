/**
 * Files in a body of the control plane. Each names the command option or the modal field that it belongs to; files of a
 * message name neither. Source: product.md "Control plane".
 */
import { control } from "@backlot/domain/base/Limits"
import { type Fault, fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { BAD_FILENAME, isFilename, isMediaType } from "@backlot/domain/message/MessageFiles"
import * as Shape from "@backlot/domain/validation/Shape"
import { Schema } from "effect"
import type { Attached } from "./Uploaded.ts"

type For = "option" | "field"

type Draft = { readonly [name in For | "filename" | "content_type" | "base64"]?: string | null }
type Drafts = ReadonlyArray<Draft> | null | undefined

const file = {
  filename: Shape.field(Shape.Text),
  content_type: Shape.field(Shape.Text),
  base64: Shape.field(Shape.Text)
}

/** The shape of `attachments`, by what each file names. */
export const FILES = {
  option: Shape.field(Shape.list(Schema.Struct({ option: Shape.field(Shape.Text), ...file }), control.files)),
  field: Shape.field(Shape.list(Schema.Struct({ field: Shape.field(Shape.Text), ...file }), control.files)),
  plain: Shape.field(Shape.list(Schema.Struct(file), control.files))
} as const

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
