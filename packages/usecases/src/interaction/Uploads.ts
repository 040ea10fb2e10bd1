/** Files that users attach to options, stored and served at a URL of this server. Source: wire-interactions.md §1.7. */
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { NotFound } from "@backlot/domain/error/ServiceError"
import type { UploadSnapshot } from "@backlot/domain/interaction/ResolvedData"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import { inTransaction } from "../store/Transact.ts"

export const snapshotOf = ({
  channel_id: _,
  base64: __,
  content_type,
  ...upload
}: Collections.Upload): UploadSnapshot => ({
  ...upload,
  proxy_url: upload.url,
  ...(content_type === undefined ? {} : { content_type })
})

/** The upload with this id, as sent. */
export const get = Effect.fn("Uploads.get")(function* (id: string) {
  if (!isSnowflake(id)) return yield* new NotFound()
  const upload = yield* inTransaction(Collections.uploads.get(id))
  return upload === undefined ? yield* new NotFound() : upload
})
