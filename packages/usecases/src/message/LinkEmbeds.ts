/** Embeds that messages get because of their links, a moment after they were sent or edited. Inside a transaction. */
import { addressesIn, withLinkEmbeds } from "@backlot/domain/message/LinkEmbeds"
import type { MessageRecord } from "@backlot/domain/message/Message"
import * as KeptLinks from "../store/KeptLinks.ts"
import * as Retention from "../store/Retention.ts"

/** The message with the embeds of its links, as it is now stored; undefined when nothing changes. */
export const made = function* (record: MessageRecord) {
  if (record.link_embeds !== undefined) return undefined
  const addresses = addressesIn(record.message)
  if (addresses.length === 0) return undefined
  const embeds = yield* KeptLinks.embedsOf(addresses)
  if (embeds.length === 0) return undefined
  const after = withLinkEmbeds(record, embeds)
  yield* Retention.putMessage(after)
  return after
}
