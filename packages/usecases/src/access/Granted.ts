/** What a user has granted to an application by a token. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { InvalidToken, MissingScope } from "@backlot/domain/error/ServiceError"
import { includes, type Scope } from "@backlot/domain/record/Scope"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { text } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { clockTime } from "../store/Transact.ts"

/** Fails unless the token is of the user for this application, has not ended, and has the scope. */
export const requireGranted = function* (application: Pick<Application, "id">, userId: Snowflake, grant: Grant) {
  if ((yield* grantedUser(application, grant)) !== userId) return yield* new InvalidToken({ because: OTHER })
}

interface Grant {
  readonly token: string
  readonly scope: Scope
}

const OTHER = "the access token is of another application or of another user"

/** The user of the token, which must be for this application, have the scope, and not have ended. */
export const grantedUser = function* (application: Pick<Application, "id">, { token, scope }: Grant) {
  const { sha256 } = yield* Body.use(Secrets)
  const found = yield* Collections.credentials.get(text(sha256(token)))
  if (found?.kind !== "bearer" || (found.expires_at !== null && found.expires_at <= (yield* clockTime))) {
    return yield* new InvalidToken({ because: "nobody has such an access token" })
  }
  if (found.application_id !== application.id || found.user_id == null) {
    return yield* new InvalidToken({ because: OTHER })
  }
  if (!includes(found.scopes, scope)) return yield* new MissingScope({ scope })
  return found.user_id
}
