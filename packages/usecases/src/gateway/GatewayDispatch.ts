/** The dispatches of a logged event: one table by type. Source: wire-interactions.md §3.6, §3.9. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import type { Storage, StorageError } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { inTransaction } from "../store/Transact.ts"
import { HANDLERS as ofApplications } from "./GatewayApplicationEvents.ts"
import type { ClientsOf, Handlers } from "./GatewayAudience.ts"
import { HANDLERS as ofChannels } from "./GatewayChannelEvents.ts"
import { HANDLERS as ofGuilds } from "./GatewayGuildEvents.ts"
import { HANDLERS as ofLobbies } from "./GatewayLobbyEvents.ts"
import { HANDLERS as ofMembers } from "./GatewayMemberEvents.ts"
import { HANDLERS as ofMessages } from "./GatewayMessageEvents.ts"

/**
 * The dispatches of one event, in sending order. `interested` says whether an application has a session here; others
 * get none. `hears` says whether any session here has one of these intents. An event without a receiver here costs no
 * read of the store. No span: the gateway calls it for every event of the log.
 */
export const dispatchesOf = (
  { type, at, data }: LoggedEvent,
  interested: (applicationId: Snowflake) => boolean,
  hears: (intents: number) => boolean = () => true,
  clientsOf: ClientsOf = () => NOBODY
): Effect.Effect<ReadonlyArray<Dispatch>, StorageError, Storage | ServiceClock> => {
  const say = HANDLERS.get(type)
  if (say === undefined || (say.intents !== undefined && !hears(say.intents))) return NOTHING
  if (say.clients === true && clientsOf(applicationOf(data)).size === 0) return NOTHING
  return Effect.gen(function* () {
    const now_ms = yield* (yield* ServiceClock).now
    return yield* inTransaction(say(data, { interested, clientsOf, now_ms, at }))
  })
}

/** Events for clients contain the id of their application. */
const applicationOf = (data: unknown): Snowflake => (data as { readonly application_id: Snowflake }).application_id

const NOBODY: ReadonlySet<Snowflake> = new Set()

const NOTHING = Effect.succeed<ReadonlyArray<Dispatch>>([])

const all: Handlers = { ...ofApplications, ...ofChannels, ...ofGuilds, ...ofLobbies, ...ofMembers, ...ofMessages }
const HANDLERS = new Map(Object.entries(all))
