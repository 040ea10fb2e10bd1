/** Adds the message that a reply replies to. Source: wire-interactions.md §4.9 (`message_reference`). */
import { type MessageObject, MessageType } from "./Message.ts"

/** A message in a response or event: replies include the message that they reply to. */
export interface ReplyObject extends MessageObject {
  /** Its current state, null if deleted; without its own `referenced_message`. */
  readonly referenced_message?: MessageObject | null
}

/** Adds the replied-to message, which is never stored as a copy. Our choice: docs/choices.md "Messages". */
export const withReferenced = (message: MessageObject, referenced: MessageObject | undefined): ReplyObject =>
  refers(message) ? { ...message, referenced_message: referenced ?? null } : message

/** True for replies and for responses to MESSAGE commands. */
export const refers = ({ type, message_reference }: MessageObject): boolean =>
  type === MessageType.REPLY || (type === MessageType.CONTEXT_MENU_COMMAND && message_reference !== undefined)
