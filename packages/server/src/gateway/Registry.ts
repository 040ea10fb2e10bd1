/** All connections and sessions of one process. */

import { gateway } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { isOfShard } from "@backlot/domain/gateway/Dispatch"
import { type CloseReason, Opcode } from "@backlot/protocol/gateway/Gateway"
import type { Presence } from "@backlot/usecases/gateway/GatewayPresence"
import { GatewaySessions, type Takers } from "@backlot/usecases/interaction/GatewaySessions"
import { Clock, Context, Effect, Layer } from "effect"
import type { Connection, Ending } from "./Connection.ts"
import { IdentifyLimit } from "./IdentifyLimit.ts"
import type { Session } from "./Session.ts"

/** How a connection went. */
export type Parting = Pick<Ending, "code" | "because">

/** A session that was sent READY got a connection, or lost it. */
export type SessionChange =
  | { readonly turn: "began"; readonly session: Session; readonly resumed: boolean }
  | {
      readonly turn: "ended"
      readonly session: Session
      /** Undefined where the connection lasts: its client was told that the session is invalid. */
      readonly parting: Parting | undefined
      readonly resumable: boolean
    }

export class Registry {
  /** Milliseconds of the real clock. */
  readonly now: () => number
  readonly identifies: IdentifyLimit
  readonly #connections = new Set<Connection>()
  #onEmpty: Array<() => void> = []
  readonly #carried = new Map<Connection, Session>()
  readonly #sessions = new Map<string, Session>()
  /** Sessions of bots. */
  readonly #byApplication = new Map<Snowflake, Set<Session>>()
  /** Client sessions, by application and user. */
  readonly #clients = new Map<Snowflake, Map<Snowflake, Set<Session>>>()
  /** Told of users whose client sessions came to have a connection, or lost it, and of lobbies that they joined. */
  onPresence: (presence: Presence) => void = () => {}
  /** Told of each change. */
  onSession: (change: SessionChange) => void = () => {}

  constructor(now: () => number) {
    this.now = now
    this.identifies = new IdentifyLimit(now)
  }

  /** Until their sockets have closed. */
  get connections(): ReadonlySet<Connection> {
    return this.#connections
  }

  arrive(connection: Connection): void {
    this.#connections.add(connection)
  }

  leave(connection: Connection): void {
    this.#connections.delete(connection)
    if (this.#connections.size > 0) return
    for (const tell of this.#onEmpty.splice(0)) tell()
  }

  /** Calls back once no connection is left. */
  whenEmpty(tell: () => void): void {
    if (this.#connections.size === 0) tell()
    else this.#onEmpty.push(tell)
  }

  get sessionCount(): number {
    return this.#sessions.size
  }

  sessions(): Iterable<Session> {
    return this.#sessions.values()
  }

  session(id: string): Session | undefined {
    return this.#sessions.get(id)
  }

  /** Undefined before identify and resume. */
  sessionOf(connection: Connection): Session | undefined {
    return this.#carried.get(connection)
  }

  /** The bots' of an application. */
  of(applicationId: Snowflake): Iterable<Session> {
    return this.#byApplication.get(applicationId) ?? []
  }

  has(applicationId: Snowflake): boolean {
    return this.#byApplication.has(applicationId)
  }

  /** The client sessions of an application, by user. */
  clientsOf(applicationId: Snowflake): ReadonlyMap<Snowflake, ReadonlySet<Session>> {
    return this.#clients.get(applicationId) ?? NO_CLIENTS
  }

  /** Whether a client session of this user has been sent READY and has a connection. */
  isPresent(applicationId: Snowflake, userId: Snowflake): boolean {
    for (const session of this.clientsOf(applicationId).get(userId) ?? []) {
      if (session.connection !== undefined && !session.isOpening) return true
    }
    return false
  }

  /** Whether any session has one of these intents. */
  hears(intents: number): boolean {
    for (const session of this.#sessions.values()) if ((session.intents & intents) !== 0) return true
    return false
  }

  /** Where there are too many, the one whose client went first gives way (ours). */
  add(session: Session): void {
    if (this.#sessions.size >= gateway.sessions) this.#dropLongestLeft()
    this.#sessions.set(session.id, session)
    const { application_id, user_id } = session
    if (user_id === undefined) enter(this.#byApplication, application_id, session)
    else {
      const users = this.#clients.get(application_id) ?? new Map<Snowflake, Set<Session>>()
      this.#clients.set(application_id, users)
      enter(users, user_id, session)
    }
  }

  /** The session is gone for good; its connection, if it has one, is left without. */
  forget(session: Session, parting?: Parting): void {
    this.#part(session, parting, false)
    this.#sessions.delete(session.id)
    const { application_id, user_id } = session
    const users = this.#clients.get(application_id)
    if (user_id === undefined) leave(this.#byApplication, application_id, session)
    else if (users !== undefined) {
      leave(users, user_id, session)
      if (users.size === 0) this.#clients.delete(application_id)
    }
  }

  /** From now on the session is sent over this connection. */
  attach(session: Session, connection: Connection): void {
    session.connection = connection
    this.#carried.set(connection, session)
  }

  /** Parts a session from its connection, which may identify or resume anew. */
  release(session: Session, parting?: Parting): void {
    this.#part(session, parting, true)
  }

  /** To be told as it is sent READY or RESUMED; not where its connection went with that. */
  began(session: Session, resumed: boolean): void {
    if (session.connection !== undefined) this.onSession({ turn: "began", session, resumed })
  }

  presenceChanged({ application_id, user_id }: Session): void {
    if (user_id !== undefined) this.onPresence({ application_id, user_id })
  }

  /** Tells a session's client that it is invalid; unless it may be resumed, it is gone (§3.7). */
  invalidate(session: Session, resumable: boolean): void {
    const { connection } = session
    if (resumable) this.release(session)
    else this.forget(session)
    connection?.send(Opcode.INVALID_SESSION, resumable)
  }

  /** Ends a session with its connection. */
  end(session: Session, reason: CloseReason, because: string): void {
    const { connection } = session
    this.forget(session, { code: reason.code, because })
    connection?.close(reason, because)
  }

  /** Sessions that would get an event of this guild, or of none. */
  takers(applicationId: Snowflake, guildId: Snowflake | null): Takers {
    let connected = 0
    let resumable = 0
    for (const session of this.of(applicationId)) {
      if (!isOfShard(guildId, session.shard)) continue
      if (session.connection === undefined) resumable += 1
      else connected += 1
    }
    return { connected, resumable }
  }

  #part(session: Session, parting: Parting | undefined, resumable: boolean): void {
    const { connection } = session
    if (connection === undefined) return
    session.connection = undefined
    session.leftAt = this.now()
    this.#carried.delete(connection)
    connection.identifyBy = this.now() + gateway.identifyMs
    this.presenceChanged(session)
    if (!session.isOpening) this.onSession({ turn: "ended", session, parting, resumable })
  }

  #dropLongestLeft(): void {
    let longest: Session | undefined
    for (const session of this.#sessions.values()) {
      if (session.connection !== undefined) continue
      if (longest === undefined || session.leftAt < longest.leftAt) longest = session
    }
    if (longest !== undefined) this.forget(longest)
  }
}

const NO_CLIENTS: ReadonlyMap<Snowflake, ReadonlySet<Session>> = new Map()

const enter = (sets: Map<Snowflake, Set<Session>>, key: Snowflake, session: Session): void => {
  const others = sets.get(key)
  if (others === undefined) sets.set(key, new Set([session]))
  else others.add(session)
}

const leave = (sets: Map<Snowflake, Set<Session>>, key: Snowflake, session: Session): void => {
  const others = sets.get(key)
  others?.delete(session)
  if (others?.size === 0) sets.delete(key)
}

export class GatewayRegistry extends Context.Service<GatewayRegistry, Registry>()("@backlot/server/GatewayRegistry") {}

/** The registry, and what the use cases ask of it. */
export const layer: Layer.Layer<GatewayRegistry> = Layer.effectContext(
  Clock.clockWith((clock) =>
    Effect.sync(() => {
      const registry = new Registry(() => clock.currentTimeMillisUnsafe())
      return Context.make(GatewayRegistry, registry).pipe(
        Context.add(GatewaySessions, (applicationId, guildId) => registry.takers(applicationId, guildId))
      )
    })
  )
)
