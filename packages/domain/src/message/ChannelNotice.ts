/**
 * What the service writes into a channel when somebody starts or renames a thread, or pins a message. Source: the platform's
 * documentation of `Message Types`.
 */
import { formatTimestamp } from "../base/IsoTime.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import type { UserObject } from "../guild/GuildWire.ts"
import { type MessageRecord, MessageType } from "./Message.ts"
import { systemMessage } from "./SystemMessage.ts"

/** Who did it, and when. */
interface Done {
  readonly id: Snowflake
  readonly now_ms: number
  readonly author: UserObject
  /** In a thread. */
  readonly position?: number | undefined
}

interface ThreadPlace {
  readonly guild_id: Snowflake
  readonly parent_id: Snowflake
  readonly thread_id: Snowflake
}

const beginning = ({ id, now_ms, author, position }: Done) => ({
  ...{ id, author, timestamp: formatTimestamp(now_ms), embeds: [] },
  ...(position === undefined ? {} : { position })
})

/** In the channel of a thread that starts without a message. */
export const threadCreated = (done: Done, { guild_id, parent_id, thread_id }: ThreadPlace, name: string) =>
  systemMessage({
    ...beginning(done),
    channel_id: parent_id,
    type: MessageType.THREAD_CREATED,
    content: name,
    message_reference: { type: 0, channel_id: thread_id, guild_id }
  })

/** The first message of a thread that starts from a message, which has the same id as the thread. */
export const threadStarter = (done: Done, { guild_id, parent_id, thread_id }: ThreadPlace): MessageRecord =>
  systemMessage({
    ...beginning(done),
    channel_id: thread_id,
    type: MessageType.THREAD_STARTER_MESSAGE,
    position: 0,
    message_reference: { type: 0, channel_id: parent_id, message_id: thread_id, guild_id }
  })

/** In a thread. */
export const recipientAdded = (done: Done, channel_id: Snowflake, user: UserObject): MessageRecord =>
  systemMessage({ ...beginning(done), channel_id, type: MessageType.RECIPIENT_ADD, mentions: [user] })

export const recipientRemoved = (done: Done, channel_id: Snowflake, user: UserObject): MessageRecord =>
  systemMessage({ ...beginning(done), channel_id, type: MessageType.RECIPIENT_REMOVE, mentions: [user] })

export const renamed = (done: Done, channel_id: Snowflake, name: string): MessageRecord =>
  systemMessage({ ...beginning(done), channel_id, type: MessageType.CHANNEL_NAME_CHANGE, content: name })

export const pinned = (done: Done, { id, channel_id }: MessageRecord, guildId: Snowflake | null): MessageRecord =>
  systemMessage({
    ...beginning(done),
    channel_id,
    type: MessageType.CHANNEL_PINNED_MESSAGE,
    message_reference: { type: 0, channel_id, message_id: id, ...(guildId === null ? {} : { guild_id: guildId }) }
  })
