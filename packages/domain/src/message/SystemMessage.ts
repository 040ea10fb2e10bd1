/** Messages that the service writes in somebody's name: they have embeds at most. Source: the platform's documentation of `Message Types`. */
import type { MessageObject, MessageRecord } from "./Message.ts"

interface Told extends Pick<MessageObject, "id" | "channel_id" | "type" | "author" | "timestamp" | "embeds"> {
  readonly message_reference?: NonNullable<MessageObject["message_reference"]>
}

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
