/**
 * Codes between the consent of a user and the tokens of an application: single use, ten minutes on the service clock,
 * stored by their hash. Inside a transaction. Source: wire-rest.md §5.3, §5.4; RFC 6749 §4.1.2, §10.5.
 */
import { oauth } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as ShortLived from "../store/ShortLived.ts"

type AuthorizationCode = Collections.AuthorizationCode

const CODES: ShortLived.ShortLived<AuthorizationCode> = {
  collection: Collections.authorizationCodes,
  key: ({ code_hash }) => [Collection.text(code_hash)]
}

/** Keeps a code that begins at `nowMs`. */
export const create = (code: Omit<AuthorizationCode, "expires_at" | "used">, nowMs: number) =>
  ShortLived.put(CODES, { ...code, expires_at: nowMs + oauth.codeMs }, nowMs)

/**
 * What became of a code. `fresh`: this was its one use. `used`: it was used before and has not ended, so somebody else
 * may have it too: whoever asks ends the tokens of its family. `gone`: it has ended, or never was.
 */
type Taken =
  | { readonly kind: "fresh"; readonly code: AuthorizationCode }
  | { readonly kind: "used"; readonly code: AuthorizationCode }
  | { readonly kind: "gone" }

/**
 * Uses a code up. A caller who fails afterwards takes that back with the transaction: so a code that another application
 * sends is still its owner's.
 */
export const take = Effect.fnUntraced(function* (
  codeHash: string,
  nowMs: number
): Effect.fn.Return<Taken, never, Transaction> {
  const code = yield* Collections.authorizationCodes.get(Collection.text(codeHash))
  if (code === undefined || code.expires_at <= nowMs) return { kind: "gone" }
  if (code.used) return { kind: "used", code }
  yield* Collections.authorizationCodes.put({ ...code, used: true }, code)
  return { kind: "fresh", code }
})

/** Takes away the codes of an application, or of a user, that is no more. */
export const forget = Effect.fnUntraced(function* (whose: "application" | "user", id: Snowflake) {
  yield* ShortLived.remove(CODES, yield* Collections.authorizationCodes.by(whose, Collection.id(id)))
})

/** Takes away the codes that a user has given an application and that wait to be used. */
export const forgetGiven = Effect.fnUntraced(function* (applicationId: Snowflake, userId: Snowflake) {
  const given = yield* Collections.authorizationCodes.by("user", Collection.id(userId))
  yield* ShortLived.remove(
    CODES,
    given.filter(({ application_id }) => application_id === applicationId)
  )
})
