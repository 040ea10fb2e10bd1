/**
 * The event stream of the control plane, read by fetch so that it can carry the control token and continue after the last
 * event. Source: product.md "Control plane" (events).
 */
import { authorization, send } from "../api/Control.ts"
import { ControlFailure } from "../api/ControlFailure.ts"

export interface LiveEvent {
  readonly seq: number
  readonly type: string
  /** Milliseconds of the service clock. */
  readonly at: number
  readonly data: unknown
}

export interface Listener {
  /** All events that came together. */
  readonly events: (events: ReadonlyArray<LiveEvent>) => void
  /** Nothing known is certain any more: a first connection, a lost part, or another store. */
  readonly lost: () => void
  readonly state: (state: "connecting" | "open" | "closed" | "locked") => void
}

/** Reads until the signal aborts, and connects again whenever the connection ends. */
export const follow = async (listener: Listener, signal: AbortSignal): Promise<void> => {
  let last: number | undefined
  let failures = 0
  while (!signal.aborted) {
    listener.state("connecting")
    try {
      for await (const frames of framesOf(last, signal)) {
        failures = 0
        const events: Array<LiveEvent> = []
        for (const { id, data } of frames) {
          // The first frame of a connection says where the log stands.
          if (data === "") {
            if (id === undefined) continue
            if (last === undefined || id < last) listener.lost()
            listener.state("open")
            last ??= id
            if (id < last) last = id
            continue
          }
          const event = JSON.parse(data) as LiveEvent
          if (last !== undefined && event.seq > last + 1) listener.lost()
          last = event.seq
          events.push(event)
        }
        if (events.length > 0) listener.events(events)
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ControlFailure && error.needsToken) {
        listener.state("locked")
        return
      }
    }
    if (signal.aborted) return
    listener.state("closed")
    await pause(Math.min(250 * 2 ** failures++, 4_000), signal)
  }
}

interface Frame {
  readonly id: number | undefined
  readonly data: string
}

/** The frames of one connection, those that came together at once. */
async function* framesOf(last: number | undefined, signal: AbortSignal): AsyncGenerator<ReadonlyArray<Frame>> {
  const headers = last === undefined ? {} : { "last-event-id": String(last) }
  const response = await send("/events", { signal, headers: { ...authorization(), ...headers } })
  if (!response.ok || response.body === null) throw new ControlFailure(response.status, {})
  let rest = ""
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const parts = `${rest}${text}`.split("\n\n")
    rest = parts.pop() ?? ""
    yield parts.map(frameOf).filter((frame) => frame.id !== undefined || frame.data !== "")
  }
}

const frameOf = (text: string): Frame => {
  const fields = text.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line))
  const of = (name: string) => fields.find((field) => field?.[1] === name)?.[2]
  const id = of("id")
  return { id: id === undefined ? undefined : Number(id), data: of("data") ?? "" }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })
