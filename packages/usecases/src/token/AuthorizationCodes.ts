/** Authorization codes: single use, stored by hash. Source: wire-rest.md §5.3, §5.4; RFC 6749 §4.1.2, §10.5. */
import { oauth } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type * as Body from "@backlot/ports/Body"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as Retention from "../store/Retention.ts"

type AuthorizationCode = Collections.AuthorizationCode

/** Stores a code that is valid from `nowMs`. */
export const create = (code: Omit<AuthorizationCode, "expires_at" | "used">, nowMs: number) =>
  Retention.putShortLived(Collections.authorizationCodes, { ...code, expires_at: nowMs + oauth.codeMs }, nowMs)

/**
 * The state of a code. `fresh`: this was its one use. `used`: it was used before and has not expired, so someone else
 * may have it: the caller ends the tokens of its family. `gone`: expired or unknown.
 */
type Taken =
  | { readonly kind: "fresh"; readonly code: AuthorizationCode }
  | { readonly kind: "used"; readonly code: AuthorizationCode }
  | { readonly kind: "gone" }

/** Uses a code up. A failure of the caller undoes it, so a code that another application sends stays valid. */
export const take = function* (codeHash: string, nowMs: number): Body.Body<Taken> {
  const code = yield* Collections.authorizationCodes.get(Collection.text(codeHash))
  if (code === undefined || code.expires_at <= nowMs) return { kind: "gone" }
  if (code.used) return { kind: "used", code }
  yield* Collections.authorizationCodes.put({ ...code, used: true }, code)
  return { kind: "fresh", code }
}

/** Deletes the codes of a deleted application or user. */
export const forget = function* (whose: "application" | "user", id: Snowflake) {
  yield* Retention.removeShortLived(Collections.authorizationCodes, yield* Collections.authorizationCodes.by(whose, id))
}

/** Deletes the unused codes that a user has given an application. */
export const forgetGiven = function* (applicationId: Snowflake, userId: Snowflake) {
  const given = yield* Collections.authorizationCodes.by("user", userId)
  yield* Retention.removeShortLived(
    Collections.authorizationCodes,
    given.filter(({ application_id }) => application_id === applicationId)
  )
}
