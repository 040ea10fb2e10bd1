/** Makes webhook events of logged events: rows of the same transaction, so none is lost. Source: wire-rest.md §6.3. */

import { canonicalJson } from "@backlot/domain/base/CanonicalJson"
import { webhookEvent as limits } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { eventBody, type WebhookEventType, webhookTarget } from "@backlot/domain/event/WebhookEvent"
import { guildDetails, rolesDetails } from "@backlot/domain/guild/GuildObject"
import { unknownUser, userObject } from "@backlot/domain/guild/UserWire"
import type { LobbyMessageEvent } from "@backlot/domain/lobby/LobbyMessage"
import * as Body from "@backlot/ports/Body"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { botsOf } from "../access/Accounts.ts"
import * as Collections from "../store/Collections.ts"
import { expressionsOf } from "../store/Expressions.ts"

/** The logged event when too many events of an application wait. */
interface Dropped {
  readonly type: "webhook_event.dropped"
  readonly data: object
}

/** Whether an event of this type can become a webhook event. */
export const isWebhookSource = (type: string): boolean => SOURCES.has(type)

/**
 * Stores a row for each event that an application subscribed to. Gives the events to log for those that were dropped.
 */
export const keep = (happened: ReadonlyArray<LoggedEvent>): Body.Body<ReadonlyArray<Dropped>> =>
  happened.some(({ type }) => isWebhookSource(type))
    ? Body.map(Body.forEach(happened, keepOne), (all) => all.flat())
    : NONE

const NONE = Body.succeed<ReadonlyArray<Dropped>>([])

const keepOne = ({ seq, type: logged, at, data }: LoggedEvent): Body.Body<ReadonlyArray<Dropped>> => {
  const source = SOURCES.get(logged)
  if (source === undefined) return NONE
  return Body.gen(function* () {
    const { type } = source
    // Events of these types contain the id of their application.
    const { application_id } = data as OfApplication
    const application = yield* Collections.applications.get(application_id)
    if (application?.event_webhooks_types === undefined) return []
    const override = yield* overrideIn(data)
    const url = webhookTarget(application, type, override)
    if (url === undefined) return []
    if ((yield* Collections.webhookEvents.count("application", application_id)) >= limits.perApplication) {
      const because = `more than ${limits.perApplication} events of the application wait already`
      return [{ type: "webhook_event.dropped" as const, data: { application_id, type, url, because } }]
    }
    const body = canonicalJson(eventBody(application_id, type, at, yield* source.describe(data)))
    const row = { seq, application_id, type, body, happened_ms: at, attempts: 0, due_ms: null }
    yield* Collections.webhookEvents.put(override === undefined ? row : { ...row, override_url: override }, null)
    return []
  })
}

interface OfApplication {
  readonly application_id: Snowflake
}

interface OfLobby extends OfApplication {
  readonly lobby_id: Snowflake
}

type OfMessage = LobbyMessageEvent["data"]

interface Revoked extends OfApplication {
  readonly user_id: Snowflake
}

/** Has the context and the guild of an installation, if there was one. */
interface Granted extends Revoked {
  readonly scopes: ReadonlyArray<string>
  readonly integration_type?: number
  readonly guild_id?: Snowflake
}

interface Source {
  readonly type: WebhookEventType
  readonly describe: (data: unknown) => Body.Body<object>
}

const of = <D>(type: WebhookEventType, describe: (data: D) => Body.Body<object>): Source => ({
  type,
  // Events of one type are written in one place each, with data of this shape.
  describe: (data) => describe(data as D)
})

const userOf = ({ user_id }: Revoked) =>
  Body.map(Collections.users.get(user_id), (user) => (user === undefined ? unknownUser(user_id) : userObject(user)))

const guildOf = function* (guildId: Snowflake) {
  const guild = yield* Collections.guilds.get(guildId)
  if (guild === undefined) return {}
  const roles = yield* Collections.roles.list([guildId])
  const expressions = yield* expressionsOf(guildId)
  return { guild: { ...guildDetails(guild, expressions), roles: rolesDetails(roles, yield* botsOf(guildId)) } }
}

const authorized = function* (data: Granted) {
  const { scopes, integration_type, guild_id } = data
  return {
    ...(integration_type === undefined ? {} : { integration_type }),
    user: yield* userOf(data),
    scopes,
    ...(guild_id === undefined ? {} : yield* guildOf(guild_id))
  }
}

/** By type of the event in the log. */
const SOURCES: ReadonlyMap<string, Source> = new Map(
  Object.entries({
    "authorization.granted": of<Granted>("APPLICATION_AUTHORIZED", authorized),
    "authorization.revoked": of<Revoked>("APPLICATION_DEAUTHORIZED", (data) =>
      Body.map(userOf(data), (user) => ({ user }))
    ),
    "lobby_message.created": of<OfMessage>("LOBBY_MESSAGE_CREATE", ({ message }) => Body.succeed(message)),
    "lobby_message.updated": of<OfMessage>("LOBBY_MESSAGE_UPDATE", ({ message }) => Body.succeed(message)),
    "lobby_message.deleted": of<OfMessage>("LOBBY_MESSAGE_DELETE", ({ message, lobby_id }) =>
      Body.succeed({ id: message.id, lobby_id })
    )
  })
)

/** The lobby's own URL, for an event in a lobby that has one. */
const overrideIn = (data: unknown): Body.Body<string | undefined> => {
  // Events of a lobby name it in this field.
  const { lobby_id } = data as Partial<OfLobby>
  if (lobby_id === undefined) return Body.succeed(undefined)
  return Body.map(Collections.lobbies.get(lobby_id), (lobby) => lobby?.override_event_webhooks_url)
}
