import { gateway, refusedLogins } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { isOfShard } from "@backlot/domain/gateway/Dispatch"
import { CLOSE, type CloseReason, Opcode } from "@backlot/protocol/gateway/Gateway"
import type { NewEvent } from "@backlot/usecases/event/EventLog"
import type { Presence } from "@backlot/usecases/gateway/GatewayPresence"
import type { Takers } from "@backlot/usecases/interaction/GatewayDelivery"
import { Context, Latch } from "effect"
import * as Sieve from "../http/Sieve.ts"
import type { Connection, Ending } from "./Connection.ts"
import type { Session } from "./Session.ts"

/** Why a session lost its connection. */
export type Parting = Pick<Ending, "code" | "because">

export interface RefusedLogin {
  readonly application_id: Snowflake | undefined
  readonly code: number
  readonly because: string
}

export class SessionRegistry {
  /** Real milliseconds since some moment: no change of the wall clock moves them. */
  readonly now: () => number
  /** The name of this server among several. */
  readonly server: string
  readonly #connections = new Set<Connection>()
  /** Each one stays here until its socket has closed. */
  readonly connections: ReadonlySet<Connection> = this.#connections
  /** Open while there is no connection. */
  readonly empty = Latch.makeUnsafe(true)
  readonly #refused = Sieve.make(refusedLogins)
  readonly #carried = new Map<Connection, Session>()
  readonly #sessions = new Map<string, Session>()
  /** By id. */
  readonly sessions: ReadonlyMap<string, Session> = this.#sessions
  /** Sessions of bots. */
  readonly #byApplication = new Map<Snowflake, Set<Session>>()
  /** Client sessions, by application and user. */
  readonly #clients = new Map<Snowflake, Map<Snowflake, Set<Session>>>()
  /** Called when a client session gains or loses its connection, and when its user joins a lobby. */
  onPresence: (presence: Presence) => void = () => {}
  /** Called when other servers should know how far a session is. */
  onTouched: (session: Session) => void = () => {}
  /** Called when a session was removed for good. */
  onForgotten: (session: Session) => void = () => {}
  /** Called when the session of a bot was removed for good. */
  onBotLeft: (session: Pick<Session, "id" | "application_id">) => void = () => {}
  /** Called when another server has taken a session. */
  onMoved: (session: Session) => void = () => {}
  /** Called when a session that has received READY gains or loses its connection. docs/events.md has the shapes. */
  onSession: (event: NewEvent) => void = () => {}

  constructor(now: () => number, server = "") {
    this.now = now
    this.server = server
  }

  addConnection(connection: Connection): void {
    this.#connections.add(connection)
    this.empty.closeUnsafe()
  }

  removeConnection(connection: Connection): void {
    this.#connections.delete(connection)
    if (this.#connections.size === 0) this.empty.openUnsafe()
  }

  /** Undefined before IDENTIFY or RESUME. */
  sessionOf(connection: Connection): Session | undefined {
    return this.#carried.get(connection)
  }

  /** The bot sessions of an application. */
  botSessions(applicationId: Snowflake): Iterable<Session> {
    return this.#byApplication.get(applicationId) ?? []
  }

  hasBotSession(applicationId: Snowflake): boolean {
    return this.#byApplication.has(applicationId)
  }

  /** The client sessions of an application, by user. */
  clientSessions(applicationId: Snowflake): ReadonlyMap<Snowflake, ReadonlySet<Session>> {
    return this.#clients.get(applicationId) ?? NO_CLIENTS
  }

  /** Whether a client session of this user has received READY and has a connection. */
  isPresent(applicationId: Snowflake, userId: Snowflake): boolean {
    const sessions = [...(this.clientSessions(applicationId).get(userId) ?? [])]
    return sessions.some(({ connection, isOpening }) => connection !== undefined && !isOpening)
  }

  /** Whether any session has one of these intents. */
  hasIntents(intents: number): boolean {
    for (const session of this.#sessions.values()) if ((session.intents & intents) !== 0) return true
    return false
  }

  /** Beyond a limit, another session gives way. */
  add(session: Session): void {
    this.#makeRoom(session)
    session.beganAt = this.now()
    this.#sessions.set(session.id, session)
    const { application_id, user_id } = session
    if (user_id === undefined) enter(this.#byApplication, application_id, session)
    else {
      const users = this.#clients.get(application_id) ?? new Map<Snowflake, Set<Session>>()
      this.#clients.set(application_id, users)
      enter(users, user_id, session)
    }
  }

  /** Removes a session for good. Its connection stays open without a session. */
  forget(session: Session, parting?: Parting): void {
    this.release(session, parting, false)
    this.#remove(session)
    this.onForgotten(session)
    if (session.user_id === undefined) this.onBotLeft(session)
  }

  /** Another server has the session now. */
  moved(session: Session): void {
    const { connection } = session
    session.connection = undefined
    this.#remove(session)
    this.onMoved(session)
    if (connection === undefined) return
    this.#carried.delete(connection)
    this.presenceChanged(session)
    connection.close(CLOSE.UNKNOWN_ERROR, "The session was resumed by another connection.")
  }

  #remove(session: Session): void {
    if (this.#sessions.get(session.id) === session) this.#sessions.delete(session.id)
    const { application_id, user_id } = session
    const users = this.#clients.get(application_id)
    if (user_id === undefined) leave(this.#byApplication, application_id, session)
    else if (users !== undefined) {
      leave(users, user_id, session)
      if (users.size === 0) this.#clients.delete(application_id)
    }
  }

  /** Binds a session to a connection. */
  attach(session: Session, connection: Connection): void {
    session.connection = connection
    this.#carried.set(connection, session)
  }

  /** Unbinds a session from its connection, which may identify or resume again. */
  release(session: Session, parting?: Parting, resumable = true): void {
    const { connection } = session
    if (connection === undefined) return
    session.connection = undefined
    session.leftAt = this.now()
    this.#carried.delete(connection)
    connection.identifyBy = this.now() + gateway.identifyMs
    this.presenceChanged(session)
    if (session.isOpening) return
    this.onTouched(session)
    // Without a parting the connection stays open: the client received INVALID_SESSION.
    const { code = null, because } = parting ?? {}
    const data = { ...identityOf(session, this.server), code, resumable, ...(because === undefined ? {} : { because }) }
    this.onSession({ type: "gateway_session.ended", data })
  }

  /** To be called after READY or RESUMED. Does nothing if the connection broke meanwhile. */
  began(session: Session, resumed: boolean): void {
    if (session.connection === undefined) return
    const { user_id, intents, gets_content } = session
    const asked = user_id === undefined ? { intents, gets_content } : {}
    this.onSession({ type: "gateway_session.began", data: { ...identityOf(session, this.server), ...asked, resumed } })
  }

  /** Reports a login that was refused, at a bounded rate. The application is unknown where the token is nobody's. */
  loginRefused({ application_id, code, because }: RefusedLogin): void {
    if (this.#refused.admit(`${application_id} ${code}`, this.now()) === 0) return
    const data = { application_id: application_id ?? null, code, because }
    this.onSession({ type: "gateway_session.refused", data })
  }

  presenceChanged({ application_id, user_id }: Session): void {
    if (user_id !== undefined) this.onPresence({ application_id, user_id })
  }

  /** Sends INVALID_SESSION. A session that is not resumable is removed (§3.7). */
  invalidate(session: Session, resumable: boolean): void {
    const { connection } = session
    if (resumable) this.release(session)
    else this.forget(session)
    connection?.send(Opcode.INVALID_SESSION, resumable)
  }

  /** Removes a session and closes its connection. */
  end(session: Session, reason: CloseReason, because: string): void {
    const { connection } = session
    this.forget(session, { code: reason.code, because })
    connection?.close(reason, because)
  }

  /** Counts the sessions that would receive an event of this guild; null is no guild. */
  takers(applicationId: Snowflake, guildId: Snowflake | null): Takers {
    const takers = [...this.botSessions(applicationId)].filter(({ shard }) => isOfShard(guildId, shard))
    const connected = takers.filter(({ connection }) => connection !== undefined).length
    return { connected, resumable: takers.length - connected }
  }

  /**
   * The session that lost its connection first goes: of the same user, else of the same application and kind, and only
   * then of all. Our choice: docs/choices.md "Gateway".
   */
  #makeRoom({ application_id, user_id }: Session): void {
    const clients = this.clientSessions(application_id)
    const own = (user_id === undefined ? undefined : clients.get(user_id)) ?? NO_SESSIONS
    if (own.size >= gateway.sessionsPerUser && !this.#dropLongestLeft(own)) {
      const [oldest] = own
      if (oldest !== undefined) this.end(oldest, CLOSE.RATE_LIMITED, TOO_MANY)
    }
    if (this.#sessions.size < gateway.sessionsPerApplication) return
    const kin =
      user_id === undefined ? [...this.botSessions(application_id)] : [...clients.values()].flatMap((x) => [...x])
    if (kin.length >= gateway.sessionsPerApplication) this.#dropLongestLeft(kin)
    if (this.#sessions.size < gateway.sessions) return
    for (const some of [own, kin, this.#sessions.values()]) if (this.#dropLongestLeft(some)) return
  }

  /** False if all of them have a connection. */
  #dropLongestLeft(sessions: Iterable<Session>): boolean {
    const [first, ...others] = [...sessions].filter(({ connection }) => connection === undefined)
    if (first === undefined) return false
    this.forget(others.reduce((one, other) => (other.leftAt < one.leftAt ? other : one), first))
    return true
  }
}

/** A bot session has a shard; a client session has a user. */
const identityOf = ({ id, application_id, user_id, shard }: Session, server: string) => ({
  application_id,
  session_id: id,
  ...(user_id === undefined ? { shard } : { user_id }),
  ...(server === "" ? {} : { server })
})

const NO_SESSIONS: ReadonlySet<Session> = new Set()

const TOO_MANY = `A user has more than ${gateway.sessionsPerUser} sessions.`

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

export class GatewayRegistry extends Context.Service<GatewayRegistry, SessionRegistry>()(
  "@backlot/server/GatewayRegistry"
) {}
