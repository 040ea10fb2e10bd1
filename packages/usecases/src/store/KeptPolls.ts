/** The deadlines at which polls end. Inside a transaction. The runner looks for new ones within a minute. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { MessageRecord } from "@backlot/domain/message/Message"
import { endOf } from "@backlot/domain/message/PollVote"
import { cancel, schedule } from "./Deadlines.ts"

/** The kind of deadline that ends a poll. */
export const POLL_KIND = "poll_end"

export interface PollAddress {
  readonly channel_id: Snowflake
  readonly message_id: Snowflake
}

/** Follows a message that is stored. `before`: the record that it replaces. */
export const follow = function* (record: MessageRecord, before?: MessageRecord) {
  const [due_ms, was] = [endOf(record), before && endOf(before)]
  if (due_ms === was) return
  yield* forget(before)
  if (due_ms === undefined) return
  const payload: PollAddress = { channel_id: record.channel_id, message_id: record.id }
  yield* schedule({ name: nameOf(record), kind: POLL_KIND, due_ms, payload })
}

/** For a message that goes. */
export const forget = function* (record: MessageRecord | undefined) {
  const due_ms = record && endOf(record)
  if (record !== undefined && due_ms !== undefined) yield* cancel({ name: nameOf(record), due_ms })
}

const nameOf = ({ channel_id, id }: MessageRecord) => `poll/${channel_id}/${id}`
