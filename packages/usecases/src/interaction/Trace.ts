/** The trace of an interaction: every decision, delivery, call, answer and change, in order. */
import { trace as limits } from "@backlot/domain/base/KeptLimits"
import type { Snowflake } from "@backlot/domain/base/Snowflake"
import type { InteractionRecord } from "@backlot/domain/interaction/Interaction"
import type { TraceLine } from "@backlot/domain/interaction/InteractionDecision"
import type { FormFile } from "@backlot/domain/validation/FormFile"
import { Effect } from "effect"
import * as Collections from "../store/Collections.ts"
import * as Retention from "../store/Retention.ts"
import { toStored } from "../store/StoredText.ts"
import { quietly, transact } from "../store/Transact.ts"
import { bytesOf } from "../store/Weights.ts"

/** The interaction of a trace, whose application it counts for. */
type Traced = Pick<InteractionRecord, "id" | "application_id">

/** The first lines of a trace. Runs in the transaction that creates the interaction. */
export const begin = (traced: Traced, lines: ReadonlyArray<TraceLine>) => putFrom({ seq: 0, before: 0 }, traced, lines)

/** Appends lines, in the transaction of the change that they report. The last one within the bounds says so. */
export const append = function* (traced: Traced, lines: ReadonlyArray<TraceLine>) {
  if (lines.length === 0) return
  const [last] = yield* Collections.traces.last([traced.id], 1)
  yield* putFrom(last === undefined ? { seq: 0, before: 0 } : behind(last), traced, lines)
}

/** Where a line stands: its index, and the characters of the lines before it. */
interface Place {
  readonly seq: number
  readonly before: number
}

const behind = (line: Collections.StoredLine): Place => ({
  seq: line.seq + 1,
  before: (line.before ?? 0) + toStored(line).length
})

const putFrom = function* (from: Place, { id, application_id }: Traced, lines: ReadonlyArray<TraceLine>) {
  let place = from
  for (const line of lines) {
    if (place.seq > LAST) break
    const stored: Collections.StoredLine = { interaction_id: id, ...place, ...line }
    const next = behind(stored)
    const fits = place.seq < LAST && bytesOf(next.before) <= limits.bytes
    yield* Collections.traces.put(fits ? stored : { ...stored, seq: LAST, ...CUT_OFF })
    place = fits ? next : { ...place, seq: LAST + 1 }
  }
  yield* Retention.weighTrace(id, application_id, from.before, place.before)
}

/** Index of the last line that a trace can have. */
const LAST = limits.lines - 1

const CUT_OFF = {
  what: "cut_off",
  detail: { because: `a trace keeps ${limits.lines} lines of ${limits.bytes} bytes; further ones are not kept` }
}

/** Appends one line in its own transaction, if the interaction still exists. A failure here never fails the caller. */
export const note = Effect.fnUntraced(function* (interactionId: Snowflake, what: string, detail: unknown) {
  yield* transact(function* (at) {
    const record = yield* Collections.interactions.get(interactionId)
    if (record !== undefined) yield* append(record, [{ at, what, detail }])
  })
}, quietly("A line of a trace could not be stored"))

/** Inside a transaction. */
export const read = function* (interactionId: Snowflake) {
  const lines = yield* Collections.traces.list([interactionId])
  return lines.map(({ at, what, detail }): TraceLine => ({ at, what, detail }))
}

/** The beginning of a body, for a line. */
export const clip = (text: string): string =>
  text.length > limits.bodyCharacters ? `${text.slice(0, limits.bodyCharacters)}…` : text

/** The field `files` of a line, if there are any. */
export const filesOf = (files: ReadonlyArray<FormFile>) =>
  files.length === 0 ? {} : { files: files.map(({ index, filename, size }) => ({ index, filename, size })) }
