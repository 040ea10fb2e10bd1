/**
 * The sessions of the other servers, as the log tells of them, and what becomes of those whose server has ended. Nothing to
 * do where this server is alone. Source: docs/choices.md "Several servers".
 */
import { elapsedOf } from "@backlot/domain/base/Elapsed"
import { gateway } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { isOfShard, type Shard } from "@backlot/domain/gateway/Dispatch"
import { succeed } from "@backlot/ports/Body"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { addressOf, Servers } from "@backlot/ports/Servers"
import { type KeptSession, SessionJournal } from "@backlot/ports/SessionJournal"
import { EventLog, type NewEvent } from "@backlot/usecases/event/EventLog"
import * as GatewayPresence from "@backlot/usecases/gateway/GatewayPresence"
import * as UserPresences from "@backlot/usecases/gateway/UserPresences"
import { GatewaySessions, type Takers } from "@backlot/usecases/interaction/GatewayDelivery"
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import { GatewayRegistry, SessionRegistry } from "./SessionRegistry.ts"
import { readSnapshot } from "./SessionSnapshot.ts"

interface OtherSession {
  /** Absent for a client's session. */
  readonly shard?: Shard | undefined
  readonly server: string
  readonly isConnected: boolean
  /** Since when it is so, as the registry reads time. */
  readonly since: number
}

/** The data of `gateway_session.began` and `gateway_session.ended`. */
interface Told {
  readonly application_id: Snowflake
  readonly session_id: string
  readonly shard?: Shard
  readonly server?: string
  readonly resumable?: boolean
}

export class OtherSessions extends Context.Service<OtherSessions, ReturnType<typeof otherSessions>>()(
  "@backlot/server/OtherSessions"
) {}

export const otherSessions = (registry: SessionRegistry) => {
  /** By application and id: a use asks for those of one application, and all others may be many. */
  const known = new Map<Snowflake, Map<string, OtherSession>>()

  const note = (application: Snowflake, id: string, told: Omit<OtherSession, "since">) => {
    const own = known.get(application) ?? new Map<string, OtherSession>()
    known.set(application, own)
    own.set(id, { ...told, since: registry.now() })
  }

  const forget = (application: Snowflake, id: string) => {
    const own = known.get(application)
    own?.delete(id)
    if (own?.size === 0) known.delete(application)
  }

  const isOver = ({ isConnected, since }: OtherSession) => !isConnected && registry.now() - since > gateway.resumeMs

  return {
    takers: (applicationId: Snowflake, guildId: Snowflake | null): Takers => {
      let [connected, resumable] = [0, 0]
      for (const one of known.get(applicationId)?.values() ?? []) {
        if (one.shard === undefined || !isOfShard(guildId, one.shard)) continue
        if (one.isConnected) connected += 1
        else if (!isOver(one)) resumable += 1
      }
      return { connected, resumable }
    },
    /** Servers that do not live have no connections, and nobody else may have told so. */
    see: (living: ReadonlySet<string>) => {
      for (const [application, own] of known) {
        for (const [id, one] of own) {
          if (isOver(one)) forget(application, id)
          else if (one.isConnected && !living.has(addressOf(one.server)))
            note(application, id, { ...one, isConnected: false })
        }
      }
    },
    /** What the journal has when this server starts. */
    begin: (sessions: ReadonlyArray<KeptSession>) => {
      for (const { id, owner, text } of sessions) {
        if (owner === registry.server) continue
        const { application_id, user_id, shard, connected } = readSnapshot(text)
        note(application_id, id, {
          server: owner,
          shard: user_id === undefined ? shard : undefined,
          isConnected: connected && owner !== ""
        })
      }
    },
    take: ({ type, data }: LoggedEvent) => {
      if (type !== "gateway_session.began" && type !== "gateway_session.ended") return
      // Events of these types are written in one place, with data of this shape.
      const { session_id, server = registry.server, application_id, shard, resumable } = data as Told
      if (server === registry.server) {
        forget(application_id, session_id)
        // Others took this server for ended: whether it still has the session is seen when it is kept.
        const own = registry.sessions.get(session_id)
        if (type === "gateway_session.ended" && own?.connection !== undefined) registry.onTouched(own)
      } else if (type === "gateway_session.ended" && resumable !== true) forget(application_id, session_id)
      else {
        note(application_id, session_id, { server, shard, isConnected: type === "gateway_session.began" })
        // It may be back here already: who has it is seen when it is kept.
        const here = registry.sessions.get(session_id)
        if (type === "gateway_session.began" && here !== undefined) registry.onTouched(here)
      }
    }
  }
}

/** The registry, and the use cases' view of it and of the other servers. */
export const layer: Layer.Layer<GatewayRegistry | OtherSessions> = Layer.effectContext(
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const { self } = yield* Servers
    const registry = new SessionRegistry(() => elapsedOf(clock), self)
    const others = otherSessions(registry)
    const takers = (applicationId: Snowflake, guildId: Snowflake | null) => {
      const [here, there] = [registry.takers(applicationId, guildId), others.takers(applicationId, guildId)]
      return { connected: here.connected + there.connected, resumable: here.resumable + there.resumable }
    }
    return Context.make(GatewayRegistry, registry).pipe(
      Context.add(OtherSessions, others),
      Context.add(GatewaySessions, takers)
    )
  })
)

/** Follows the other servers until the scope closes. */
export const followOthers = Effect.gen(function* () {
  const { isAlone, self, runInOne } = yield* Servers
  const journal = yield* SessionJournal
  if (isAlone || journal === undefined) return
  const others = yield* OtherSessions
  const log = yield* EventLog
  // Followed before it is read, so that nothing is missed.
  yield* log.follow({
    handle: (event) => {
      others.take(event)
      return undefined
    },
    lost: () => Effect.void
  })
  others.begin(yield* journal.sessions)
  yield* UserPresences.follow
  const address = addressOf(self)
  yield* endSessionsOf((server) => server !== self && addressOf(server) === address)
  yield* runInOne("ended servers", watchOthers)
  yield* Effect.forkScoped(tellOfServers)
})

/** Logs which servers join and end, as this one sees it, and counts no session of those that have. */
const tellOfServers = Effect.gen(function* () {
  const { living } = yield* Servers
  const { see } = yield* OtherSessions
  let before: ReadonlySet<string> | undefined
  const look = Effect.flatMap(living, (now) => {
    const lines = [
      ...[...now].flatMap((one) =>
        before?.has(one) === false ? [Effect.logInfo(`The server at ${one} has joined`)] : []
      ),
      ...[...(before ?? [])].flatMap((one) =>
        now.has(one) ? [] : [Effect.logWarning(`The server at ${one} has ended`)]
      )
    ]
    before = now
    see(now)
    return Effect.all(lines, { discard: true })
  })
  yield* Effect.repeat(Effect.ignore(look), EACH_SECOND)
})

/** Ends the sessions of servers that have ended, for as long as this server is the one that looks. */
const watchOthers = Effect.gen(function* () {
  const { living } = yield* Servers
  const endedOnes = Effect.map(living, (addresses) => (server: string) => !addresses.has(addressOf(server)))
  // A server can have ended while nobody looked, and without a session.
  yield* Effect.retry(Effect.flatMap(endedOnes, endConnectionsOf), EACH_SECOND)
  const look = Effect.flatMap(endedOnes, endSessionsOf)
  yield* Effect.repeat(Effect.ignore(look, { log: "Warn" }), EACH_SECOND)
})

const endConnectionsOf = (hasEnded: (server: string) => boolean) =>
  GatewayPresence.clear((server) => server !== "" && hasEnded(server))

const EACH_SECOND = Schedule.spaced("1 second")

/** Their connections are gone; each session can be resumed on any server. */
const endSessionsOf = Effect.fnUntraced(function* (hasEnded: (server: string) => boolean) {
  const journal = yield* SessionJournal
  const log = yield* EventLog
  if (journal === undefined) return
  const ended = (yield* journal.owners).filter(hasEnded)
  if (ended.length === 0) return
  const left = yield* journal.orphan(ended)
  yield* Effect.annotateLogs(Effect.logInfo("Gateway sessions of servers that have ended can be resumed elsewhere"), {
    servers: ended.join(", "),
    sessions: left.length
  })
  const events = left.flatMap(endedOf)
  yield* Effect.retry(
    log.commit(() => succeed({ value: undefined, events })),
    EACH_SECOND
  )
  yield* endConnectionsOf(hasEnded)
})

const endedOf = ({ owner, text }: KeptSession): ReadonlyArray<NewEvent> => {
  const { id, application_id, user_id, shard, connected } = readSnapshot(text)
  if (!connected) return []
  const identity = user_id === undefined ? { shard } : { user_id }
  const because = "its server has ended"
  const data = { application_id, session_id: id, ...identity, server: owner, code: BROKEN, resumable: true, because }
  return [{ type: "gateway_session.ended", data }]
}

/** The WebSocket code for a broken connection. */
const BROKEN = 1006
