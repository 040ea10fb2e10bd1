/** Where the files of messages and options are reached. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Context } from "effect"

interface FilePlace {
  readonly channel_id: Snowflake
  readonly id: Snowflake
  readonly filename: string
}

/** The URL of a file. A server puts its own in this place: the default leads nowhere. */
export const FileAddress = Context.Reference<(place: FilePlace) => string>("./FileAddress.ts", {
  defaultValue: () => addressAt(() => "http://localhost")
})

/** Files below `origin`, e.g. `http://127.0.0.1:6780`, which may be known only once somebody asks. */
export const addressAt =
  (origin: () => string) =>
  ({ channel_id, id, filename }: FilePlace): string =>
    `${origin()}/attachments/${channel_id}/${id}/${encodeURIComponent(filename)}`
