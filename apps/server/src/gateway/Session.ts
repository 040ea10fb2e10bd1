/**
 * One session of a bot: the dispatches that it is sent, in order and numbered, and those that a resume can have again.
 * It outlives its connection. Sources: wire-interactions.md §3.3, §3.7; bounds: `Limits.gateway`.
 */
import { type Dispatch, isOfShard, isWanted, type Shard } from "@backlot/domain/Dispatch"
import { hasIntent } from "@backlot/domain/GatewayIntent"
import { judgeResume } from "@backlot/domain/GatewayResume"
import { gateway } from "@backlot/domain/Limits"
import type { Snowflake } from "@backlot/domain/Snowflake"
import type { Connection } from "./Connection.ts"
import { dispatchFrame, type Payload } from "./Frame.ts"

export interface SessionInput {
  readonly id: string
  readonly application_id: Snowflake
  /** Another one later means that the bot's token changed. */
  readonly token_hash: string
  readonly intents: number
  readonly shard: Shard
}

/** Something that waits until the session has told how everything stood. */
interface Waiting {
  /** Of the event log. */
  readonly position: number
  readonly act: (session: Session) => void
}

export class Session {
  readonly id: string
  readonly application_id: Snowflake
  readonly token_hash: string
  readonly intents: number
  readonly shard: Shard
  readonly #readsContent: boolean
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

  constructor({ id, application_id, token_hash, intents, shard }: SessionInput) {
    this.id = id
    this.application_id = application_id
    this.token_hash = token_hash
    this.intents = intents
    this.shard = shard
    this.#readsContent = hasIntent(intents, "MESSAGE_CONTENT")
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
    return isWanted(dispatch, this.intents) && isOfShard(dispatch.guild_id, this.shard)
  }

  /** The data of a dispatch as this session may see it. */
  dataOf({ d, censored }: Dispatch): object | string {
    return censored === undefined || this.#readsContent ? d : censored
  }

  /** Runs now, or once the session is open, unless the snapshot that it opens with knows of it. */
  whenOpen(position: number, act: (session: Session) => void): void {
    if (this.#waiting === undefined) act(this)
    else this.#waiting.push({ position, act })
  }

  /** What came with the snapshot was sent: what happened after `position` follows. */
  open(position: number): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const { position: at, act } of waiting) if (at > position) act(this)
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
