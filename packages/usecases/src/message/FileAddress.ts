/** The URLs of files of messages and options. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Context } from "effect"

interface FilePlace {
  readonly channel_id: Snowflake
  readonly id: Snowflake
  readonly filename: string
}

/** The URL of a file. A server provides its own; the default leads nowhere. */
export const FileAddress = Context.Reference<(place: FilePlace) => string>("./FileAddress.ts", {
  defaultValue: () => addressAt(() => "http://localhost")
})

/** Files below `origin`, for example `http://127.0.0.1:6780`, which may be known only later. */
export const addressAt =
  (origin: () => string) =>
  ({ channel_id, id, filename }: FilePlace): string =>
    `${origin()}/attachments/${channel_id}/${id}/${encodeURIComponent(filename)}`
