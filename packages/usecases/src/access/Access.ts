/**
 * The checks before a body is read, in the order of decision 24: authentication, the rate limit, then scope, ids in the
 * path, application match, guild access. One transaction loads all of it; the refusals wait in `entry` until the rate
 * limit has let the request pass. Sources: service.md "Authentication"; wire-rest.md §3.3.
 */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as ServiceError from "@backlot/domain/error/ServiceError"
import { bringsCommands } from "@backlot/domain/permission/IntegrationOwners"
import type { Application, RateLimitOverride } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Clock, Context, Effect, References, Result } from "effect"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptReads from "../store/KeptReads.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, readNow } from "../store/Transact.ts"
import { inOtherForm } from "./BotTokens.ts"
import { type Caller, refusalOfIds, requireScope } from "./Caller.ts"
import { allowanceOf } from "./RateLimits.ts"

/** Ids of a path, by parameter name, as sent. */
export interface PathIds {
  readonly application_id?: string | undefined
  readonly guild_id?: string | undefined
  readonly [name: string]: string | undefined
}

/** The application of the path, or why it is closed to the caller. */
type Entry = Result.Result<
  Application,
  | ServiceError.InvalidForm
  | ServiceError.UnknownApplication
  | ServiceError.NotThisApplication
  | ServiceError.UnknownGuild
  | ServiceError.MissingAccess
>

export interface Authenticated {
  readonly caller: Caller
  /** The rate limits of the caller's application. */
  readonly allowance: RateLimitOverride
  /** When the token ends, in milliseconds of the service clock; null never. */
  readonly expires_at: number | null
  /** Read by `enter`. A path without `application_id` opens no application. */
  readonly entry: Entry
}

/** The caller of an `Authorization` header (`Bot <token>` or `Bearer <token>`), and what a path of these ids opens. */
export const authenticate = operation("Access.authenticate", (authorization: string | undefined, ids: PathIds = {}) => {
  const asked = askedOf(authorization, ids)
  const { key, authorization: given, opened } = asked
  return Effect.flatMap(kept(key, read(given, opened)), (found) => unexpired(judged(found, asked)))
})

/** The same for the edge: an exit already for a caller who is kept. */
export const authenticator = (services: Context.Context<KeptReads.KeptReads | ServiceClock>) => {
  const find = finder(services, kept)
  return (authorization: string | undefined, ids: PathIds): ReturnType<typeof authenticate> => {
    const asked = askedOf(authorization, ids)
    const found = find(asked.key)
    return found === undefined ? authenticate(authorization, ids) : Effect.succeed(judged(found, asked))
  }
}

/** Finds at once what is kept of a caller whose token has not ended. Nothing in a trace, which shows every use case. */
export const finder = <A extends Authenticated>(
  services: Context.Context<KeptReads.KeptReads | ServiceClock>,
  { find }: KeptReads.Reader<A>
) => {
  const reads = Context.get(services, KeptReads.KeptReads)
  const { at } = Context.get(services, ServiceClock)
  const wall = Context.get(services, Clock.Clock)
  if (Context.get(services, References.TracerEnabled)) return () => undefined
  return (key: string): A | undefined => {
    const found = find(reads, key)
    return found !== undefined && (found.expires_at === null || at(wall) < found.expires_at) ? found : undefined
  }
}

/** Of a kept caller: its records are shared with others. */
const CALLER_CHARACTERS = 1_000

const kept = KeptReads.reader<Authenticated>("caller", () => CALLER_CHARACTERS)

interface Asked {
  readonly authorization: string
  /** The ids that the caller is read with. Without an application, or with an id that is none, there are none. */
  readonly opened: PathIds
  readonly key: string
  readonly refusal: ServiceError.InvalidForm | undefined
}

const askedOf = (authorization = "", ids: PathIds): Asked => {
  const refusal = ids.application_id === undefined ? undefined : refusalOfIds(ids)
  const opened = ids.application_id === undefined || refusal !== undefined ? NO_IDS : ids
  return { authorization, opened, key: `${authorization}\n${opened.application_id}\n${opened.guild_id}`, refusal }
}

const NO_IDS: PathIds = {}

const judged = (found: Authenticated, { refusal }: Asked): Authenticated =>
  refusal === undefined ? found : { ...found, entry: Result.fail(refusal) }

const unexpired = (found: Authenticated) => {
  const { expires_at } = found
  if (expires_at === null) return Effect.succeed(found)
  return Effect.flatMap(readNow, (now) =>
    expires_at <= now ? Effect.fail(new ServiceError.Unauthorized()) : Effect.succeed(found)
  )
}

const read = Effect.fnUntraced(function* (authorization: string, ids: PathIds) {
  const match = AUTHORIZATION.exec(authorization)
  const token = match?.[2]
  if (match === null || token === undefined) return yield* new ServiceError.Unauthorized()
  const kind = match[1] === "Bot" ? "bot" : "bearer"
  const { sha256 } = yield* Secrets
  return yield* inTransaction(function* () {
    const own = yield* Collections.credentials.get(Collection.text(sha256(token)))
    const credential = own ?? (yield* inOtherForm(token, sha256))
    // The look-up is by hash, so its duration reveals nothing about the token.
    if (credential === undefined || credential.kind !== kind) return yield* new ServiceError.Unauthorized()
    const allowance = yield* allowanceOf(credential.application_id)
    const caller = toCaller(credential)
    const entry: Entry = ids.application_id === undefined ? NO_ENTRY : yield* Body.result(open(caller, ids))
    return { caller, allowance, expires_at: credential.expires_at, entry } satisfies Authenticated
  })
})

/** The application of the path, for a caller who holds `scope`. */
export const enter = ({ caller, entry }: Authenticated, scope: string) =>
  Effect.andThen(requireScope(caller, scope), Effect.fromResult(entry))

/** Opens a route without ids, such as `/users/@me`. */
export const identify = operation("Access.identify", (caller: Caller) =>
  keptApplication(
    caller.application_id,
    inTransaction(() => applicationOf(caller, caller.application_id))
  )
)

const keptApplication = KeptReads.reader<Application>("application", () => CALLER_CHARACTERS)

const open = function* (caller: Caller, ids: PathIds) {
  const application = yield* applicationOf(caller, ids.application_id ?? caller.application_id)
  if (ids.guild_id !== undefined) yield* requireGuild(application, ids.guild_id)
  return application
}

const NO_ENTRY: Entry = Result.fail(new ServiceError.UnknownApplication())

const AUTHORIZATION = /^(Bot|Bearer) ([\x21-\x7e]{1,512})$/

const applicationOf = function* (caller: Caller, applicationId: Snowflake) {
  const application = yield* existing(Collections.applications.get(applicationId), ServiceError.UnknownApplication)
  if (caller.application_id !== applicationId) return yield* new ServiceError.NotThisApplication()
  return application
}

/** The guild and the installation, where the application brings commands (`bot` does). Inside a transaction. */
export const requireGuild = function* (application: Application, guildId: Snowflake) {
  // In one round trip.
  yield* Body.store.getMany([
    Collections.guilds.rowKey(guildId),
    Collections.guildInstalls.rowKey(guildId, application.id)
  ])
  const guild = yield* existing(Collections.guilds.get(guildId), ServiceError.UnknownGuild)
  const install = yield* Collections.guildInstalls.get(guildId, application.id)
  if (install !== undefined && bringsCommands(install)) return { guild, install }
  return yield* new ServiceError.MissingAccess({
    because: `${application.name} is not installed with commands in this guild`
  })
}

const toCaller = (credential: Collections.Credential): Caller => {
  const { application_id, user_id, scopes } = credential
  if (credential.kind === "bot") return { kind: "bot", application_id }
  return { kind: "bearer", application_id, scopes, ...(user_id === undefined ? {} : { user_id }) }
}
