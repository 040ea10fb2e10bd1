/** Which events tell of one interaction. */
import type { Snowflake } from "@backlot/domain/Snowflake"
import type { LoggedEvent } from "@backlot/ports/EventBus"

/** An event of the interaction itself, or one after which it is gone: a new world took its place. */
export const isAbout =
  (interactionId: Snowflake) =>
  ({ type, data }: LoggedEvent): boolean =>
    type === "world.replaced" ||
    (typeof data === "object" && data !== null && "interaction_id" in data && data.interaction_id === interactionId)
