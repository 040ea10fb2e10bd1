/**
 * The shown pages of consent. A nonce on each proves that an answer comes from that page, in that browser, about that
 * request, once, within `Limits.oauth.consentMs` of the service clock. It prevents other pages from consenting in a
 * user's name. Nonces are stored as hashes (decision 44). Our choice: docs/choices.md "OAuth2".
 */

import { oauth } from "@backlot/domain/base/Limits"
import { Secrets } from "@backlot/ports/Secrets"
import { Data, Effect } from "effect"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { transact } from "../store/Transact.ts"

/** The query of a page of consent, and its browser. */
interface Shown {
  /** The sign-in cookie of its browser. */
  readonly cookie: string
  /** The query of the page, as it came. */
  readonly query: string
}

export interface Answered extends Shown {
  readonly nonce: string | undefined
}

/** `unknown`: never issued, answered already, or too old to be stored. */
export type ForgedReason = "missing" | "unknown" | "other sign-in" | "other request" | "expired"

/** An answer that does not come from the page that it claims. It has no effect. */
export class ConsentForged extends Data.TaggedError("ConsentForged")<{ readonly reason: ForgedReason }> {}

/** The nonce for a new page. */
export const offer = operation(
  "Consents.offer",
  Effect.fnUntraced(function* ({ cookie, query }: Shown) {
    const { alphanumeric, sha256 } = yield* Secrets
    const nonce = yield* alphanumeric(oauth.tokenLength)
    const hashes = { nonce_hash: sha256(nonce), cookie_hash: sha256(cookie), query_hash: sha256(query) }
    yield* transact(function* (now) {
      yield* Retention.putShortLived(Collections.consents, { ...hashes, expires_at: now + oauth.consentMs }, now)
    })
    return nonce
  })
)

/** Accepts an answer once. A forged answer leaves the page's own answer possible. */
export const redeem = operation(
  "Consents.redeem",
  Effect.fnUntraced(function* ({ nonce, cookie, query }: Answered) {
    if (nonce === undefined || nonce === "") return yield* new ConsentForged({ reason: "missing" })
    const { sha256 } = yield* Secrets
    yield* transact(function* (now) {
      const consent = yield* Collections.consents.get(Collection.text(sha256(nonce)))
      if (consent === undefined) return yield* new ConsentForged({ reason: "unknown" })
      if (consent.cookie_hash !== sha256(cookie)) return yield* new ConsentForged({ reason: "other sign-in" })
      if (consent.query_hash !== sha256(query)) return yield* new ConsentForged({ reason: "other request" })
      if (consent.expires_at <= now) return yield* new ConsentForged({ reason: "expired" })
      yield* Retention.removeShortLived(Collections.consents, [consent])
    })
  })
)
