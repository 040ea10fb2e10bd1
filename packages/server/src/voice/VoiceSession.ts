/** One bot in one voice channel. Numbers its messages and keeps them for a resume; counts its packets. */
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import { voice } from "@backlot/domain/base/VoiceLimits"
import type { VoiceMode } from "@backlot/domain/gateway/VoiceCommand"
import type { CloseReason } from "@backlot/protocol/gateway/Gateway"
import { NUMBERED_VERSION } from "@backlot/protocol/gateway/VoiceGateway"
import { VoiceRate } from "./VoiceRate.ts"

/** Who is where, by which session of the gateway. */
export interface VoicePlace {
  readonly application_id: Snowflake
  readonly user_id: Snowflake
  readonly guild_id: Snowflake
  readonly channel_id: Snowflake
  readonly session_id: string
}

/** What a session needs of its connection. */
export interface VoiceLine {
  readonly version: number
  /** Undefined before IDENTIFY or RESUME. */
  session: VoiceSession | undefined
  readonly write: (text: string) => void
  readonly close: (reason: CloseReason, because?: string) => void
}

export interface VoiceSessionInput {
  readonly place: VoicePlace
  readonly token: string
  /** Of the log, when the bot was told of it. */
  readonly since: number
  readonly ssrc: number
  /** 32 bytes. */
  readonly secretKey: ReadonlyArray<number>
}

export class VoiceSession {
  readonly place: VoicePlace
  readonly token: string
  readonly since: number
  readonly ssrc: number
  readonly secretKey: ReadonlyArray<number>
  /** Undefined while the client is disconnected. */
  link: VoiceLine | undefined
  /** When the connection was lost, in milliseconds of the real clock. */
  leftAt = 0
  /** Whether READY was sent: before it there is nothing to resume. */
  isReady = false
  /** Undefined until the client has selected a protocol. */
  mode: VoiceMode | undefined
  speaking = 0
  /** Where its UDP packets come from, `address:port`; undefined before the first. */
  address: string | undefined
  packets = 0
  bytes = 0
  keepAlives = 0
  /** Packets and questions beyond a rate, from another address, or before the session description. */
  dropped = 0
  /** The last number given. */
  seq = 0
  #kept: Array<string> = []
  #characters = 0
  readonly packetRate = new VoiceRate(voice.packetsPerSecond)
  readonly answerRate = new VoiceRate(voice.answersPerSecond)

  constructor({ place, token, since, ssrc, secretKey }: VoiceSessionInput) {
    this.place = place
    this.token = token
    this.since = since
    this.ssrc = ssrc
    this.secretKey = secretKey
  }

  /** Sends a message and keeps it for a resume. */
  send(op: number, d: unknown): void {
    this.seq += 1
    const text = JSON.stringify({ op, d, seq: this.seq })
    this.#kept.push(text)
    this.#characters += text.length
    while (this.#kept.length > voice.replay || this.#characters > voice.replayCharacters) {
      this.#characters -= this.#kept.shift()?.length ?? 0
    }
    if (this.link !== undefined)
      this.link.write(this.link.version < NUMBERED_VERSION ? JSON.stringify({ op, d }) : text)
  }

  /** What a resume could replay. */
  get kept(): { readonly count: number; readonly characters: number } {
    return { count: this.#kept.length, characters: this.#characters }
  }

  /** Whether everything after `seq` is still kept. Without a number nothing is sent again. */
  canReplay(seq: number | undefined): boolean {
    return seq === undefined || (seq <= this.seq && seq >= this.seq - this.#kept.length)
  }

  replay(seq: number | undefined): void {
    if (seq === undefined) return
    const missed = this.seq - seq
    if (missed > 0) for (const text of this.#kept.slice(-missed)) this.link?.write(text)
  }
}
