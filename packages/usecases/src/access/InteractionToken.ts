/** Interaction tokens: random, and found by the id that they contain. Source: wire-interactions.md §1.8. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { mintToken, namedByToken } from "@backlot/domain/interaction/InteractionPayload"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"

const RANDOM_LENGTH = 128

export const mintInteractionToken = Effect.fnUntraced(function* (id: Snowflake) {
  const secrets = yield* Secrets
  return mintToken(id, yield* secrets.alphanumeric(RANDOM_LENGTH))
})

/** The interaction with this token, compared in constant time. Inside a transaction. */
export const findByToken = function* (token: string) {
  const id = namedByToken(token)
  const record = id === undefined ? undefined : yield* Collections.interactions.get(id)
  const { equal } = yield* Body.use(Secrets)
  return record !== undefined && equal(record.token, token) ? record : undefined
}
