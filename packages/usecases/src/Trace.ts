/** The trace of an interaction: every decision, delivery, answer and change, in order. Inside a transaction. */
import type { Snowflake } from "@backlot/domain/Snowflake"
import { Effect } from "effect"
import * as Collection from "./Collection.ts"
import * as Collections from "./Collections.ts"

export interface NewLine {
  /** Milliseconds of the service clock. */
  readonly at: number
  readonly what: string
  readonly detail: unknown
}

export const append = Effect.fnUntraced(function* (interactionId: Snowflake, lines: ReadonlyArray<NewLine>) {
  const [last] = yield* Collections.traces.last([Collection.id(interactionId)], 1)
  const first = (last?.seq ?? -1) + 1
  for (const [i, line] of lines.entries()) {
    yield* Collections.traces.put({ interaction_id: interactionId, seq: first + i, ...line })
  }
})

export const read = Effect.fnUntraced(function* (interactionId: Snowflake) {
  const lines = yield* Collections.traces.list([Collection.id(interactionId)])
  return lines.map(({ at, what, detail }) => ({ at, what, detail }))
})
