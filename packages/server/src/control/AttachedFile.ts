/**
 * Files in bodies of the control plane: judges them, decodes them and gives them URLs of this server. Each names the
 * command option or the modal field that it belongs to; files of a message name neither. Source: product.md "Control
 * plane".
 */
import { control, interaction } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { type Fault, fault } from "@backlot/domain/error/Fault"
import * as FormError from "@backlot/domain/error/FormError"
import { InvalidForm, NotFound } from "@backlot/domain/error/ServiceError"
import { bareName } from "@backlot/domain/message/FileAddress"
import { BAD_FILENAME, isFilename, isMediaType } from "@backlot/domain/message/MessageFiles"
import { Ids } from "@backlot/ports/Ids"
import * as MessageFiles from "@backlot/usecases/message/MessageFiles"
import type { Upload } from "@backlot/usecases/store/Collections"
import { FileAddresses } from "@backlot/usecases/store/FileAddresses"
import { Effect, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import * as Answer from "../http/Answer.ts"
import { formFile, pictureSize } from "../http/Multipart.ts"
import { type Call, param } from "../http/Route.ts"

export interface Attached {
  /** The name of the option, or the `custom_id` of the modal's file upload. */
  readonly field: string
  readonly filename: string
  readonly content_type: string | undefined
  readonly base64: string
}

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
    ...(isFilename(bareName(draft.filename ?? "x")) ? [] : [fault(["attachments", i, "filename"], BAD_FILENAME)]),
    ...(isMediaType(draft.content_type ?? "a/b") ? [] : [fault(["attachments", i, "content_type"], NO_MEDIA_TYPE)])
  ])
}

/** Converts files without faults. */
export const attachedOf = (drafts: Drafts, name?: For): ReadonlyArray<Attached> =>
  (drafts ?? []).map((draft) => ({
    field: (name === undefined ? undefined : draft[name]) ?? "",
    filename: bareName(draft.filename ?? ""),
    content_type: draft.content_type ?? undefined,
    base64: draft.base64 ?? ""
  }))

/** Decodes the bytes of each file and checks their size. */
const decodeAll = Effect.fnUntraced(function* (files: ReadonlyArray<Attached>) {
  const decoded = files.map(({ base64 }) => Result.getOrUndefined(Base64.decode(base64)))
  const faults = decoded.flatMap((bytes, i) => {
    if (bytes === undefined) return [fault(["attachments", i, "base64"], NOT_BASE64)]
    return bytes.byteLength > interaction.attachmentSizeBytes ? [fault(["attachments", i, "base64"], TOO_LARGE)] : []
  })
  return faults.length > 0 ? yield* new InvalidForm({ faults }) : decoded
})

/** The files of a message, in the shape of a form's files. */
export const formFiles = Effect.fnUntraced(function* (files: ReadonlyArray<Attached>) {
  const decoded = yield* decodeAll(files)
  return files.map(({ filename, content_type, base64 }, index) =>
    formFile(index, filename, content_type, decoded[index] ?? new Uint8Array(), base64)
  )
})

/** Makes uploads with the field of each. They are stored together with the use. */
export const keepUploads = Effect.fnUntraced(function* (channelId: Snowflake, files: ReadonlyArray<Attached>) {
  const decoded = yield* decodeAll(files)
  const ids = yield* (yield* Ids).many(files.length)
  return files.map(({ field, filename, content_type, base64 }, i) => {
    const id = ids[i] ?? "0"
    const bytes = decoded[i] ?? new Uint8Array()
    const upload: Upload = {
      id,
      channel_id: channelId,
      filename,
      content_type,
      size: bytes.byteLength,
      ...pictureSize(bytes),
      base64
    }
    return { field, upload }
  })
})

/** GET of an upload's URL, whose proof must be right and not have ended. */
export const download = Effect.fnUntraced(
  function* (call: Call) {
    const { base64, content_type, channel_id, id, filename } = yield* MessageFiles.upload(param(call, "attachment_id"))
    if (channel_id !== param(call, "channel_id") || filename !== param(call, "filename")) return yield* new NotFound()
    const { admits } = yield* FileAddresses
    const proof = { ex: call.query("ex"), is: call.query("is"), hm: call.query("hm") }
    if (!(yield* admits({ channel_id, id, filename }, proof))) return yield* new NotFound()
    const bytes = Result.getOrThrow(Base64.decode(base64))
    return Answer.of(200, content_type ?? "application/octet-stream", bytes, {
      "x-content-type-options": "nosniff",
      "content-disposition": "attachment"
    })
  },
  Effect.catchTag("NotFound", (error) => Effect.succeed(Answer.failure(error)))
)

const NOT_BASE64 = { code: "BASE64_INVALID", message: "Must be the file's bytes in base64." }
const TOO_LARGE = {
  code: "FILE_TOO_LARGE",
  message: `A file is at most ${interaction.attachmentSizeBytes} bytes.`
}
const NO_MEDIA_TYPE = { code: "CONTENT_TYPE_INVALID", message: "Must be a media type such as image/png." }
