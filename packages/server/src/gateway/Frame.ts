/** Frames that the gateway sends, as UTF-8. Source: wire-interactions.md §3.3. */
import { gateway } from "@backlot/domain/base/Limits"
import { Opcode } from "@backlot/protocol/gateway/Gateway"

/** The name and data of an event, encoded once for all sessions. */
export interface Payload {
  readonly t: string
  /** The frame up to the value of `s`: ASCII. */
  readonly head: string
  /** The frame after the value of `s`. */
  readonly tail: Uint8Array
}

const encoder = new TextEncoder()

const BEFORE_DATA = `,"op":0,"d":`

/** `d` is JSON text. */
export const payload = (t: string, d: string): Payload => ({
  t,
  head: `{"t":${JSON.stringify(t)},"s":`,
  tail: encoder.encode(`${BEFORE_DATA}${d}}`)
})

const decoder = new TextDecoder()

/** The JSON text of the data. */
export const dataOf = ({ tail }: Payload): string => decoder.decode(tail).slice(BEFORE_DATA.length, -1)

/** A dispatch frame with its sequence number. */
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

/** The platform's sentence, followed by the exact cause if both fit. */
export const closeReason = (sentence: string, because?: string): string => {
  const whole = because === undefined ? sentence : `${sentence} ${because}`
  return encoder.encode(whole).length <= REASON_BYTES ? whole : sentence
}
