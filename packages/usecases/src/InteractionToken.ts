/** Interaction tokens: minted from chance by the one form that clients recognise. Source: wire-interactions.md §1.8. */
import { mintToken } from "@backlot/domain/InteractionPayload"
import type { Snowflake } from "@backlot/domain/Snowflake"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"

const RANDOM_LENGTH = 128

export const mintInteractionToken = Effect.fnUntraced(function* (id: Snowflake) {
  const secrets = yield* Secrets
  return mintToken(id, yield* secrets.alphanumeric(RANDOM_LENGTH))
})
