/** The dispatches of a logged event: one table by type. Source: wire-interactions.md §3.6, §3.9. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import type { InteractionSummary } from "@backlot/domain/interaction/InteractionDecision"
import type { GuildCommandPermissions } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import type { ServiceClock } from "@backlot/ports/ServiceClock"
import type { Storage, StorageError } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { INTERACTION_CREATE } from "../interaction/GatewayDelivery.ts"
import * as Collections from "../store/Collections.ts"
import { inTransaction, readNow } from "../store/Transact.ts"
import { type ClientsOf, type Handlers, on, type TellVoice } from "./GatewayAudience.ts"
import { HANDLERS as ofAuditLogs } from "./GatewayAuditEvents.ts"
import { HANDLERS as ofAutoModeration } from "./GatewayAutoModerationEvents.ts"
import { HANDLERS as ofEmojis } from "./GatewayEmojiEvents.ts"
import { HANDLERS as ofGuilds } from "./GatewayGuildEvents.ts"
import { HANDLERS as ofInvites } from "./GatewayInviteEvents.ts"
import { HANDLERS as ofLobbies } from "./GatewayLobbyEvents.ts"
import { HANDLERS as ofMembers } from "./GatewayMemberEvents.ts"
import { HANDLERS as ofMessages } from "./GatewayMessageEvents.ts"
import { HANDLERS as ofPremium } from "./GatewayPremiumEvents.ts"
import { HANDLERS as ofScheduledEvents } from "./GatewayScheduledEvents.ts"
import { HANDLERS as ofSounds } from "./GatewaySoundEvents.ts"
import { HANDLERS as ofStickers } from "./GatewayStickerEvents.ts"
import { HANDLERS as ofVoice } from "./GatewayVoiceEvents.ts"

/**
 * The dispatches of one event, in sending order. `interested` says whether an application has a session here; others
 * get none. `hears` says whether any session here has one of these intents. An event without a receiver here costs no
 * read of the store. No span: the gateway calls it for every event of the log.
 */
export const dispatchesOf = (
  { type, data }: LoggedEvent,
  interested: (applicationId: Snowflake) => boolean,
  hears: (intents: number) => boolean = () => true,
  clientsOf: ClientsOf = () => NOBODY,
  tellVoice: TellVoice = NO_VOICE
): Effect.Effect<ReadonlyArray<Dispatch>, StorageError, Storage | ServiceClock> => {
  const say = HANDLERS.get(type)
  if (say === undefined || (say.intents !== undefined && !hears(say.intents))) return NOTHING
  if (say.clients === true && clientsOf(applicationOf(data)).size === 0) return NOTHING
  return Effect.flatMap(readNow, (now_ms) =>
    inTransaction(() => say(data, { interested, clientsOf, tellVoice, now_ms }))
  )
}

/** Events for clients contain the id of their application. */
const applicationOf = (data: unknown): Snowflake => (data as { readonly application_id: Snowflake }).application_id

const NO_VOICE: TellVoice = ({ session_id }) => ({ token: session_id, endpoint: null })

const NOBODY: ReadonlySet<Snowflake> = new Set()

/** The dispatches of an event without a receiver here. */
export const NOTHING = Effect.succeed<ReadonlyArray<Dispatch>>([])
const NONE = Body.succeed<ReadonlyArray<Dispatch>>([])

/** Events about a bot's own application, in every place: interactions and permissions of its commands. */
const ofApplications: Handlers = {
  /** §3.1: interactions of an application with an endpoint URL have no row, and neither have answered ones. */
  "interaction.created": on<InteractionSummary>(({ interaction_id, application_id }, { interested }) =>
    interested(application_id)
      ? Body.map(Collections.undelivered.get(interaction_id), (row) =>
          row === undefined
            ? []
            : [{ ...toOwn(application_id, row.guild_id, INTERACTION_CREATE, row.payload), interaction_id }]
        )
      : NONE
  ),
  "command_permissions.updated": on<GuildCommandPermissions>((d, { interested }) =>
    interested(d.application_id)
      ? Body.succeed([toOwn(d.application_id, d.guild_id, "APPLICATION_COMMAND_PERMISSIONS_UPDATE", d)])
      : NONE
  )
}

/** To all sessions of the application, whatever their intents. */
const toOwn = (application_id: Snowflake, guild_id: Snowflake | null, t: string, d: Dispatch["d"]): Dispatch => ({
  application_id,
  guild_id,
  t,
  intents: 0,
  d
})

const HANDLERS = new Map(
  Object.entries({
    ...ofApplications,
    ...ofGuilds,
    ...ofEmojis,
    ...ofInvites,
    ...ofLobbies,
    ...ofMembers,
    ...ofMessages,
    ...ofVoice,
    ...ofScheduledEvents,
    ...ofPremium,
    ...ofAuditLogs,
    ...ofStickers,
    ...ofAutoModeration,
    ...ofSounds
  })
)
