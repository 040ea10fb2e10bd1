/** Interactions without an endpoint URL: kept until answered. Source: wire-interactions.md §3.1, §3.10, §10 B. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import { line, type TraceLine } from "@backlot/domain/interaction/InteractionDecision"
import type { Obstacle } from "@backlot/domain/interaction/InteractionState"
import type { Application } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { Context } from "effect"
import type { UserPlace } from "../access/UserPlace.ts"
import * as Collections from "../store/Collections.ts"
import * as Trace from "./Trace.ts"

/** The number of sessions of an application that would receive an event of this guild (null: of none). */
export interface Takers {
  /** Sessions with a connection. */
  readonly connected: number
  /** Sessions without a connection that may still resume. */
  readonly resumable: number
}

/** A server provides its gateway; without one there are no sessions. */
export const GatewaySessions = Context.Reference<(applicationId: Snowflake, guildId: Snowflake | null) => Takers>(
  "@backlot/usecases/GatewaySessions",
  {
    defaultValue: () => () => ({ connected: 0, resumable: 0 })
  }
)

export const INTERACTION_CREATE = "INTERACTION_CREATE"

/** The sessions that would receive an interaction, and their shard. */
export interface Way extends Takers {
  /** Null is shard 0; the guild's shard if the bot is in it. Our choice: docs/choices.md "Interactions". */
  readonly guild_id: Snowflake | null
}

export const wayTo = function* (application: Application, place: UserPlace) {
  const takersOf = yield* Body.use(GatewaySessions)
  const guild_id =
    place.kind === "guild" &&
    place.guildInstalls.some((i) => i.application_id === application.id && i.scopes.includes("bot"))
      ? place.guild.id
      : null
  return { guild_id, ...takersOf(application.id, guild_id) } satisfies Way
}

/** Why no session gets it at once; one that may resume is awaited. Our choice: docs/choices.md "Interactions". */
export const obstacleOf = ({ name }: Application, { connected, resumable }: Way): Obstacle | undefined => {
  if (connected > 0) return undefined
  const because = `the application ${name} has no interactions_endpoint_url and no gateway session is connected that would get it`
  return resumable > 0
    ? { what: "awaited", because: `${because}; a session that lost its connection gets it when its bot resumes` }
    : {
        what: "undeliverable",
        because: `${because}, so nothing was delivered; start its bot, or set the URL by PATCH /applications/@me or in the world`
      }
}

/** Keeps the payload for the sessions and gives trace lines, in the transaction that creates the interaction. */
export const hand = function* (record: InteractionRecord, payload: string, way: Way, nowMs: number) {
  const { id: interaction_id, application_id } = record
  yield* Collections.undelivered.put({ interaction_id, application_id, guild_id: way.guild_id, payload }, null)
  // A session of another server may have begun a moment ago, so the payload is always kept.
  const lines: ReadonlyArray<TraceLine> =
    way.connected + way.resumable > 0 ? [line(nowMs, "dispatching", dispatching(payload, way))] : []
  return lines
}

/** Deletes the payload of an interaction that was answered or ended. Inside a transaction. */
export const forget = (record: InteractionRecord) =>
  record.by_gateway === true && record.state !== "pending" ? Collections.undelivered.delete(record.id) : Body.void

const dispatching = (payload: string, { connected, resumable }: Way) => ({
  event: INTERACTION_CREATE,
  sessions: connected,
  ...(resumable === 0 ? {} : { resumable }),
  body: Trace.clip(payload)
})
