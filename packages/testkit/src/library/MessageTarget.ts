/** Selects the message of an act. */
import type { SeenMessage } from "@backlot/scenario/Outcome"

/** An answer, a message, an id, or a matcher; a text is its content. Default: the newest that fits here. */
export type MessageTarget = string | { readonly message?: SeenMessage } | Readonly<Record<string, unknown>>

/** In the form of a step; undefined for an answer without a message. */
export const targetOf = (target: MessageTarget | undefined): unknown => {
  if (typeof target !== "object") return target
  const { message, id } = target as { readonly message?: unknown; readonly id?: unknown }
  if (typeof message === "object" && message !== null && "id" in message) return message.id
  return typeof id === "string" ? id : target
}
