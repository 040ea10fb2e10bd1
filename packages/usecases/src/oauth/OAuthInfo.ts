/** Information about a bearer token and its user. Sources: wire-rest.md §5.1; OpenID Connect Core §5.1, §5.3. */

import { partialApplication } from "@backlot/domain/application/ApplicationWire"
import { formatTime } from "@backlot/domain/base/IsoTime"
import { UnknownApplication, UnknownUser } from "@backlot/domain/error/ServiceError"
import { userObject } from "@backlot/domain/guild/UserWire"
import type { User } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { type BearerCaller, personOf } from "../access/Caller.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, transacting } from "../store/Transact.ts"

/**
 * The authorization behind a token that ends at `expiresAt` (milliseconds of the service clock, null never). The user
 * is shown with `identify`: for client credentials the application's owner.
 */
export const authorization = operation(
  "OAuthInfo.authorization",
  Effect.fnUntraced(function* (caller: BearerCaller, expiresAt: number | null) {
    const { publicKey } = yield* Secrets
    const { application, user } = yield* behind(caller)
    return {
      application: partialApplication(application, publicKey(application.private_key)),
      scopes: caller.scopes,
      expires: expiresAt === null ? NEVER : formatTime(expiresAt),
      ...(user !== undefined && caller.scopes.includes("identify") ? { user: userObject(user) } : {})
    }
  })
)

/** Claims of the user by the scopes beside `openid`; no pictures. Our choice: docs/choices.md "OAuth2". */
export const userinfo = operation(
  "OAuthInfo.userinfo",
  Effect.fnUntraced(function* (caller: BearerCaller) {
    const { user } = yield* behind(caller)
    if (user === undefined) return yield* new UnknownUser()
    const shows = (scope: string) => caller.scopes.includes(scope)
    return {
      sub: user.id,
      ...(shows("identify") ? profileOf(user) : {}),
      ...(shows("email") ? { email: user.email ?? null, email_verified: user.email !== undefined } : {})
    }
  })
)

/** Claims that `userinfo` may show. */
export const CLAIMS = ["sub", "preferred_username", "nickname", "locale", "email", "email_verified"] as const

const profileOf = ({ username, global_name, locale }: User) => ({
  preferred_username: username,
  nickname: global_name,
  locale
})

/** The wire also needs an `expires` for tokens that never end. Our choice: docs/choices.md "OAuth2". */
const NEVER = "9999-12-31T23:59:59.999Z"

const behind = transacting(function* (caller: BearerCaller) {
  const application = yield* existing(Collections.applications.get(caller.application_id), UnknownApplication)
  return { application, user: yield* Collections.users.get(personOf(caller, application)) }
})
