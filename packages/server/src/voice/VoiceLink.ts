/** One WebSocket of the voice gateway: sends frames in order, and nothing after the close. */
import { voice } from "@backlot/domain/base/VoiceLimits"
import type { CloseReason } from "@backlot/protocol/gateway/Gateway"
import { VOICE_CLOSE } from "@backlot/protocol/gateway/VoiceGateway"
import { WebSocket } from "ws"
import type { VoiceLine, VoiceSession } from "./VoiceSession.ts"

/** What a client asks for by its URL, and where it reached this server. */
export interface VoiceWanted {
  readonly version: number
  readonly localAddress: string
  /** If present, the connection is closed at once with this. */
  readonly refusal?: { readonly reason: CloseReason; readonly because: string }
}

/** How a connection ended. */
export interface VoiceEnding {
  readonly code: number
  readonly because: string | undefined
}

/** Who hears of what a connection does. */
export interface LinkHearing {
  readonly wrote?: (link: VoiceLink, text: string) => void
  /** Called once. The connection still has its session. */
  readonly ended: (link: VoiceLink, ending: VoiceEnding, by: "client" | "server") => void
}

export class VoiceLink implements VoiceLine {
  readonly version: number
  readonly localAddress: string
  readonly #socket: WebSocket
  readonly #hears: LinkHearing
  isClosed = false
  /** Whether another server is asked about its IDENTIFY. */
  isClaiming = false
  session: VoiceSession | undefined
  /** Milliseconds of the real clock, as the next two. */
  lastBeat: number
  readonly identifyBy: number
  #windowFrom: number
  #received = 0

  constructor(socket: WebSocket, { version, localAddress }: VoiceWanted, now: number, hears: LinkHearing) {
    this.#socket = socket
    this.version = version
    this.localAddress = localAddress
    this.lastBeat = now
    this.identifyBy = now + voice.identifyMs
    this.#windowFrom = now
    this.#hears = hears
  }

  /** Whether the client sends more than it may. */
  isTooMuch(now: number): boolean {
    if (now - this.#windowFrom >= voice.sendsWindowMs) {
      this.#windowFrom = now
      this.#received = 0
    }
    this.#received += 1
    return this.#received > voice.sends
  }

  /** Cuts off a client that reads too slowly. */
  write(text: string): void {
    if (this.isClosed || this.#socket.readyState !== WebSocket.OPEN) return
    this.#socket.send(text)
    this.#hears.wrote?.(this, text)
    if (this.#socket.bufferedAmount > voice.backlogBytes && this.#end(1006, "it reads too slowly", "server"))
      this.#socket.terminate()
  }

  send(op: number, d: unknown): void {
    this.write(JSON.stringify({ op, d }))
  }

  /** Closes with a code; `because` explains the cause to the developer. */
  close({ code, reason }: CloseReason, because?: string): void {
    if (!this.#end(code, because, "server")) return
    const whole = because === undefined ? reason : `${reason} ${because}`
    this.#socket.close(code, Buffer.byteLength(whole) <= REASON_BYTES ? whole : reason)
  }

  /** Called when the socket has closed, from either side. */
  closed(code: number): void {
    this.#end(code, undefined, "client")
  }

  #end(code: number, because: string | undefined, by: "client" | "server"): boolean {
    if (this.isClosed) return false
    this.isClosed = true
    this.#hears.ended(this, { code, because }, by)
    return true
  }
}

/** Bytes of a close frame's reason (RFC 6455 §5.5). */
const REASON_BYTES = 123

/** Codes after which a session is over, whoever closed: the client left, or may not come back. */
export const isFinal = (code: number): boolean =>
  code === 1000 || code === 1001 || Object.values(VOICE_CLOSE).some((one) => one.code === code && !RESUMABLE.has(code))

/** After these a client can resume (close codes below 4000 too, as of a broken connection). */
const RESUMABLE: ReadonlySet<number> = new Set([VOICE_CLOSE.SERVER_CRASHED.code])
