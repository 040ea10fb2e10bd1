/**
 * Who may do what, before a body is looked at, in the order of decision 24: authentication; then, once the rate limit
 * let the request pass, scope, ids in the path, application match, guild access. Sources: service.md "Authentication"; wire-rest.md §3.3.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import {
  MissingAccess,
  NotThisApplication,
  Unauthorized,
  UnknownApplication,
  UnknownGuild
} from "@backlot/domain/error/ServiceError"
import { bringsCommands } from "@backlot/domain/permission/IntegrationOwners"
import type { Application, RateLimitOverride } from "@backlot/domain/record/World"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { type Caller, requireScope } from "./Caller.ts"
import { requireIds } from "./PathIds.ts"
import { allowanceOf } from "./RateLimits.ts"

/** Ids of a path, by parameter name, as sent. */
export interface PathIds {
  readonly application_id: string
  readonly guild_id?: string
  readonly command_id?: string
}

/** Who asks, and what their application may ask for. */
export interface Authenticated {
  readonly caller: Caller
  readonly allowance: RateLimitOverride
  /** When their token ends, in milliseconds of the service clock; null never. */
  readonly expires_at: number | null
}

/** The caller of an `Authorization` header: `Bot <token>` or `Bearer <token>`. */
export const authenticate = Effect.fnUntraced(function* (authorization: string | undefined) {
  const match = AUTHORIZATION.exec(authorization ?? "")
  const token = match?.[2]
  if (match === null || token === undefined) return yield* new Unauthorized()
  const kind = match[1] === "Bot" ? "bot" : "bearer"
  const secrets = yield* Secrets
  const hash = secrets.sha256(token)
  const now = yield* (yield* ServiceClock).now
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      const credential = yield* Collections.credentials.get(Collection.text(hash))
      // Found by its hash, of which the time that a look-up takes tells nothing.
      if (credential === undefined || credential.kind !== kind) return yield* new Unauthorized()
      const { expires_at } = credential
      if (expires_at !== null && expires_at <= now) return yield* new Unauthorized()
      const allowance = yield* allowanceOf(credential.application_id)
      return { caller: toCaller(credential), allowance, expires_at } satisfies Authenticated
    })
  )
})

/** Opens a route of one application, perhaps of one of its guilds, to a caller who holds `scope`. */
export const enter = Effect.fnUntraced(function* (caller: Caller, ids: PathIds, scope: string) {
  yield* requireScope(caller, scope)
  yield* requireIds(ids)
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      const application = yield* applicationOf(caller, ids.application_id)
      if (ids.guild_id !== undefined) yield* requireGuild(application, ids.guild_id)
      return application
    })
  )
})

/** Opens a route without ids, such as `/users/@me`. */
export const identify = Effect.fnUntraced(function* (caller: Caller) {
  const storage = yield* Storage
  return yield* storage.transaction(applicationOf(caller, caller.application_id))
})

const AUTHORIZATION = /^(Bot|Bearer) ([\x21-\x7e]{1,512})$/

const applicationOf = Effect.fnUntraced(function* (caller: Caller, applicationId: Snowflake) {
  const application = yield* Collections.applications.get(Collection.id(applicationId))
  if (application === undefined) return yield* new UnknownApplication()
  if (caller.application_id !== applicationId) return yield* new NotThisApplication()
  return application
})

/**
 * Inside a transaction: the guild holds the application with `applications.commands`, which is part of `bot`. Gives
 * both.
 */
export const requireGuild = Effect.fnUntraced(function* (application: Application, guildId: Snowflake) {
  const guild = yield* Collections.guilds.get(Collection.id(guildId))
  if (guild === undefined) return yield* new UnknownGuild()
  const install = yield* Collections.guildInstalls.get(Collection.id(guildId), Collection.id(application.id))
  return install !== undefined && bringsCommands(install) ? { guild, install } : yield* new MissingAccess()
})

const toCaller = (credential: Collections.Credential): Caller => {
  const { application_id, user_id, scopes } = credential
  if (credential.kind === "bot") return { kind: "bot", application_id }
  return { kind: "bearer", application_id, scopes, ...(user_id === undefined ? {} : { user_id }) }
}
