/** What the gateway sends, as UTF-8. Source: wire-interactions.md §3.3. */
import { gateway } from "@backlot/domain/base/Limits"
import { Opcode } from "@backlot/protocol/gateway/Gateway"

/** An event's data with its name, encoded once for all sessions that get it. */
export interface Payload {
  readonly t: string
  /** All of a frame before its `s`: ASCII. */
  readonly head: string
  /** All of a frame behind its `s`. */
  readonly tail: Uint8Array
}

const encoder = new TextEncoder()

/** `d` as JSON text. */
export const payload = (t: string, d: string): Payload => ({
  t,
  head: `{"t":${JSON.stringify(t)},"s":`,
  tail: encoder.encode(`,"op":0,"d":${d}}`)
})

/** The dispatch of a payload with its place in a session. */
export const dispatchFrame = ({ head, tail }: Payload, s: number): Uint8Array => {
  const start = `${head}${s}`
  const frame = new Uint8Array(start.length + tail.length)
  encoder.encodeInto(start, frame)
  frame.set(tail, start.length)
  return frame
}

/** Every frame has all four keys (§3.3). */
export const controlFrame = (op: number, d: unknown): Uint8Array =>
  encoder.encode(JSON.stringify({ t: null, s: null, op, d }))

/** The first frame of every connection (§3.4). */
export const HELLO = controlFrame(Opcode.HELLO, { heartbeat_interval: gateway.heartbeatMs, _trace: [] })

/** Bytes of a close frame's reason (RFC 6455 §5.5). */
const REASON_BYTES = 123

/** The platform's sentence, and what exactly was wrong where both fit. */
export const closeReason = (sentence: string, because?: string): string => {
  const whole = because === undefined ? sentence : `${sentence} ${because}`
  return encoder.encode(whole).length <= REASON_BYTES ? whole : sentence
}
