/** Notes frames of the gateway for those who watch the wire. Our choice: docs/choices.md "Control plane". */
import { wire as limits } from "@backlot/domain/base/KeptLimits"
import { dataOf, frameNotes, receivedFrame } from "../observability/FrameNotes.ts"
import type { WireTap } from "../observability/WireTap.ts"
import type { Connection, Ending } from "./Connection.ts"
import type { Session } from "./Session.ts"

/** While nobody watches, each costs one question. */
export interface FrameTap {
  readonly sent: (connection: Connection, frame: Uint8Array) => void
  readonly received: (connection: Connection, message: Uint8Array) => void
  readonly ended: (connection: Connection, ending: Ending) => void
}

export const gatewayTap = (
  tap: WireTap["Service"],
  sessionOf: (connection: Connection) => Session | undefined,
  /** Milliseconds since 1970. */
  now: () => number
): FrameTap => {
  const whoseOf = (connection: Connection) => {
    const session = sessionOf(connection)
    return session === undefined ? undefined : { session_id: session.id, application_id: session.application_id }
  }
  const { isOn, add, ended } = frameNotes("gateway", tap, whoseOf, now)
  return {
    sent: (connection, frame) => {
      if (isOn()) add(connection, "out", sentFrame(frame))
    },
    received: (connection, message) => {
      if (isOn()) add(connection, "in", receivedFrame(message))
    },
    ended
  }
}

const decoder = new TextDecoder()

/** The keys of a frame come in this order (`Frame`). */
const SENT = /^\{"t":(null|"\w*"),"s":(null|\d+),"op":(\d+),"d":/

const HEAD_BYTES = 200

const sentFrame = (frame: Uint8Array) => {
  // A character has at most four bytes.
  const bound = HEAD_BYTES + 4 * limits.text
  const text = decoder.decode(frame.subarray(0, bound))
  const [head = "", t = "null", s = "null", op = "0"] = SENT.exec(text) ?? []
  const isWhole = frame.length <= bound
  return {
    op: Number(op),
    t: JSON.parse(t),
    s: JSON.parse(s),
    ...dataOf(text.slice(head.length, isWhole ? -1 : undefined), isWhole)
  }
}
