/** A message as it appears in `resolved`. Source: wire-interactions.md §1.7. */
import { userObject } from "../guild/UserWire.ts"
import { complete } from "./GivenMessage.ts"
import type { MessageObject } from "./Message.ts"

/**
 * Returns every field seen in captures; missing fields of a world's message get defaults.
 * Our choice: docs/choices.md "World file".
 */
export const partialMessage = (given: MessageObject) => {
  const { id, channel_id } = given
  const { message } = complete({ id, channel_id, visible_to: null, message: given }, UNKNOWN_AUTHOR)
  return {
    attachments: message.attachments,
    author: message.author,
    channel_id,
    components: message.components,
    content: message.content,
    edited_timestamp: message.edited_timestamp,
    embeds: message.embeds,
    flags: message.flags,
    id,
    mention_everyone: message.mention_everyone,
    mention_roles: message.mention_roles,
    mentions: message.mentions,
    pinned: message.pinned,
    timestamp: message.timestamp,
    tts: message.tts,
    type: message.type
  }
}

/** The author of a world's message that names none. Our choice: docs/choices.md "World file". */
const UNKNOWN_AUTHOR = userObject({
  id: "0",
  username: "unknown",
  global_name: null,
  locale: "en-US",
  adult: false,
  nsfw_dms: false
})
