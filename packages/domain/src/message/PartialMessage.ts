/** A message as `resolved` shows it. Source: wire-interactions.md §1.7. */

import { userObject } from "../guild/UserWire.ts"
import { complete } from "./GivenMessage.ts"
import type { MessageObject } from "./Message.ts"

/** Every field that captures show; what a world's message leaves out is filled in (ours). */
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

/** Ours: a world's message may name nobody. */
const UNKNOWN_AUTHOR = userObject({
  id: "0",
  username: "unknown",
  global_name: null,
  locale: "en-US",
  adult: false,
  nsfw_dms: false
})
