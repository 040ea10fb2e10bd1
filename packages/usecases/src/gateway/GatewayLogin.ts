/** Identify and resume on the gateway. Sources: wire-interactions.md §3.4; wire-rest.md §5.5, §6.3. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Unauthorized, UnknownApplication } from "@backlot/domain/error/ServiceError"
import { isOfShard, type Shard } from "@backlot/domain/gateway/Dispatch"
import { type GuildWhole, guildCreateData } from "@backlot/domain/gateway/GatewayGuild"
import { hasIntent } from "@backlot/domain/gateway/GatewayIntent"
import { clientReadyData } from "@backlot/domain/gateway/GatewayLobby"
import { readyData } from "@backlot/domain/gateway/GatewayReady"
import { isOnline, presenceData } from "@backlot/domain/gateway/Presence"
import type { Application, Guild, Member, User } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { Effect } from "effect"
import { bringsBot } from "../access/Accounts.ts"
import { inOtherForm } from "../access/BotTokens.ts"
import * as EventLog from "../event/EventLog.ts"
import * as Collection from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { operation } from "../store/Operation.ts"
import { existing, inTransaction, transact } from "../store/Transact.ts"
import { memberUsers, viewerOf, wholeOf } from "./GatewayAudience.ts"
import { lobbiesOf } from "./GatewayLobbyEvents.ts"
import { UserPresences } from "./UserPresences.ts"

/** The owner of a token, and the token's hash: another hash later means that the token changed. */
export interface Login {
  readonly application: Application
  readonly token_hash: string
  /** The user of a client session; absent for a bot. */
  readonly user?: User
}

/** A user of an application that may have client sessions. */
export interface Client {
  readonly application: Application
  readonly user: User
  readonly scopes: ReadonlyArray<string>
}

/** The owner of a token without its prefix: a bot, or a user with `gateway.connect`. Fails with `Unauthorized`. */
export const authenticate = operation(
  "GatewayLogin.authenticate",
  Effect.fnUntraced(function* (token: string) {
    const { sha256 } = yield* Secrets
    return yield* transact(function* (now) {
      const own = yield* Collections.credentials.get(Collection.text(sha256(token)))
      const credential = own ?? (yield* inOtherForm(token, sha256))
      // A session lasts as long as the credential that is stored.
      const token_hash = credential?.token_hash ?? sha256(token)
      if (credential?.kind !== "bot") {
        const client = yield* existing(clientOf(token_hash, now), Unauthorized)
        return { application: client.application, token_hash, user: client.user } satisfies Login as Login
      }
      const application = yield* existing(Collections.applications.get(credential.application_id), Unauthorized)
      return { application, token_hash } satisfies Login as Login
    })
  })
)

/** Undefined when the token has no user, has ended, or lacks the scope. Inside a transaction. */
export const clientOf = function* (token_hash: string, now: number) {
  const credential = yield* Collections.credentials.get(Collection.text(token_hash))
  if (credential?.kind !== "bearer" || credential.user_id === undefined) return undefined
  const { scopes, expires_at } = credential
  if (!scopes.includes("gateway.connect") || (expires_at !== null && expires_at <= now)) return undefined
  const application = yield* Collections.applications.get(credential.application_id)
  const user = yield* Collections.users.get(credential.user_id)
  return application && user && ({ application, user, scopes } satisfies Client)
}

/** The hashes still known, also those of ended tokens. Our choice: docs/choices.md "Gateway". */
export const known = operation(
  "GatewayLogin.known",
  Effect.fnUntraced(function* (hashes: ReadonlyArray<string>) {
    const found = yield* inTransaction(() =>
      Collections.credentials.existing(hashes.map((hash) => [Collection.text(hash)]))
    )
    return new Set(found.map(({ token_hash }) => token_hash))
  })
)

interface ClientSnapshot {
  /** Position of the event log in this clientSnapshot. Dispatches of later events follow it. */
  readonly position: number
  /** The data of READY without session_id, resume_gateway_url and v, which the caller adds. */
  readonly ready: object
  readonly lobbies: ReadonlyArray<Snowflake>
}

/** A clientSnapshot in one transaction. Fails with `Unauthorized` when the token is no longer valid. */
export const clientSnapshot = operation(
  "GatewayLogin.clientSnapshot",
  Effect.fnUntraced(function* (token_hash: string) {
    return yield* transact(function* (now) {
      const client = yield* existing(clientOf(token_hash, now), Unauthorized)
      const { application, user, scopes } = client
      const lobbies = yield* lobbiesOf(user.id, application.id)
      return {
        position: yield* EventLog.position,
        ready: clientReadyData(application, user, { lobbies, email: scopes.includes("email") }),
        lobbies: lobbies.map(({ id }) => id)
      } satisfies ClientSnapshot
    })
  })
)

// The start of a bot's session: READY and a GUILD_CREATE per guild. Source: wire-interactions.md §3.4 to §3.6.

interface SnapshotInput {
  readonly application_id: Snowflake
  readonly intents: number
  readonly shard: Shard
  readonly large_threshold: number
}

interface Snapshot {
  /** Position of the event log in this snapshot. Dispatches of later events follow it. */
  readonly position: number
  readonly application: Application
  /** The data of READY without session_id, resume_gateway_url, shard and v, which the caller adds. */
  readonly ready: object
  /** The data of GUILD_CREATE for each guild of READY, in the same order; empty without the GUILDS intent. */
  readonly guilds: ReadonlyArray<{ readonly id: Snowflake; readonly d: object }>
}

/** A snapshot in one transaction. Fails with `UnknownApplication`. */
export const botSnapshot = operation(
  "GatewayLogin.botSnapshot",
  Effect.fnUntraced(function* (input: SnapshotInput) {
    return yield* transact(function* (now) {
      const application = yield* existing(Collections.applications.get(input.application_id), UnknownApplication)
      const here = yield* guildsOf(application, input.shard)
      const ids = here.map(({ id }) => id)
      const shown = hasIntent(input.intents, "GUILDS") ? here : []
      return {
        position: yield* EventLog.position,
        application,
        ready: readyData(application, ids),
        guilds: yield* Body.forEach(shown, (guild) =>
          Body.map(describe(guild, input, now), (d) => ({ id: guild.id, d }))
        )
      } satisfies Snapshot
    })
  })
)

/** The guilds of the shard that the bot is in, by ascending id. */
const guildsOf = function* ({ id, bot }: Application, shard: Shard) {
  const isHere = ([guild = ""]: ReadonlyArray<string>) => isOfShard(guild, shard)
  // Others are not read: a bot with many shards has many times the guilds of one.
  const installs = (yield* Collections.guildInstalls.byWhere("application", [id], isHere)).filter(bringsBot)
  const guilds = yield* Collections.guilds.getMany(installs.map((i) => [i.guild_id]))
  const members = yield* Collections.members.getMany(installs.map((i) => [i.guild_id, bot.id]))
  return guilds.filter((guild, i): guild is Guild => guild !== undefined && members[i] !== undefined)
}

const describe = function* (guild: Guild, input: SnapshotInput, now: number) {
  const whole = yield* wholeOf(guild)
  const viewer = viewerOf(whole, input.application_id)
  // `guildsOf` found the member in the same transaction.
  if (viewer === undefined) throw new Error(`the bot is no member of ${guild.id}`)
  const large = whole.members.length > input.large_threshold
  // The platform sends online members to sessions with GUILD_PRESENCES. Our choice: docs/choices.md "Gateway".
  const presences = hasIntent(input.intents, "GUILD_PRESENCES") ? yield* presencesOf(whole) : []
  const voice_states = hasIntent(input.intents, "GUILD_VOICE_STATES") ? whole.voice_states : []
  // The platform sends those who are connected to voice too.
  const present = new Set([...presences.map(({ user }) => user.id), ...voice_states.map(({ user_id }) => user_id)])
  const everyone = hasIntent(input.intents, "GUILD_MEMBERS") && !large
  const isShown = ({ user_id }: Member) => everyone || present.has(user_id) || user_id === viewer.member.user_id
  const shown = whole.members.filter(isShown)
  const users = yield* memberUsers(shown, whole.bots)
  const view = { members: shown, users, presences, voice_states, large, joined: false, now_ms: now }
  return guildCreateData(whole, viewer, view)
}

/** Of the members who are not offline. */
const presencesOf = function* ({ guild, members }: GuildWhole) {
  const presences = yield* Body.use(UserPresences)
  return members.flatMap(({ user_id }) => {
    const presence = presences.of(user_id)
    return isOnline(presence) ? [presenceData(user_id, guild.id, presence)] : []
  })
}
