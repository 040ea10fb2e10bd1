/** What the use cases ask of the gateway of their own process. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Context } from "effect"

/** How many sessions of an application would get an event of this guild (null: of none) at this moment. */
export interface Takers {
  /** Sessions with a connection. */
  readonly connected: number
  /** Those whose client may still resume. */
  readonly resumable: number
}

/** A server puts its gateway in this place; without one nobody is connected. */
export const GatewaySessions = Context.Reference<(applicationId: Snowflake, guildId: Snowflake | null) => Takers>(
  "./GatewaySessions.ts",
  {
    defaultValue: () => () => ({ connected: 0, resumable: 0 })
  }
)
