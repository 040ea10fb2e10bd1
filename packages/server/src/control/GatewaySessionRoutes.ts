/** The gateway sessions of all servers. Our choice: docs/choices.md "Control plane". */
import { shared as limits } from "@backlot/domain/base/KeptLimits"
import { gateway } from "@backlot/domain/base/Limits"
import { Servers } from "@backlot/ports/Servers"
import * as OtherServers from "@backlot/usecases/event/OtherServers"
import { Clock, Effect, Stream } from "effect"
import type { Connection } from "../gateway/Connection.ts"
import type { Session } from "../gateway/Session.ts"
import { GatewayRegistry, type SessionRegistry } from "../gateway/SessionRegistry.ts"

const TOPIC = "gateway_sessions"

type Shown = ReturnType<typeof shown> & { readonly server?: string }

/** Part of what one server has. */
interface Part {
  readonly connections: number
  readonly sessions: ReadonlyArray<Shown>
}

export const gatewaySessionRoutes = {
  list_gateway_sessions: Effect.fnUntraced(function* () {
    const own = ownPart(yield* GatewayRegistry, yield* Clock.Clock)
    const parts = [own, ...(yield* OtherServers.ask<Part>(TOPIC, null)).map(({ server, said }) => named(said, server))]
    const { isAlone, self } = yield* Servers
    return {
      now_ms: yield* Clock.currentTimeMillis,
      heartbeat_interval_ms: gateway.heartbeatMs,
      resume_ms: gateway.resumeMs,
      connections: parts.reduce((sum, { connections }) => sum + connections, 0),
      sessions: isAlone ? own.sessions : eachOnce([named(own, self), ...parts.slice(1)])
    }
  })
}

/** Lets other servers show the sessions of this one. */
export const answerSessions = Effect.gen(function* () {
  const registry = yield* GatewayRegistry
  const clock = yield* Clock.Clock
  yield* OtherServers.answer(TOPIC, () => Stream.suspend(() => Stream.fromIterable(inParts(ownPart(registry, clock)))))
})

const inParts = ({ connections, sessions }: Part): ReadonlyArray<Part> => [
  { connections, sessions: sessions.slice(0, limits.sessions) },
  ...Array.from({ length: Math.ceil(sessions.length / limits.sessions) - 1 }, (_, at) => ({
    connections: 0,
    sessions: sessions.slice((at + 1) * limits.sessions, (at + 2) * limits.sessions)
  }))
]

const ownPart = ({ now, sessions, connections }: SessionRegistry, clock: Clock.Clock) => {
  const [wall, elapsed] = [clock.currentTimeMillisUnsafe(), now()]
  /** The registry counts from some moment. */
  const timeOf = (ms: number) => Math.round(wall - (elapsed - ms))
  return { connections: connections.size, sessions: [...sessions.values()].map((session) => shown(session, timeOf)) }
}

const named = ({ connections, sessions }: Part, server: string): Part => ({
  connections,
  sessions: sessions.map((session) => ({ ...session, server }))
})

/** The oldest first. One that was resumed elsewhere is still held for a moment where it was. */
const eachOnce = (parts: ReadonlyArray<Part>): ReadonlyArray<Shown> => {
  const all = new Map<string, Shown>()
  for (const session of parts.flatMap(({ sessions }) => sessions)) {
    const known = all.get(session.session_id)
    if (known === undefined || known.began_ms < session.began_ms) all.set(session.session_id, session)
  }
  return [...all.values()].toSorted((one, other) => one.began_ms - other.began_ms)
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
