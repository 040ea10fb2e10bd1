/**
 * Answers that are shown to the invoking user alone though the application meant them for everyone: the callback
 * succeeds, the message says why. Source: wire-interactions.md §4.3 "Forced ephemeral", §5.6.
 */

import { MessageFlag, type MessageObject } from "../message/Message.ts"
import { type Contents, EphemeralityReason, reasonFor } from "../permission/Ephemerality.ts"
import type { InteractionRecord } from "./Interaction.ts"
import { line, type TraceLine } from "./InteractionDecision.ts"

/**
 * Why this message is hidden from everyone else; undefined when it is not, or hides by itself. Ours: a message is judged
 * when it is made, a loading one as empty. What an edit adds to it later hides nothing, because EPHEMERAL never changes
 * (§4.6).
 */
export const forcedReason = (
  { ephemerality }: Pick<InteractionRecord, "ephemerality">,
  message: Contents & { readonly flags: number }
): EphemeralityReason | undefined =>
  (message.flags & MessageFlag.EPHEMERAL) !== 0 || ephemerality === undefined
    ? undefined
    : reasonFor(ephemerality, message)

/** The line of a message that was hidden; none for others. */
export const tellForced = (at: number, message: MessageObject | undefined): ReadonlyArray<TraceLine> => {
  const reason = message?.interaction_metadata?.ephemerality_reason
  if (message === undefined || reason === undefined) return []
  const because = WORDS[reason] ?? "the platform forces it"
  return [line(at, "forced_ephemeral", { message_id: message.id, ephemerality_reason: reason, because })]
}

const ALONE = "the application is installed on the user alone, and the member"

const WORDS: Readonly<Record<number, string>> = {
  [EphemeralityReason.CANNOT_USE_EXTERNAL_APPS]: `${ALONE} lacks USE_EXTERNAL_APPS here`,
  [EphemeralityReason.CANNOT_UNARCHIVE_THREAD]: `${ALONE} cannot unarchive this locked thread`,
  [EphemeralityReason.MISSING_PERMISSIONS]: `${ALONE} cannot send messages here`,
  [EphemeralityReason.CANNOT_SEND_ATTACHMENTS]: `${ALONE} lacks ATTACH_FILES here`,
  [EphemeralityReason.CANNOT_SEND_EMBEDS]: `${ALONE} lacks EMBED_LINKS here`
}
