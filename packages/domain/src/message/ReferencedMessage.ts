/** The message that a reply replies to, beside it. Source: wire-interactions.md §4.9 (`message_reference`). */
import { type MessageObject, MessageType } from "./Message.ts"

/** A message as answered and delivered: replies come with what they reply to. */
export interface ReplyObject extends MessageObject {
  /** As it is at this moment, null when it is gone; what that one replies to is left out. */
  readonly referenced_message?: MessageObject | null
}

/**
 * A reply with the message that it replies to. Ours: it comes with payloads and with the answer that made the reply; it
 * is not stored, so that no library takes an old state of it for the new one.
 */
export const withReferenced = (message: MessageObject, referenced: MessageObject | undefined): ReplyObject =>
  refers(message) ? { ...message, referenced_message: referenced ?? null } : message

/** Replies, and answers to MESSAGE commands. */
export const refers = ({ type, message_reference }: MessageObject): boolean =>
  type === MessageType.REPLY || (type === MessageType.CONTEXT_MENU_COMMAND && message_reference !== undefined)
