/** The gateway sessions of this process. Our choice: docs/choices.md "Control plane". */
import { gateway } from "@backlot/domain/base/Limits"
import { Clock, Effect } from "effect"
import type { Connection } from "../gateway/Connection.ts"
import type { Session } from "../gateway/Session.ts"
import { GatewayRegistry } from "../gateway/SessionRegistry.ts"

export const gatewaySessionRoutes = {
  list_gateway_sessions: Effect.fnUntraced(function* () {
    const { now, sessions, connections } = yield* GatewayRegistry
    const now_ms = yield* Clock.currentTimeMillis
    const elapsed = now()
    /** The registry counts from some moment. */
    const timeOf = (ms: number) => Math.round(now_ms - (elapsed - ms))
    return {
      now_ms,
      heartbeat_interval_ms: gateway.heartbeatMs,
      resume_ms: gateway.resumeMs,
      connections: connections.size,
      sessions: [...sessions.values()].map((session) => shown(session, timeOf))
    }
  })
}

const shown = (session: Session, timeOf: (ms: number) => number) => {
  const { application_id, id, user_id, shard, intents, gets_content, connection, isOpening, seq, kept } = session
  return {
    application_id,
    session_id: id,
    ...(user_id === undefined ? { shard } : { user_id }),
    intents,
    gets_content,
    connected: connection !== undefined,
    opening: isOpening,
    seq,
    resume_buffer: { ...kept, max_count: gateway.replay, max_bytes: gateway.replayBytes },
    began_ms: timeOf(session.beganAt),
    left_ms: connection === undefined ? timeOf(session.leftAt) : null,
    ...(connection === undefined ? {} : { connection: connectionOf(connection, timeOf) })
  }
}

const connectionOf = (
  { version, compression, backlog, heardSeq, lastBeat }: Connection,
  timeOf: (ms: number) => number
) => ({
  version,
  encoding: "json",
  compression,
  backlog_bytes: backlog,
  heartbeat_ms: heardSeq === undefined ? null : timeOf(lastBeat),
  heartbeat_seq: heardSeq ?? null
})
