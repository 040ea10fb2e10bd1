/**
 * One session of a bot or of a user's client. Numbers its dispatches and keeps them for a resume. It outlives its
 * connection. Sources: wire-interactions.md §3.3, §3.7; bounds: `Limits.gateway`.
 */
import { gateway } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { type Dispatch, isOfShard, isWanted, type LobbyAudience, type Shard } from "@backlot/domain/gateway/Dispatch"
import { hasIntent } from "@backlot/domain/gateway/GatewayIntent"
import { judgeResume } from "@backlot/domain/gateway/GatewayReady"
import { Data } from "effect"
import type { Connection } from "./Connection.ts"
import { dispatchFrame, type Payload } from "./Frame.ts"

export interface SessionInput {
  readonly id: string
  readonly application_id: Snowflake
  /** Hash of the token that began the session. */
  readonly token_hash: string
  /** Only for a client session, which receives the user's lobby events alone. */
  readonly user_id?: Snowflake
  readonly intents: number
  /** Whether it gets the content of messages. */
  readonly gets_content: boolean
  readonly shard: Shard
}

/** A step that waits until the session has sent its snapshot. */
interface Waiting {
  readonly position: number
  readonly isState: boolean
  readonly act: (session: Session) => void
}

/** What another server needs besides the dispatches. */
export interface SessionState {
  readonly guilds: ReadonlyArray<Snowflake> | null
  readonly lobbies: ReadonlyArray<Snowflake>
  readonly position: number
  readonly isExact: boolean
}

export class Session extends Data.Class<SessionInput> {
  /** Guilds that the session has received; undefined without the GUILDS intent. */
  #guilds: Set<Snowflake> | undefined = hasIntent(this.intents, "GUILDS") ? new Set() : undefined
  /** Lobbies that the session has received. */
  #lobbies = new Set<Snowflake>()
  /** Undefined while the client is disconnected. */
  connection: Connection | undefined
  /** When it began, as `SessionRegistry.now` read. */
  beganAt = 0
  /** When the connection was lost, as `SessionRegistry.now` read. */
  leftAt = 0
  /** The last `s` sent. */
  seq = 0
  /** The last `s` that the client is known to have. */
  heard = 0
  /** Entries before `#first` are forgotten. */
  #kept: Array<Payload | undefined> = []
  #first = 0
  #bytes = 0
  #waiting: Array<Waiting> | undefined = []
  /** More events arrived while the session was opening than it keeps, so it has lost some. */
  isFlooded = false
  /** The log position of the snapshot, which includes every event up to there. */
  #snapshotPosition = 0
  /** Whether that goes for events too that leave no state, as where the session was continued from another server. */
  #isExact = false

  /** True until READY is sent. */
  get isOpening(): boolean {
    return this.#waiting !== undefined
  }

  /** Whether the dispatch is for this session, by intents and shard. */
  gets(dispatch: Dispatch): boolean {
    const isForClients = dispatch.lobby !== undefined
    if (isForClients !== (this.user_id !== undefined)) return false
    return isWanted(dispatch, this.intents) && isOfShard(dispatch.guild_id, this.shard)
  }

  /** Whether the session knows the guild or lobby: libraries do not understand events before GUILD_CREATE. */
  follows({ t, guild_id, intents, lobby }: Dispatch): boolean {
    if (lobby !== undefined) return this.#followsLobby(t, lobby)
    const guilds = this.#guilds
    if (guilds === undefined || guild_id === null || intents === 0) return true
    if (t === "GUILD_CREATE") guilds.add(guild_id)
    return t === "GUILD_DELETE" ? guilds.delete(guild_id) : guilds.has(guild_id)
  }

  /** A user is in a lobby from LOBBY_CREATE to LOBBY_DELETE, by the order of the log. */
  #followsLobby(t: string, { id }: LobbyAudience): boolean {
    if (t === "LOBBY_CREATE") this.#lobbies.add(id)
    return t === "LOBBY_DELETE" ? this.#lobbies.delete(id) : this.#lobbies.has(id)
  }

  /** The data of a dispatch; without message content if the session may not get it. */
  dataOf({ d, censored }: Dispatch): object | string {
    return censored === undefined || this.gets_content ? d : censored
  }

  /** Whether the snapshot lacks the event at this position. `isState`: a snapshot contains what the event did. */
  lacks(position: number, isState: boolean): boolean {
    return position > this.#snapshotPosition || !(isState || this.#isExact)
  }

  /** Runs `act` now or after the snapshot, but not if the snapshot already includes the event at this position. */
  whenOpen(position: number, act: (session: Session) => void, isState = true): void {
    if (this.#waiting === undefined) {
      if (this.lacks(position, isState)) act(this)
    } else if (this.#waiting.length < gateway.opening) this.#waiting.push({ position, isState, act })
    else this.isFlooded = true
  }

  /** Called after the snapshot of `position`, with these guilds and lobbies, is sent. Runs the waiting steps. */
  open(position: number, guilds: ReadonlyArray<Snowflake>, lobbies: ReadonlyArray<Snowflake> = []): void {
    for (const id of guilds) this.#guilds?.add(id)
    for (const id of lobbies) this.#lobbies.add(id)
    this.#openAt(position)
  }

  /** What happens from now on waits again, until `goOn`. */
  hold(): void {
    this.#waiting = []
  }

  /** Runs the steps that waited, but for events up to `position`, which the session has. */
  goOn(position: number): void {
    this.#isExact = true
    this.#openAt(position)
  }

  #openAt(position: number): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    this.#snapshotPosition = position
    for (const { position, isState, act } of waiting) this.whenOpen(position, act, isState)
  }

  get state(): SessionState {
    return { ...this.startingWith(this.#snapshotPosition, this.#guilds, this.#lobbies), isExact: this.#isExact }
  }

  /** Its state once it has gone on. */
  stateAt(position: number): SessionState {
    return { ...this.state, position, isExact: true }
  }

  /** Its state once it is open. */
  startingWith(position: number, guilds: Iterable<Snowflake> = [], lobbies: Iterable<Snowflake> = []): SessionState {
    return {
      guilds: this.#guilds === undefined ? null : [...guilds],
      lobbies: [...lobbies],
      position,
      isExact: false
    }
  }

  /** Continues a session of another server, whose client has everything up to `seq`. */
  restore(seq: number, { guilds, lobbies, position, isExact }: SessionState): void {
    this.seq = seq
    this.heard = seq
    this.#guilds = guilds === null ? undefined : new Set(guilds)
    this.#lobbies = new Set(lobbies)
    this.#snapshotPosition = position
    this.#isExact = isExact
    this.#waiting = undefined
  }

  /** Sends a dispatch and keeps it for a resume. `frameOf` makes its bytes, which sessions may share. */
  push(payload: Payload, frameOf: (payload: Payload, s: number) => Uint8Array = dispatchFrame): void {
    this.seq += 1
    this.#kept.push(payload)
    this.#bytes += payload.tail.length
    while (this.#kept.length - this.#first > gateway.replay || this.#bytes > gateway.replayBytes) this.#forgetOldest()
    this.connection?.write(frameOf(payload, this.seq))
  }

  /** What a resume could replay. */
  get kept(): { readonly count: number; readonly bytes: number } {
    return { count: this.#kept.length - this.#first, bytes: this.#bytes }
  }

  judge(seq: number): ReturnType<typeof judgeResume> {
    return judgeResume(seq, { last: this.seq, oldest: this.#oldest })
  }

  /** Sends the dispatches after `seq` again, with their original numbers. */
  replay(seq: number): void {
    const from = Math.max(seq + 1, this.#oldest)
    for (const [i, payload] of this.sentAfter(seq).entries()) this.connection?.write(dispatchFrame(payload, from + i))
  }

  /** The dispatches after `seq` that are still kept. */
  sentAfter(seq: number): ReadonlyArray<Payload> {
    const from = Math.max(seq + 1, this.#oldest)
    // Only what is forgotten is undefined.
    return this.#kept.slice(this.#first + from - this.#oldest) as ReadonlyArray<Payload>
  }

  get #oldest(): number {
    return this.seq - (this.#kept.length - this.#first) + 1
  }

  /** Shortens the array only when half of it is forgotten. */
  #forgetOldest(): void {
    this.#bytes -= this.#kept[this.#first]?.tail.length ?? 0
    this.#kept[this.#first] = undefined
    this.#first += 1
    if (this.#first * 2 < this.#kept.length) return
    this.#kept = this.#kept.slice(this.#first)
    this.#first = 0
  }
}
