/** Revokes an authorization. Sources: wire-rest.md §5.1 (revoke); RFC 7009 §2. */

import { missing } from "@backlot/domain/oauth/OAuthFault"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { commit } from "../event/EventLog.ts"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as Retention from "../store/Retention.ts"
import * as AuthorizationCodes from "../token/AuthorizationCodes.ts"
import * as IssuedTokens from "../token/IssuedTokens.ts"
import { authenticate, type Client } from "./OAuthClient.ts"

interface RevocationRequest extends Client {
  /** An access token or a refresh token, without a hint which. */
  readonly token: string | undefined
}

/**
 * Ends the authorization of a token: all tokens that its user gave the application, and unused codes. A token of client
 * credentials ends alone. An unknown token, or another application's, is no error and stays.
 */
export const revoke = Effect.fn("OAuthRevocation.revoke")(function* (request: RevocationRequest) {
  const { sha256 } = yield* Secrets
  return yield* commit(function* () {
    const { application } = yield* authenticate(request)
    if (request.token === undefined) return yield* missing("token")
    const found = yield* Collections.credentials.get(Collection.text(sha256(request.token)))
    // A bot token belongs to no authorization.
    if (found === undefined || found.application_id !== application.id || found.kind === "bot") return NOTHING
    if (found.user_id === undefined) {
      yield* Retention.removeTokens(application.id, [found])
      return NOTHING
    }
    yield* AuthorizationCodes.forgetGiven(application.id, found.user_id)
    return { value: undefined, events: yield* IssuedTokens.endAuthorization(application.id, found.user_id) }
  })
})

const NOTHING = { value: undefined, events: [] }
