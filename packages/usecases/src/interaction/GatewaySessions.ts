/** What use cases need to know of the gateway in their process. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { Context } from "effect"

/** The number of sessions of an application that would receive an event of this guild (null: of none). */
export interface Takers {
  /** Sessions with a connection. */
  readonly connected: number
  /** Sessions without a connection that may still resume. */
  readonly resumable: number
}

/** A server provides its gateway; without one there are no sessions. */
export const GatewaySessions = Context.Reference<(applicationId: Snowflake, guildId: Snowflake | null) => Takers>(
  "./GatewaySessions.ts",
  {
    defaultValue: () => () => ({ connected: 0, resumable: 0 })
  }
)
