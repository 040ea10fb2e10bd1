/** The trace of an interaction: every decision, delivery, call, answer and change, in order. */
import type { TraceLine } from "@backlot/domain/InteractionDecision"
import { trace as limits } from "@backlot/domain/Limits"
import type { Snowflake } from "@backlot/domain/Snowflake"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"

/** Part of the transaction of what the lines tell of. Lines beyond the bound are not kept. */
export const append = Effect.fnUntraced(function* (interactionId: Snowflake, lines: ReadonlyArray<TraceLine>) {
  const [last] = yield* Collections.traces.last([Collection.id(interactionId)], 1)
  const first = (last?.seq ?? -1) + 1
  for (const [i, line] of lines.slice(0, Math.max(0, limits.lines - first)).entries()) {
    yield* Collections.traces.put({ interaction_id: interactionId, seq: first + i, ...line })
  }
})

/** One line in a transaction of its own, if the interaction still exists. It never fails what it tells of. */
export const note = Effect.fnUntraced(
  function* (interactionId: Snowflake, what: string, detail: unknown) {
    const at = yield* (yield* ServiceClock).now
    const storage = yield* Storage
    yield* storage.transaction(
      Effect.gen(function* () {
        const record = yield* Collections.interactions.get(Collection.id(interactionId))
        if (record !== undefined) yield* append(interactionId, [{ at, what, detail }])
      })
    )
  },
  Effect.catch((error) => Effect.logWarning("A line of a trace could not be kept", error)),
  Effect.catchDefect((defect) => Effect.logWarning("A line of a trace could not be kept", defect))
)

/** Inside a transaction. */
export const read = Effect.fnUntraced(function* (interactionId: Snowflake) {
  const lines = yield* Collections.traces.list([Collection.id(interactionId)])
  return lines.map(({ at, what, detail }): TraceLine => ({ at, what, detail }))
})

/** The beginning of a body, as a line shows it. */
export const clip = (text: string): string =>
  text.length > limits.bodyCharacters ? `${text.slice(0, limits.bodyCharacters)}…` : text
