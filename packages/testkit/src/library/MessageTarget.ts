/** Which message an act is on. */
import type { SeenMessage } from "@backlot/scenario/Outcome"

/**
 * An answer (its message), a message, an id, or what the message looks like: a text is its content. Left out, it is the
 * newest that fits and that the user sees here.
 */
export type MessageTarget = string | { readonly message?: SeenMessage } | Readonly<Record<string, unknown>>

/** As a step says it; undefined for an answer without a message. */
export const targetOf = (target: MessageTarget | undefined): unknown => {
  if (typeof target !== "object") return target
  const { message, id } = target as { readonly message?: unknown; readonly id?: unknown }
  if (typeof message === "object" && message !== null && "id" in message) return message.id
  return typeof id === "string" ? id : target
}
