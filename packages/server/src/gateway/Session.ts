/**
 * One session of a bot, or of a user's client: the dispatches that it is sent, in order and numbered, and those that a
 * resume can have again. It outlives its connection. Sources: wire-interactions.md §3.3, §3.7; bounds: `Limits.gateway`.
 */

import { gateway } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { type Dispatch, isOfShard, isWanted, type LobbyAudience, type Shard } from "@backlot/domain/gateway/Dispatch"
import { hasIntent } from "@backlot/domain/gateway/GatewayIntent"
import { judgeResume } from "@backlot/domain/gateway/GatewayResume"
import type { Connection } from "./Connection.ts"
import { dispatchFrame, type Payload } from "./Frame.ts"

export interface SessionInput {
  readonly id: string
  readonly application_id: Snowflake
  /** Another one later means that the bot's token changed. */
  readonly token_hash: string
  /** Of a client session, which is told of the user's lobbies alone; absent for a bot. */
  readonly user_id?: Snowflake
  readonly intents: number
  readonly shard: Shard
}

/** Something that waits until the session has told how everything stood. */
interface Waiting {
  readonly position: number
  readonly act: (session: Session) => void
}

/** The position, in the event log, of what no snapshot tells of: it happens, and leaves nothing behind. */
export const IN_NO_SNAPSHOT = Number.POSITIVE_INFINITY

export class Session {
  readonly id: string
  readonly application_id: Snowflake
  readonly token_hash: string
  readonly user_id: Snowflake | undefined
  readonly intents: number
  readonly shard: Shard
  readonly #readsContent: boolean
  /** Those that it was told of; undefined without the intent for it. */
  readonly #guilds: Set<Snowflake> | undefined
  /** Those that the user is in, as far as it was told. */
  readonly #lobbies = new Set<Snowflake>()
  /** Undefined while its client is away. */
  connection: Connection | undefined
  /** When its client went, in milliseconds of the real clock. */
  leftAt = 0
  #seq = 0
  /** The oldest may be gone from the front, up to `#first`. */
  #kept: Array<Payload | undefined> = []
  #first = 0
  #bytes = 0
  #waiting: Array<Waiting> | undefined = []
  #isFlooded = false
  /** Position in the event log up to which its snapshot told everything. */
  #told = 0

  constructor({ id, application_id, token_hash, user_id, intents, shard }: SessionInput) {
    this.id = id
    this.application_id = application_id
    this.token_hash = token_hash
    this.user_id = user_id
    this.intents = intents
    this.shard = shard
    this.#readsContent = hasIntent(intents, "MESSAGE_CONTENT")
    this.#guilds = hasIntent(intents, "GUILDS") ? new Set() : undefined
  }

  /** The `s` that was given out last. */
  get seq(): number {
    return this.#seq
  }

  /** It has not been sent READY yet. */
  get isOpening(): boolean {
    return this.#waiting !== undefined
  }

  gets(dispatch: Dispatch): boolean {
    const isForClients = dispatch.lobby !== undefined
    if (isForClients !== (this.user_id !== undefined)) return false
    return isWanted(dispatch, this.intents) && isOfShard(dispatch.guild_id, this.shard)
  }

  /**
   * Whether its turn has come: what happens in a guild that the bot just joined may be told before the joining is, as far
   * as the log goes, and no library understands it then.
   */
  follows({ t, guild_id, intents, lobby }: Dispatch): boolean {
    if (lobby !== undefined) return this.#followsLobby(t, lobby)
    const guilds = this.#guilds
    if (guilds === undefined || guild_id === null || intents === 0) return true
    if (t === "GUILD_CREATE") guilds.add(guild_id)
    return t === "GUILD_DELETE" ? guilds.delete(guild_id) : guilds.has(guild_id)
  }

  /** Who is in a lobby by the order of the log: from the LOBBY_CREATE that they are told to the LOBBY_DELETE. */
  #followsLobby(t: string, { id }: LobbyAudience): boolean {
    if (t === "LOBBY_CREATE") this.#lobbies.add(id)
    return t === "LOBBY_DELETE" ? this.#lobbies.delete(id) : this.#lobbies.has(id)
  }

  /** The data of a dispatch as this session may see it. */
  dataOf({ d, censored }: Dispatch): object | string {
    return censored === undefined || this.#readsContent ? d : censored
  }

  /**
   * Runs now, or once the session is open, unless the snapshot that it opens with tells of the event at this position:
   * what tells sessions of events may be behind the snapshot.
   */
  whenOpen(position: number, act: (session: Session) => void): void {
    if (this.#waiting === undefined) {
      if (position > this.#told) act(this)
    } else if (this.#waiting.length < gateway.opening) this.#waiting.push({ position, act })
    else this.#isFlooded = true
  }

  /** More happened since its snapshot was asked for than is kept: it can not be told everything. */
  get isFlooded(): boolean {
    return this.#isFlooded
  }

  /** What came with the snapshot was sent, these guilds and lobbies among it: what happened after `position` follows. */
  open(position: number, guilds: ReadonlyArray<Snowflake>, lobbies: ReadonlyArray<Snowflake> = []): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    this.#told = position
    for (const id of guilds) this.#guilds?.add(id)
    for (const id of lobbies) this.#lobbies.add(id)
    for (const { position, act } of waiting) this.whenOpen(position, act)
  }

  /** Sends a dispatch, and keeps it for a resume. `frameOf` makes its bytes, which others may share. */
  push(payload: Payload, frameOf: (payload: Payload, s: number) => Uint8Array = dispatchFrame): void {
    this.#seq += 1
    this.#kept.push(payload)
    this.#bytes += payload.tail.length
    while (this.#kept.length - this.#first > gateway.replay || this.#bytes > gateway.replayBytes) this.#forgetOldest()
    this.connection?.write(frameOf(payload, this.#seq))
  }

  judge(seq: number): ReturnType<typeof judgeResume> {
    return judgeResume(seq, { last: this.#seq, oldest: this.#oldest })
  }

  /** Sends again what followed `seq`, with its numbers. */
  replay(seq: number): void {
    const oldest = this.#oldest
    for (let s = Math.max(seq + 1, oldest); s <= this.#seq; s++) {
      const payload = this.#kept[this.#first + s - oldest]
      if (payload !== undefined) this.connection?.write(dispatchFrame(payload, s))
    }
  }

  get #oldest(): number {
    return this.#seq - (this.#kept.length - this.#first) + 1
  }

  /** The list is cut when half of it is gone, not each time. */
  #forgetOldest(): void {
    this.#bytes -= this.#kept[this.#first]?.tail.length ?? 0
    this.#kept[this.#first] = undefined
    this.#first += 1
    if (this.#first * 2 < this.#kept.length) return
    this.#kept = this.#kept.slice(this.#first)
    this.#first = 0
  }
}
