/**
 * The signed-in user of a browser. On the pages of authorization a person chooses one of the world's users, and a
 * cookie remembers it for `Limits.oauth.signInMs` of the service clock. The platform asks for a password instead.
 * Cookies are stored as hashes (decision 44). Our choice: docs/choices.md "OAuth2".
 */

import { oauth } from "@backlot/domain/base/Limits"
import { isSnowflake } from "@backlot/domain/base/Snowflake"
import { UnknownUser } from "@backlot/domain/error/ServiceError"
import type { User } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import * as Retention from "../store/Retention.ts"
import { existing, inTransaction, transact } from "../store/Transact.ts"

/** The form of a cookie; anything else is ignored. */
const COOKIE = /^[A-Za-z0-9]{30}$/

/** The users to choose from: the first `limit` by id, and whether there are more, which can be named. */
export const choices = operation(
  "SignIns.choices",
  Effect.fnUntraced(function* (limit: number) {
    const users = yield* inTransaction(() => Collections.users.list([], limit + 1))
    return { users: users.slice(0, limit), more: users.length > limit }
  })
)

/** The cookie for a browser where `named`, an id or a name of a user, signs in; the sign-in before it ends. */
export const begin = operation(
  "SignIns.begin",
  Effect.fnUntraced(function* (named: string, before: string | undefined) {
    const { alphanumeric, sha256 } = yield* Secrets
    const cookie = yield* alphanumeric(oauth.tokenLength)
    return yield* transact(function* (now) {
      const user = yield* existing(userNamed(named), UnknownUser)
      yield* forget(before, sha256)
      const signIn = { cookie_hash: sha256(cookie), user_id: user.id, expires_at: now + oauth.signInMs }
      yield* Retention.putShortLived(Collections.signIns, signIn, now)
      return cookie
    })
  })
)

/** The user of a cookie; undefined when it is unknown or has ended. */
export const find = operation(
  "SignIns.find",
  Effect.fnUntraced(function* (cookie: string | undefined) {
    if (cookie === undefined || !COOKIE.test(cookie)) return undefined
    const { sha256 } = yield* Secrets
    return yield* transact(function* (now) {
      const signIn = yield* Collections.signIns.get(Collection.text(sha256(cookie)))
      if (signIn === undefined || signIn.expires_at <= now) return undefined
      return yield* Collections.users.get(signIn.user_id)
    })
  })
)

/** Signs out. No error when nobody was signed in. */
export const end = operation(
  "SignIns.end",
  Effect.fnUntraced(function* (cookie: string | undefined) {
    const { sha256 } = yield* Secrets
    yield* inTransaction(() => forget(cookie, sha256))
  })
)

const forget = function* (cookie: string | undefined, sha256: (text: string) => string) {
  if (cookie === undefined) return
  const signIn = yield* Collections.signIns.get(Collection.text(sha256(cookie)))
  if (signIn !== undefined) yield* Retention.removeShortLived(Collections.signIns, [signIn])
}

/** An id takes precedence over a name of the same digits. */
const userNamed = function* (named: string) {
  const byId = isSnowflake(named) ? yield* Collections.users.get(named) : undefined
  if (byId !== undefined) return byId
  let users: ReadonlyArray<User> = []
  do {
    const last = users.at(-1)
    users = yield* Collections.users.list([], BATCH, last === undefined ? undefined : [last.id])
    const found = users.find(({ username }) => username === named)
    if (found !== undefined) return found
  } while (users.length === BATCH)
  return undefined
}

/** Users held in memory at once. */
const BATCH = 256
