/** The trace of an interaction: every decision, delivery, call, answer and change, in order. */
import { trace as limits } from "@backlot/domain/base/Limits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { TraceLine } from "@backlot/domain/interaction/InteractionDecision"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import { quietly, transact } from "../store/Transact.ts"

/** The first lines of a trace. Runs in the transaction that creates the interaction. */
export const begin = (interactionId: Snowflake, lines: ReadonlyArray<TraceLine>) => putFrom(0, interactionId, lines)

/** Appends lines, in the transaction of the change that they report. The last one within the bound says so. */
export const append = Effect.fnUntraced(function* (interactionId: Snowflake, lines: ReadonlyArray<TraceLine>) {
  if (lines.length === 0) return
  const [last] = yield* Collections.traces.last([interactionId], 1)
  yield* putFrom((last?.seq ?? -1) + 1, interactionId, lines)
})

const putFrom = Effect.fnUntraced(function* (first: number, interactionId: Snowflake, lines: ReadonlyArray<TraceLine>) {
  const room = Math.max(0, LAST - first)
  for (const [i, line] of lines.slice(0, room).entries()) {
    yield* Collections.traces.put({ interaction_id: interactionId, seq: first + i, ...line })
  }
  const dropped = first > LAST ? undefined : lines[room]
  if (dropped !== undefined) yield* Collections.traces.put(endOf(interactionId, dropped.at))
})

/** Index of the last line that a trace can have. */
const LAST = limits.lines - 1

const endOf = (interactionId: Snowflake, at: number): Collections.StoredLine => ({
  interaction_id: interactionId,
  seq: LAST,
  at,
  what: "cut_off",
  detail: { because: `a trace keeps ${limits.lines} lines; further ones are not kept` }
})

/** Appends one line in its own transaction, if the interaction still exists. A failure here never fails the caller. */
export const note = Effect.fnUntraced(function* (interactionId: Snowflake, what: string, detail: unknown) {
  yield* transact(function* (at) {
    const record = yield* Collections.interactions.get(interactionId)
    if (record !== undefined) yield* append(interactionId, [{ at, what, detail }])
  })
}, quietly("A line of a trace could not be stored"))

/** Inside a transaction. */
export const read = Effect.fnUntraced(function* (interactionId: Snowflake) {
  const lines = yield* Collections.traces.list([interactionId])
  return lines.map(({ at, what, detail }): TraceLine => ({ at, what, detail }))
})

/** The beginning of a body, for a line. */
export const clip = (text: string): string =>
  text.length > limits.bodyCharacters ? `${text.slice(0, limits.bodyCharacters)}…` : text

/** The field `files` of a line, if there are any. */
export const filesOf = (files: ReadonlyArray<FormFile>) =>
  files.length === 0 ? {} : { files: files.map(({ index, filename, size }) => ({ index, filename, size })) }
