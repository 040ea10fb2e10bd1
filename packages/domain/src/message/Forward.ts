/** Forwards: messages that show what another one said when it was forwarded. Source: the platform's documentation of messages, "Message Snapshot". */
import { MessageFlag, type MessageObject, type MessageRecord, type MessageSnapshot } from "./Message.ts"

/** What a forward of a message shows; a forward is forwarded with what it shows itself. */
export const snapshotsOf = ({ message }: MessageRecord): ReadonlyArray<MessageSnapshot> => {
  if (message.message_snapshots !== undefined) return message.message_snapshots
  const { type, content, embeds, attachments, timestamp, edited_timestamp, flags } = message
  const { mentions, mention_roles, components, sticker_items, shared_client_theme: theme } = message
  const shown = {
    type,
    content,
    embeds,
    attachments,
    timestamp,
    edited_timestamp,
    flags,
    mentions,
    mention_roles,
    components
  }
  return [
    {
      message: {
        ...shown,
        ...(sticker_items === undefined ? {} : { sticker_items }),
        ...(theme === undefined ? {} : { shared_client_theme: theme })
      }
    }
  ]
}

/** Whether there is anything to forward. */
export const isForwardable = (record: MessageRecord): boolean =>
  snapshotsOf(record).some(({ message }) => {
    const { content, embeds, attachments, components, sticker_items = [], shared_client_theme } = message
    if (shared_client_theme !== undefined) return true
    return content !== "" || [embeds, attachments, components, sticker_items].some(({ length }) => length > 0)
  })

/** The fields of a message that forwards another. */
export const forwarding = (record: MessageRecord, guildId: string | null, flags: number) => ({
  flags: flags | MessageFlag.HAS_SNAPSHOT,
  message_reference: {
    type: 1 as const,
    channel_id: record.channel_id,
    message_id: record.id,
    ...(guildId === null ? {} : { guild_id: guildId })
  },
  message_snapshots: snapshotsOf(record)
})

/** What is left of a forward for an application that may not read what messages say. */
export const censoredSnapshots = ({ message_snapshots }: MessageObject): Partial<MessageObject> =>
  message_snapshots === undefined
    ? {}
    : {
        message_snapshots: message_snapshots.map(({ message }) => ({
          message: { ...message, content: "", embeds: [], attachments: [], components: [] }
        }))
      }
