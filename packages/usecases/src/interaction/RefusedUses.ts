/** What a user asked for and was refused before an interaction was made, for whoever watches. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Effect } from "effect"
import type { UseRefused } from "../command/CommandChoice.ts"
import { EventLog } from "../event/EventLog.ts"

/** Who asked, and for what: a command in a channel, a component of a message, a modal. */
type Asking = { readonly user_id: Snowflake } & (
  | { readonly channel_id: Snowflake }
  | { readonly message_id: Snowflake; readonly custom_id: string }
  | { readonly interaction_id: Snowflake }
)

/** A refused use is told to whoever watches; that it could not be told changes nothing for the user. */
export const tellRefused = Effect.fnUntraced(
  function* (asking: Asking, { reason, because, command, decisions }: UseRefused) {
    const log = yield* EventLog
    const data = {
      ...asking,
      command: command === undefined ? null : { id: command.id, name: command.name },
      reason,
      because,
      decisions: decisions ?? []
    }
    yield* log.commit(Effect.succeed({ value: undefined, events: [{ type: "interaction.refused", data }] }))
  },
  Effect.catch((error) => Effect.logWarning("A refused use could not be told", error))
)
