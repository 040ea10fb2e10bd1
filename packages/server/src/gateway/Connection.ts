/** One WebSocket of the gateway: sends frames in order, and nothing after the close. */
import { gateway } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { ClientFrame } from "@backlot/domain/gateway/GatewayCommand"
import type { CloseReason } from "@backlot/protocol/gateway/Gateway"
import { Effect } from "effect"
import { closeReason, controlFrame } from "./Frame.ts"
import type { Compression, FrameWriter } from "./FrameWriter.ts"

/** How a connection ended. */
export interface Ending {
  readonly code: number
  /** The client closed normally, which ends its session too (§3.7). */
  readonly forget: boolean
  readonly because: string | undefined
  /** Who ended it: a broken connection counts as ended by its client. */
  readonly by: "client" | "server"
}

export interface ConnectionInput {
  readonly writer: FrameWriter
  /** Ends the connection at once, without a close frame. */
  readonly cut: () => void
  /** The API version that the client asked for. */
  readonly version: number
  readonly compression: Compression
  /** The application for which foreign bot tokens stand. */
  readonly standsFor?: Snowflake | undefined
  /** The URL at which a client can resume. */
  readonly url: string
  /** Milliseconds of the real clock. */
  readonly now: number
  /** Runs `run` after `ms` real milliseconds. */
  readonly later: (ms: number, run: () => void) => void
  /** Called for each frame that is sent. */
  readonly wrote: (connection: Connection, frame: Uint8Array) => void
  /** Called once, when nothing more can be sent. */
  readonly ended: (connection: Connection, ending: Ending) => void
}

export class Connection {
  readonly version: number
  readonly url: string
  readonly standsFor: Snowflake | undefined
  readonly #input: ConnectionInput
  /** `zlib-payload`: each message by itself, as the IDENTIFY asked. */
  compression: Compression | "zlib-payload"
  isClosed = false
  /** Milliseconds of the real clock. */
  lastBeat: number
  /** The last `s` that the client had at its last heartbeat; undefined before the first one. */
  heardSeq: number | null | undefined
  /** The time by which the connection must have a session. */
  identifyBy: number
  /** Frames received in the window that began at `windowFrom`. */
  received = 0
  windowFrom: number
  /** While one frame is handled, later frames wait in `waiting`. Heartbeats do not wait. */
  isBusy = false
  readonly waiting: Array<ClientFrame> = []
  /** Steps that wait for the end of a planned delay. */
  #held: Array<() => void> | undefined
  #heldBytes = 0
  /** Whether the log has told of a frame without effect. */
  #isTold = false

  constructor(input: ConnectionInput) {
    this.#input = input
    this.version = input.version
    this.url = input.url
    this.standsFor = input.standsFor
    this.compression = input.compression
    this.lastBeat = input.now
    this.windowFrom = input.now
    this.identifyBy = input.now + gateway.identifyMs
  }

  /** Logs why a frame has no effect, the first time on a connection. §3.3: opcodes 3 and 4 are accepted whatever they say. */
  ignored(what: string, because: string): Effect.Effect<void> | undefined {
    if (this.#isTold) return undefined
    this.#isTold = true
    return Effect.logInfo(`A ${what} was ignored: ${because}`)
  }

  /** Sends one whole frame. Cuts off a client that reads too slowly; its session can be resumed. */
  write(frame: Uint8Array): void {
    if (this.isClosed) return
    if (this.#held !== undefined) {
      this.#held.push(() => this.write(frame))
      this.#heldBytes += frame.length
      if (this.#heldBytes > gateway.backlogBytes) this.cut("too much waits for the end of a delay")
      return
    }
    this.#input.wrote(this, frame)
    this.#input.writer.write(frame)
    if (this.#input.writer.backlog() > gateway.backlogBytes) this.cut("it reads too slowly")
  }

  send(op: number, d: unknown): void {
    this.write(controlFrame(op, d))
  }

  /** Bytes that have not left yet. */
  get backlog(): number {
    return this.#heldBytes + this.#input.writer.backlog()
  }

  compressPayloads(): void {
    if (this.compression === "none") this.compression = "zlib-payload"
    this.#input.writer.compressPayloads()
  }

  /** Closes with a code; `because` explains the cause to the developer. */
  close({ code, reason }: Pick<CloseReason, "code" | "reason">, because?: string): void {
    if (this.#end({ code, because, forget: false, by: "server" }))
      this.#input.writer.close(code, closeReason(reason, because))
  }

  /** Breaks the connection without a close frame. */
  cut(because: string): void {
    if (this.#end({ code: ABNORMAL, because, forget: false, by: "server" })) this.#input.cut()
  }

  /** Called when the socket has closed, from either side. */
  closed(code: number): void {
    this.#end({ code, because: undefined, forget: code === 1000 || code === 1001, by: "client" })
    this.#input.writer.end()
  }

  /** Holds back everything sent from now on for `ms`. */
  delay(ms: number): void {
    const held = this.#held
    if (held !== undefined) {
      held.push(() => this.delay(ms))
      return
    }
    this.#held = []
    this.#input.later(ms, () => {
      const held = this.#held ?? []
      this.#held = undefined
      this.#heldBytes = 0
      for (const step of held) step()
    })
  }

  /** Runs `step` now, or after the steps that are held back. */
  inOrder(step: () => void): void {
    if (this.#held === undefined) step()
    else this.#held.push(() => this.inOrder(step))
  }

  #end(ending: Ending): boolean {
    if (this.isClosed) return false
    this.isClosed = true
    this.#held = undefined
    this.waiting.length = 0
    this.#input.ended(this, ending)
    return true
  }
}

/** The WebSocket code for a broken connection. */
const ABNORMAL = 1006
