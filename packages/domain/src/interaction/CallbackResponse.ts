/** The callback endpoint's answer to `with_response=true`. Source: wire-interactions.md §4.1. */
import { withReferenced } from "../message/DisplayedMessage.ts"
import type { MessageRecord } from "../message/Message.ts"
import { CallbackType } from "../record/InteractionKind.ts"
import type { InteractionRecord } from "./Interaction.ts"

export type CallbackResponse = ReturnType<typeof responseOf>

/** The message that a response created, changed or refers to. */
export interface Shown {
  readonly message: MessageRecord
  /** The message that it replies to. */
  readonly source?: MessageRecord | undefined
}

/** `record` is acknowledged; without a message, the answer contains only its ids. */
export const responseOf = (record: InteractionRecord, type: CallbackType, shown: Shown | undefined) => {
  const { id, channel_id, guild_id, activity_instance_id: instance } = record
  const interaction = {
    id,
    type: record.type,
    channel_id,
    ...(guild_id === null ? {} : { guild_id }),
    ...(instance === undefined ? {} : { activity_instance_id: instance })
  }
  if (instance !== undefined) return { interaction, resource: { type, activity_instance: { id: instance } } }
  if (shown === undefined) return { interaction }
  const { message, source } = shown
  const loading = type === CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE
  return {
    interaction: {
      ...interaction,
      response_message_id: message.id,
      response_message_loading: loading,
      response_message_ephemeral: record.ephemeral
    },
    resource: DEFERRALS.includes(type) ? { type } : { type, message: withReferenced(message.message, source?.message) }
  }
}

/** Types 5 and 6, which defer the response. */
export const DEFERRALS: ReadonlyArray<CallbackType> = [
  CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE,
  CallbackType.DEFERRED_UPDATE_MESSAGE
]
