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
  readonly act: (session: Session) => void
}

/** A log position for events that no snapshot contains, because they leave no state. */
export const IN_NO_SNAPSHOT = Number.POSITIVE_INFINITY

export class Session extends Data.Class<SessionInput> {
  /** Guilds that the session has received; undefined without the GUILDS intent. */
  readonly #guilds: Set<Snowflake> | undefined = hasIntent(this.intents, "GUILDS") ? new Set() : undefined
  /** Lobbies that the session has received. */
  readonly #lobbies = new Set<Snowflake>()
  /** Undefined while the client is disconnected. */
  connection: Connection | undefined
  /** When it began, as `SessionRegistry.now` read. */
  beganAt = 0
  /** When the connection was lost, as `SessionRegistry.now` read. */
  leftAt = 0
  /** The last `s` sent. */
  seq = 0
  /** Entries before `#first` are forgotten. */
  #kept: Array<Payload | undefined> = []
  #first = 0
  #bytes = 0
  #waiting: Array<Waiting> | undefined = []
  /** More events arrived while the session was opening than it keeps, so it has lost some. */
  isFlooded = false
  /** The log position of the snapshot, which includes every event up to there. */
  #snapshotPosition = 0

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

  /** Runs `act` now or after the snapshot, but not if the snapshot already includes the event at this position. */
  whenOpen(position: number, act: (session: Session) => void): void {
    if (this.#waiting === undefined) {
      if (position > this.#snapshotPosition) act(this)
    } else if (this.#waiting.length < gateway.opening) this.#waiting.push({ position, act })
    else this.isFlooded = true
  }

  /** Called after the snapshot of `position`, with these guilds and lobbies, is sent. Runs the waiting steps. */
  open(position: number, guilds: ReadonlyArray<Snowflake>, lobbies: ReadonlyArray<Snowflake> = []): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    this.#snapshotPosition = position
    for (const id of guilds) this.#guilds?.add(id)
    for (const id of lobbies) this.#lobbies.add(id)
    for (const { position, act } of waiting) this.whenOpen(position, act)
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
    const oldest = this.#oldest
    for (let s = Math.max(seq + 1, oldest); s <= this.seq; s++) {
      const payload = this.#kept[this.#first + s - oldest]
      if (payload !== undefined) this.connection?.write(dispatchFrame(payload, s))
    }
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
