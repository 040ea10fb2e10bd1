/** Starts a session of a bot or of a user's client. Source: wire-interactions.md §3.4. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { Identify } from "@backlot/domain/gateway/GatewayCommand"
import { CLOSE, type CloseReason } from "@backlot/protocol/gateway/Gateway"
import { Data, Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { payload } from "./Frame.ts"
import type { Parts } from "./SendDispatch.ts"
import type { Session } from "./Session.ts"

/** The failure of a login: the connection closes with `reason`. */
export class Closed extends Data.TaggedError("Closed")<{ readonly reason: CloseReason; readonly because: string }> {}

/** The state that a session starts with. */
export interface Snapshot {
  /** Position of the event log that it includes: dispatches of later events follow it. */
  readonly position: number
  /** READY's data, without the fields of the connection. */
  readonly ready: object
  /** GUILD_CREATE's data for each guild. */
  readonly guilds: ReadonlyArray<{ readonly id: Snowflake; readonly d: object }>
  readonly lobbies: ReadonlyArray<Snowflake>
  /** For the log line. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** Sends READY, the guilds, and then everything that happened since the snapshot. */
export const start = <E, R>(
  parts: Parts,
  connection: Connection,
  session: Session,
  asked: Identify,
  snapshot: Effect.Effect<Snapshot, E, R>
) =>
  Effect.suspend(() => {
    const { registry } = parts
    // Add the session before the snapshot is read, so that no event is lost in between.
    registry.add(session)
    registry.attach(session, connection)
    return Effect.flatMap(snapshot, (taken) => open(parts, connection, session, asked, taken)).pipe(
      Effect.onError(() => Effect.sync(() => registry.forget(session)))
    )
  })

const open = Effect.fnUntraced(function* (
  { registry, sendTo }: Parts,
  connection: Connection,
  session: Session,
  { compress }: Identify,
  { position, ready, guilds, lobbies, facts }: Snapshot
) {
  if (session.isFlooded) {
    const because = "Too much happened while the session began."
    return yield* new Closed({ reason: CLOSE.UNKNOWN_ERROR, because })
  }
  // The client never learned of this session.
  if (connection.isClosed) return registry.forget(session)
  if (compress) connection.compressPayloads()
  const { application_id, user_id, shard } = session
  const data = { v: connection.version, ...ready, session_id: session.id, resume_gateway_url: connection.url }
  sendTo(session, payload("READY", JSON.stringify(user_id === undefined ? { ...data, shard } : data)))
  for (const { d } of guilds) sendTo(session, payload("GUILD_CREATE", JSON.stringify(d)))
  // Report the start before the waiting events run: one of them may end the session.
  registry.began(session, false)
  session.open(
    position,
    guilds.map(({ id }) => id),
    lobbies
  )
  registry.presenceChanged(session)
  yield* Effect.logInfo(user_id === undefined ? "A gateway session began" : "A client session began").pipe(
    Effect.annotateLogs({ application_id, session_id: session.id, ...facts })
  )
})
