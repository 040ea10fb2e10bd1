/** Notes frames of the gateway for those who watch the wire. Our choice: docs/choices.md "Control plane". */
import { wire as limits } from "@backlot/domain/base/KeptLimits"
import { Option, Schema } from "effect"
import type { WireTap } from "../observability/WireTap.ts"
import { clip } from "../observability/WireText.ts"
import type { Connection, Ending } from "./Connection.ts"
import type { Session } from "./Session.ts"

/** While nobody watches, each costs one question. */
export interface FrameTap {
  readonly sent: (connection: Connection, frame: Uint8Array) => void
  readonly received: (connection: Connection, message: Uint8Array) => void
  readonly ended: (connection: Connection, ending: Ending) => void
}

export const gatewayTap = (
  { isOn, note }: WireTap["Service"],
  sessionOf: (connection: Connection) => Session | undefined,
  /** Milliseconds since 1970. */
  now: () => number
): FrameTap => {
  const numbers = new WeakMap<Connection, number>()
  let last = 0
  const numberOf = (connection: Connection): number => {
    const number = numbers.get(connection) ?? ++last
    numbers.set(connection, number)
    return number
  }
  const add = (connection: Connection, direction: "in" | "out", frame: object) => {
    const session = sessionOf(connection)
    note("gateway", {
      at: now(),
      connection: numberOf(connection),
      session_id: session?.id ?? null,
      application_id: session?.application_id ?? null,
      direction,
      ...frame
    })
  }
  return {
    sent: (connection, frame) => {
      if (isOn()) add(connection, "out", sentFrame(frame))
    },
    received: (connection, message) => {
      if (isOn()) add(connection, "in", receivedFrame(message))
    },
    ended: (connection, { code, because, by }) => {
      if (!isOn()) return
      const close = { code, ...(because === undefined ? {} : { because }) }
      add(connection, by === "client" ? "in" : "out", { op: null, t: null, s: null, close })
    }
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

const parse = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ op: Schema.Int, d: Schema.optionalKey(Schema.Unknown) }))
)

/** What is no frame is shown as it came. */
const receivedFrame = (message: Uint8Array) => {
  const text = decoder.decode(message)
  const frame = Option.getOrUndefined(parse(text))
  const d = frame === undefined ? text : JSON.stringify(frame.d ?? null)
  return { op: frame?.op ?? null, t: null, s: null, ...dataOf(d, true) }
}

const dataOf = (json: string, isWhole: boolean) => {
  const { text, clipped } = clip(json, isWhole)
  return { d: text, ...(clipped ? { clipped: true } : {}) }
}
