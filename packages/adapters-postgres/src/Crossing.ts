/**
 * In one commit all bodies run before all ends. That is as if each end followed its body, unless an end and a later body
 * touch the same rows.
 */
import type { Messages } from "@backlot/ports/Body"
import { type Bounds, boundsOf } from "@backlot/ports/Bounds"
import { Effect } from "effect"

/** What a body or an end has read and written. */
export interface Touched {
  readonly keys: Set<string>
  readonly spans: Array<Pick<Bounds, "start" | "end">>
  readonly writes: Set<string>
}

export const untouched = (): Touched => ({ keys: new Set(), spans: [], writes: new Set() })

/** The same store, which notes what is touched. */
export const noting = (messages: Messages, { keys, spans, writes }: Touched): Messages => ({
  get: (key) => {
    keys.add(key)
    return messages.get(key)
  },
  getMany: (asked) => {
    for (const key of asked) keys.add(key)
    return messages.getMany(asked)
  },
  put: (key, value) => {
    writes.add(key)
    return messages.put(key, value)
  },
  delete: (key) => {
    writes.add(key)
    return messages.delete(key)
  },
  list: (span, options) =>
    Effect.tap(messages.list(span, options), (found) => {
      const { start, end, limit, reverse } = boundsOf(span, options)
      const last = found.length === limit ? found.at(-1)?.[0] : undefined
      // A listing that was cut off says nothing of what is behind its last row. No key is between it and it with a space.
      if (last === undefined) spans.push({ start, end })
      else spans.push(reverse ? { start: last, end } : { start, end: `${last} ` })
      return Effect.void
    })
})

/** Whether it makes a difference that a body ran before the ends of those before it. */
export const isCrossed = (bodies: ReadonlyArray<Touched>, ends: ReadonlyArray<Touched>): boolean =>
  bodies.some((body, i) => ends.slice(0, i).some((end) => sees(end, body) || sees(body, end)))

const sees = ({ keys, spans, writes }: Touched, { writes: others }: Touched): boolean => {
  for (const key of others) {
    if (keys.has(key) || writes.has(key) || spans.some(({ start, end }) => key >= start && key < end)) return true
  }
  return false
}
