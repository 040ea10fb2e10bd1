/** Decodes files in control plane bodies and gives them URLs of this server. Source: product.md "Control plane". */
import { interaction } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { fault } from "@backlot/domain/error/Fault"
import { InvalidForm, NotFound } from "@backlot/domain/error/ServiceError"
import { mediaType } from "@backlot/domain/message/MediaType"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { Ids } from "@backlot/ports/Ids"
import * as Uploads from "@backlot/usecases/interaction/Uploads"
import { FileAddress } from "@backlot/usecases/message/MessageFiles"
import type { Upload } from "@backlot/usecases/store/Collections"
import { Effect, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { HttpServerResponse } from "effect/http"
import * as Answer from "../http/Answer.ts"
import { pictureSize } from "../http/PictureSize.ts"
import { type Call, param } from "../http/Route.ts"

export interface Attached {
  /** The name of the option, or the `custom_id` of the modal's file upload. */
  readonly field: string
  readonly filename: string
  readonly content_type: string | undefined
  readonly base64: string
}

/** Decodes the bytes of each file and checks their size. */
const decodeAll = Effect.fnUntraced(function* (files: ReadonlyArray<Attached>) {
  const decoded = files.map(({ base64 }) => Result.getOrUndefined(Base64.decode(base64)))
  const faults = decoded.flatMap((bytes, i) => {
    if (bytes === undefined) return [fault(["attachments", i, "base64"], notBase64)]
    return bytes.byteLength > interaction.attachmentSizeBytes ? [fault(["attachments", i, "base64"], tooLarge)] : []
  })
  return faults.length > 0 ? yield* new InvalidForm({ faults }) : decoded
})

/** The files of a message, in the shape of a form's files. */
export const formFiles = Effect.fnUntraced(function* (files: ReadonlyArray<Attached>) {
  const decoded = yield* decodeAll(files)
  return files.map(({ filename, content_type, base64 }, index): FormFile => {
    const bytes = decoded[index] ?? new Uint8Array()
    const type = mediaType(filename, content_type)
    return { index, filename, content_type: type, size: bytes.byteLength, base64, ...pictureSize(bytes) }
  })
})

/** Makes uploads with the field of each. They are stored together with the use. */
export const keepUploads = Effect.fnUntraced(function* (channelId: Snowflake, files: ReadonlyArray<Attached>) {
  const decoded = yield* decodeAll(files)
  const urlOf = yield* FileAddress
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
      url: urlOf({ channel_id: channelId, id, filename }),
      base64
    }
    return { field, upload }
  })
})

/** GET of an upload's URL. */
export const download = Effect.fnUntraced(
  function* (call: Call) {
    const { base64, content_type, channel_id, filename } = yield* Uploads.get(param(call, "attachment_id"))
    if (channel_id !== param(call, "channel_id") || filename !== param(call, "filename")) return yield* new NotFound()
    const bytes = Result.getOrThrow(Base64.decode(base64))
    return HttpServerResponse.uint8Array(bytes, {
      contentType: content_type ?? "application/octet-stream",
      headers: { "x-content-type-options": "nosniff", "content-disposition": "attachment" }
    })
  },
  Effect.catchTag("NotFound", (error) => Effect.succeed(Answer.failure(error)))
)

const notBase64 = { code: "BASE64_INVALID", message: "Must be the file's bytes in base64." }
const tooLarge = {
  code: "FILE_TOO_LARGE",
  message: `A file is at most ${interaction.attachmentSizeBytes} bytes.`
}
