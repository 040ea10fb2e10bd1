/** Reports uses that were refused before an interaction existed. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Effect } from "effect"
import type { UseRefused } from "../command/CommandChoice.ts"
import { committed } from "../event/EventLog.ts"

/** The refused use: a user, with a command in a channel, a component of a message, or a modal. */
type Asking = { readonly user_id: Snowflake } & (
  | { readonly channel_id: Snowflake }
  | { readonly message_id: Snowflake; readonly custom_id: string }
  | { readonly interaction_id: Snowflake }
)

/** Logs the event of a refused use. A failure here changes nothing for the user. */
export const logRefused = Effect.fnUntraced(
  function* (asking: Asking, { reason, because, command, decisions }: UseRefused) {
    const data = {
      ...asking,
      command: command === undefined ? null : { id: command.id, name: command.name },
      reason,
      because,
      decisions: decisions ?? []
    }
    yield* committed(Effect.succeed({ value: undefined, events: [{ type: "interaction.refused", data }] }))
  },
  Effect.catch((error) => Effect.logWarning("A refused use could not be logged", error))
)
