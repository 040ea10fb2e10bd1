/** The events of one interaction, and the state they report. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { InteractionSummary } from "@backlot/domain/interaction/InteractionDecision"
import type { InteractionState } from "@backlot/domain/record/InteractionKind"
import type { LoggedEvent } from "@backlot/ports/EventBus"

/** An event of the interaction, or one that deletes it: a new world. */
export const isAbout =
  (interactionId: Snowflake) =>
  ({ type, data }: LoggedEvent): boolean =>
    type === "world.replaced" ||
    (typeof data === "object" && data !== null && "interaction_id" in data && data.interaction_id === interactionId)

/** The state after an event of an interaction; undefined when it is gone. */
export const stateAfter = ({ type, data }: LoggedEvent): InteractionState | undefined =>
  // Every other event with the id of an interaction has its summary (InteractionDecision).
  type === "world.replaced" ? undefined : (data as InteractionSummary).state
