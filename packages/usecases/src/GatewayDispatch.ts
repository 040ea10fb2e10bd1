/** What an event of the log says to the sessions of bots: one table of the types. Source: wire-interactions.md §3.6, §3.9. */
import type { Dispatch } from "@backlot/domain/Dispatch"
import type { Snowflake } from "@backlot/domain/Snowflake"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage, type StorageError } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { HANDLERS as ofApplications } from "./GatewayApplicationEvents.ts"
import type { Handlers } from "./GatewayAudience.ts"
import { HANDLERS as ofChannels } from "./GatewayChannelEvents.ts"
import { HANDLERS as ofGuilds } from "./GatewayGuildEvents.ts"
import { HANDLERS as ofMembers } from "./GatewayMemberEvents.ts"
import { HANDLERS as ofMessages } from "./GatewayMessageEvents.ts"

/**
 * The dispatches of one event, in the order in which they are sent. `interested` says whether an application has any
 * session here; of others nothing is said. `hears` says whether any session here has one of these intents. An event
 * that bots are not told of costs no look at the store.
 */
export const dispatchesOf = (
  { type, at, data }: LoggedEvent,
  interested: (applicationId: Snowflake) => boolean,
  hears: (intents: number) => boolean = () => true
): Effect.Effect<ReadonlyArray<Dispatch>, StorageError, Storage | ServiceClock> => {
  const say = HANDLERS.get(type)
  if (say === undefined || (say.intents !== undefined && !hears(say.intents))) return NOTHING
  return Effect.gen(function* () {
    const now_ms = yield* (yield* ServiceClock).now
    const storage = yield* Storage
    return yield* storage.transaction(say(data, { interested, now_ms, at }))
  })
}

const NOTHING = Effect.succeed<ReadonlyArray<Dispatch>>([])

const all: Handlers = { ...ofApplications, ...ofChannels, ...ofGuilds, ...ofMembers, ...ofMessages }
const HANDLERS = new Map(Object.entries(all))
