/** Responses that only the invoking user sees. Source: wire-interactions.md §4.3 "Forced ephemeral", §5.6. */
import { MessageFlag, type MessageObject } from "../message/Message.ts"
import { type Contents, EphemeralityReason, reasonFor } from "../permission/Ephemerality.ts"
import type { InteractionRecord } from "./Interaction.ts"
import { line, type TraceLine } from "./InteractionDecision.ts"

/**
 * The reason why this message is hidden from everyone else; undefined if it is not hidden, or is ephemeral by its own
 * flags. A message is judged when it is created, a loading one as empty; later edits do not hide it, because EPHEMERAL
 * never changes (§4.6). Our choice: docs/choices.md "Messages".
 */
export const forcedReason = (
  { ephemerality }: Pick<InteractionRecord, "ephemerality">,
  message: Contents & { readonly flags: number }
): EphemeralityReason | undefined =>
  (message.flags & MessageFlag.EPHEMERAL) !== 0 || ephemerality === undefined
    ? undefined
    : reasonFor(ephemerality, message)

/** The trace line of a message that was hidden; empty for others. */
export const forcedLine = (at: number, message: MessageObject | undefined): ReadonlyArray<TraceLine> => {
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
