/**
 * Stores the world that a reset restores, in rows of a bounded length, because reading the neighbours of one long row
 * would read that row too. All run inside a transaction.
 */
import { DEFAULTS } from "@backlot/domain/record/RecordDefaults"
import type { World } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { NOTHING } from "./WorldLists.ts"

/** Earlier layouts had the whole world in one row with this key. */
const PREFIX = "meta/world"
/** Characters of a row. In UTF-8 they fit into a page of the file adapter beside other rows. */
const ROW = 1_200

const keyOf = (index: number) => `${PREFIX}/${String(index).padStart(8, "0")}`

/** False when the store has never held a world. */
export const isThere = Body.map(store.list({ prefix: PREFIX }, { limit: 1 }), (rows) => rows.length > 0)

/** Undefined when the store has never held a world. */
export const read = Body.map(store.list({ prefix: PREFIX }), (rows): World | undefined =>
  // Only `write` writes these rows. An older release wrote the lists that it knew.
  rows.length === 0
    ? undefined
    : { ...NOTHING, ...DEFAULTS.world, ...(JSON.parse(rows.map(([, text]) => text).join("")) as Partial<World>) }
)

export const write = (world: World): Body.Body<void> => writeText(JSON.stringify(world))

/** Parts the row of an earlier layout. */
export const part = Body.gen(function* () {
  const whole = yield* store.get(PREFIX)
  if (whole !== undefined) yield* writeText(whole)
})

const writeText = function* (text: string) {
  for (const [key] of yield* store.list({ prefix: PREFIX })) yield* store.delete(key)
  for (const [i, row] of rowsOf(text).entries()) yield* store.put(keyOf(i), row)
}

/** No row ends between the halves of a character, because a store cannot keep half of one. */
const rowsOf = (text: string): ReadonlyArray<string> => {
  const rows: Array<string> = []
  for (let at = 0; at < text.length; ) {
    const end = at + ROW
    const whole = isHigh(text.charCodeAt(end - 1)) ? end + 1 : end
    rows.push(text.slice(at, whole))
    at = whole
  }
  return rows
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
