/** Files of an application's messages, stored with them or not at all. Source: wire-interactions.md §4.3, §4.7. */

import { isSnowflake, type Snowflake } from "@backlot/domain/base/Snowflake"
import { NotFound } from "@backlot/domain/error/ServiceError"
import type { UploadSnapshot } from "@backlot/domain/interaction/ResolvedData"
import type { MessageRecord } from "@backlot/domain/message/Message"
import type { SentFile } from "@backlot/domain/message/MessageFiles"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import { FileAddresses } from "../store/FileAddresses.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { existing, inTransaction, readNow } from "../store/Transact.ts"

/** A file with its id, drawn before the transaction. */
export interface DrawnFile extends FormFile {
  readonly id: Snowflake
}

/** A file with its channel: the part for the domain, and the part that is stored. */
export interface PlacedFile {
  readonly sent: SentFile
  readonly upload: Collections.Upload
}

/** The ids of a new message and of its files, with the time: drawn before the transaction. */
export const drawMessage = Effect.fnUntraced(function* (files: ReadonlyArray<FormFile>) {
  const message_id = yield* (yield* Ids).next
  return { message_id, now_ms: yield* readNow, files: yield* draw(files) }
})

export const draw = Effect.fnUntraced(function* (files: ReadonlyArray<FormFile>) {
  if (files.length === 0) return NONE
  const ids = yield* (yield* Ids).many(files.length)
  return files.map((file, i): DrawnFile => ({ ...file, id: ids[i] ?? "0" }))
})

const NONE: ReadonlyArray<DrawnFile> = []

/** Puts files into the channel of their message. */
export const place = function* (channelId: Snowflake | undefined, files: ReadonlyArray<DrawnFile>) {
  if (channelId === undefined || files.length === 0) return []
  const urlOf = (yield* Body.use(FileAddresses)).urls()
  return files.map(({ base64, ...file }): PlacedFile => {
    const { id, filename, size, content_type } = file
    const url = urlOf({ channel_id: channelId, id, filename })
    return {
      sent: { ...file, url },
      upload: { id, channel_id: channelId, filename, content_type, size, base64 }
    }
  })
}

/** Stores the files that these messages show. Inside a transaction. */
export const keepShown = function* (messages: ReadonlyArray<MessageRecord>, placed: ReadonlyArray<PlacedFile>) {
  if (placed.length === 0) return
  const shown = new Set(messages.flatMap(({ message }) => message.attachments.map(({ id }) => id)))
  for (const { sent, upload } of placed) if (shown.has(sent.id)) yield* Retention.putUpload(upload)
}

// Files that users attach to options, stored and served at a URL of this server. Source: wire-interactions.md §1.7.

export const snapshots = function* (uploads: ReadonlyArray<Collections.Upload>) {
  if (uploads.length === 0) return []
  const urlOf = (yield* Body.use(FileAddresses)).urls()
  return uploads.map(({ channel_id, base64: _, content_type, ...upload }): UploadSnapshot => {
    const url = urlOf({ channel_id, ...upload })
    return { ...upload, url, proxy_url: url, ...(content_type === undefined ? {} : { content_type }) }
  })
}

/** The upload with this id, as sent. */
export const upload = operation(
  "MessageFiles.upload",
  Effect.fnUntraced(function* (id: string) {
    if (!isSnowflake(id)) return yield* new NotFound()
    return yield* inTransaction(function* () {
      const found = yield* existing(Collections.uploads.get(id), NotFound)
      if (found.same_as === undefined) return found
      const { base64 } = yield* existing(Collections.uploads.get(found.same_as), NotFound)
      return { ...found, base64 }
    })
  })
)
