/** The channel of a thread. Loaded inside a transaction. */
import { type GuildChannel, isDirect, isThread } from "@backlot/domain/record/World"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"

/** Undefined for a channel that is no thread, and for a thread whose channel is gone. */
export const parentOf = (channel: GuildChannel) =>
  isThread(channel) && channel.parent_id !== null
    ? Effect.map(Collections.channels.get(channel.parent_id), (parent) =>
        parent === undefined || isDirect(parent) ? undefined : parent
      )
    : NONE

const NONE = Effect.succeed(undefined)
