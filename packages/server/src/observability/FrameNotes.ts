/** Frames of WebSockets for those who watch the wire: what all kinds of connections share. Our choice: docs/choices.md "Control plane". */
import { Option, Schema } from "effect"
import type { Surface, WireTap } from "./WireTap.ts"
import { clip } from "./WireText.ts"

/** Whose connection it is. */
export interface Whose {
  readonly session_id: string
  readonly application_id: string
}

/** How a connection ended. */
interface Close {
  readonly code: number
  readonly because?: string | undefined
  readonly by: "client" | "server"
}

/** While nobody watches, each call costs one question. */
export const frameNotes = <C extends object>(
  surface: Surface,
  { isOn, note }: WireTap["Service"],
  whoseOf: (connection: C) => Whose | undefined,
  /** Milliseconds since 1970. */
  now: () => number
) => {
  const numbers = new WeakMap<C, number>()
  let last = 0
  const numberOf = (connection: C): number => {
    const number = numbers.get(connection) ?? ++last
    numbers.set(connection, number)
    return number
  }
  const add = (connection: C, direction: "in" | "out", frame: object) => {
    const { session_id, application_id } = whoseOf(connection) ?? NOBODY
    note(surface, { at: now(), connection: numberOf(connection), session_id, application_id, direction, ...frame })
  }
  return {
    isOn,
    add,
    ended: (connection: C, { code, because, by }: Close) => {
      if (!isOn()) return
      const close = { code, ...(because === undefined ? {} : { because }) }
      add(connection, by === "client" ? "in" : "out", { op: null, t: null, s: null, close })
    }
  }
}

const NOBODY = { session_id: null, application_id: null }

const decoder = new TextDecoder()

const parse = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ op: Schema.Int, d: Schema.optionalKey(Schema.Unknown) }))
)

/** A frame of a client. What is none is shown as it came. */
export const receivedFrame = (message: Uint8Array) => {
  const text = decoder.decode(message)
  const frame = Option.getOrUndefined(parse(text))
  const d = frame === undefined ? text : JSON.stringify(frame.d ?? null)
  return { op: frame?.op ?? null, t: null, s: null, ...dataOf(d, true) }
}

export const dataOf = (json: string, isWhole: boolean) => {
  const { text, clipped } = clip(json, isWhole)
  return { d: text, ...(clipped ? { clipped: true } : {}) }
}
