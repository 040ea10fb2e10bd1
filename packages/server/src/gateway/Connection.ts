/**
 * One WebSocket of the gateway as the rest of the server sees it: what is sent leaves in order, and once it is closed
 * nothing follows. What it says is understood by `Conversation`.
 */

import { gateway } from "@backlot/domain/base/Limits"
import type { ClientFrame } from "@backlot/domain/gateway/GatewayCommand"
import type { CloseReason } from "@backlot/protocol/gateway/Gateway"
import { closeReason, controlFrame } from "./Frame.ts"
import type { FrameWriter } from "./FrameWriter.ts"

/** How a connection ended. */
export interface Ending {
  readonly code: number
  /** The session goes with it: its client said goodbye (§3.7). */
  readonly forget: boolean
  readonly because: string | undefined
}

export interface ConnectionInput {
  readonly writer: FrameWriter
  /** Ends the connection at once, without a word. */
  readonly cut: () => void
  /** Of the API, as asked for. */
  readonly version: number
  /** Where a client finds the gateway again. */
  readonly url: string
  /** Milliseconds of the real clock. */
  readonly now: number
  /** Runs something after so many real milliseconds. */
  readonly later: (ms: number, run: () => void) => void
  /** Called once, when nothing more can be sent. */
  readonly ended: (connection: Connection, ending: Ending) => void
}

export class Connection {
  readonly version: number
  readonly url: string
  readonly #input: ConnectionInput
  #isClosed = false
  /** Milliseconds of the real clock. */
  lastBeat: number
  /** Until when it must have a session. */
  identifyBy: number
  /** Frames that came in the window which began at `windowFrom`. */
  received = 0
  windowFrom: number
  /** While one frame takes its time, those that follow wait; heartbeats do not. */
  isBusy = false
  readonly waiting: Array<ClientFrame> = []
  /** What waits for the end of a delay that was asked for. */
  #held: Array<() => void> | undefined
  #heldBytes = 0

  constructor(input: ConnectionInput) {
    this.#input = input
    this.version = input.version
    this.url = input.url
    this.lastBeat = input.now
    this.windowFrom = input.now
    this.identifyBy = input.now + gateway.identifyMs
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** One whole frame. A reader that is too slow is cut off; its session waits for it. */
  write(frame: Uint8Array): void {
    if (this.#isClosed) return
    if (this.#held !== undefined) {
      this.#held.push(() => this.write(frame))
      this.#heldBytes += frame.length
      if (this.#heldBytes > gateway.backlogBytes) this.cut("too much waits for the end of a delay")
      return
    }
    this.#input.writer.write(frame)
    if (this.#input.writer.backlog() > gateway.backlogBytes) this.cut("it reads too slowly")
  }

  send(op: number, d: unknown): void {
    this.write(controlFrame(op, d))
  }

  compressPayloads(): void {
    this.#input.writer.compressPayloads()
  }

  /** `because` tells the developer what exactly was wrong. */
  close({ code, reason }: Pick<CloseReason, "code" | "reason">, because?: string): void {
    if (this.#end({ code, because, forget: false })) this.#input.writer.close(code, closeReason(reason, because))
  }

  /** Without a close frame: its client sees the connection break. */
  cut(because: string): void {
    if (this.#end({ code: ABNORMAL, because, forget: false })) this.#input.cut()
  }

  /** The socket is closed, by whomever. */
  closed(code: number): void {
    this.#end({ code, because: undefined, forget: code === 1000 || code === 1001 })
    this.#input.writer.end()
  }

  /** Everything that is sent from now on waits so long. */
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

  /** Now, or behind what is delayed. */
  inOrder(step: () => void): void {
    if (this.#held === undefined) step()
    else this.#held.push(() => this.inOrder(step))
  }

  #end(ending: Ending): boolean {
    if (this.#isClosed) return false
    this.#isClosed = true
    this.#held = undefined
    this.waiting.length = 0
    this.#input.ended(this, ending)
    return true
  }
}

/** What WebSocket calls a connection that broke. */
const ABNORMAL = 1006
