/** Events about a bot's own application, in every place: interactions and permissions of its commands. */
import type { Dispatch } from "@backlot/domain/gateway/Dispatch"
import type { InteractionSummary } from "@backlot/domain/interaction/InteractionDecision"
import type { GuildCommandPermissions } from "@backlot/domain/record/World"
import { Effect } from "effect"
import { INTERACTION_CREATE } from "../interaction/GatewayDelivery.ts"
import * as Collections from "../store/Collections.ts"
import { type Handlers, on } from "./GatewayAudience.ts"

const NOTHING = Effect.succeed<ReadonlyArray<Dispatch>>([])

export const HANDLERS: Handlers = {
  /** §3.1: interactions of an application with an endpoint URL have no row, and neither have answered ones. */
  "interaction.created": on<InteractionSummary>(({ interaction_id, application_id }, { interested }) =>
    interested(application_id)
      ? Effect.map(Collections.undelivered.get(interaction_id), (row) =>
          row === undefined
            ? []
            : [
                {
                  application_id,
                  guild_id: row.guild_id,
                  t: INTERACTION_CREATE,
                  intents: 0,
                  d: row.payload,
                  interaction_id
                }
              ]
        )
      : NOTHING
  ),
  "command_permissions.updated": on<GuildCommandPermissions>((d, { interested }) =>
    interested(d.application_id)
      ? Effect.succeed([
          {
            application_id: d.application_id,
            guild_id: d.guild_id,
            t: "APPLICATION_COMMAND_PERMISSIONS_UPDATE",
            intents: 0,
            d
          }
        ])
      : NOTHING
  )
}
