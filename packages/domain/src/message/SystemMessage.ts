/** Messages that the service writes in somebody's name: they have embeds at most. Source: the platform's documentation of `Message Types`. */
import { type MessageObject, type MessageRecord, MessageType } from "./Message.ts"

interface Told extends Pick<MessageObject, "id" | "channel_id" | "type" | "author" | "timestamp" | "embeds"> {
  readonly content?: string
  readonly mentions?: MessageObject["mentions"]
  readonly position?: number
  readonly message_reference?: NonNullable<MessageObject["message_reference"]>
}

const FIXED: ReadonlyArray<number> = [MessageType.CHANNEL_NAME_CHANGE, MessageType.THREAD_STARTER_MESSAGE]

/** Whether nobody can delete it. Source: the platform's documentation of `Message Types`. */
export const isFixed = ({ message }: MessageRecord): boolean => FIXED.includes(message.type)

const WRITTEN: ReadonlyArray<number> = [
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND
]

/** Whether the service wrote it, and nobody edits or pins it, or starts a thread from it. */
export const isSystem = ({ message }: MessageRecord): boolean => !WRITTEN.includes(message.type)

export const systemMessage = (told: Told): MessageRecord => {
  const { id, channel_id, type, author, timestamp, embeds, ...more } = told
  const message: MessageObject = {
    id,
    channel_id,
    type,
    content: "",
    author,
    timestamp,
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds,
    components: [],
    pinned: false,
    flags: 0,
    ...more
  }
  return { id, channel_id, visible_to: null, message }
}
