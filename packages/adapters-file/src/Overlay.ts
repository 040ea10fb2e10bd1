/** Sorted changes over sorted rows, read as one. */
import type { Bounds } from "@backlot/ports/Bounds"
import type { Entry } from "@backlot/ports/Storage"
import type sortedBtree from "sorted-btree"
import { EmptyBTree } from "sorted-btree"
import type { Change } from "./JournalFormat.ts"
import type { Row } from "./RecentRows.ts"

// A CommonJS module: in Node its class is the `default` of its default export, but not in every bundler. Cloning its
// empty tree works everywhere. It compares strings by code unit, which for ASCII is byte order.
export type Overlay = sortedBtree.default<string, Row>
export const emptyOverlay = (): Overlay => EmptyBTree.clone()

/** Sorts before every printable character: appended to a key it is the bound just after that key. */
const JUST_BEYOND = "\x01"

/** What `rows` lists with the changes of the overlays over it; the first overlay has the last word. */
export const list = (
  overlays: ReadonlyArray<Overlay>,
  rows: (bounds: Bounds) => ReadonlyArray<Entry>,
  bounds: Bounds
): ReadonlyArray<Entry> => {
  const { start, end, limit, reverse } = bounds
  if (limit === 0 || start >= end) return []
  let lower: Iterator<Change> | undefined
  for (const overlay of overlays.toReversed()) {
    const upper = changesIn(overlay, bounds)
    const first = upper.next()
    if (first.done === true) continue
    lower = over(first.value, upper, lower ?? stored(rows, bounds), reverse)
  }
  if (lower === undefined) return rows(bounds)
  const found: Array<Entry> = []
  for (let next = lower.next(); next.done !== true && found.length !== limit; next = lower.next()) {
    const [key, row] = next.value
    if (row !== null) found.push([key, row])
  }
  return found
}

function* changesIn(overlay: Overlay, { start, end, reverse }: Bounds): Iterator<Change, undefined> {
  const changes = reverse ? overlay.entriesReversed(end, undefined, true) : overlay.entries(start)
  for (const change of changes) {
    if (reverse ? change[0] < start : change[0] >= end) return
    yield change
  }
}

/** A page at a time: changes can take rows away, so more may be needed than asked for. */
function* stored(rows: (bounds: Bounds) => ReadonlyArray<Entry>, bounds: Bounds): Iterator<Change, undefined> {
  for (let rest = bounds; ; ) {
    const page = rows(rest)
    yield* page
    const last = page.at(-1)?.[0]
    if (last === undefined || page.length !== bounds.limit) return
    rest = bounds.reverse ? { ...rest, end: last } : { ...rest, start: last + JUST_BEYOND }
  }
}

/** Both in order, the upper in place of the lower where they have the same key. */
function* over(
  first: Change,
  upper: Iterator<Change, undefined>,
  lower: Iterator<Change, undefined>,
  reverse: boolean
): Iterator<Change, undefined> {
  let above: Change | undefined = first
  let below = lower.next().value
  for (;;) {
    if (above !== undefined && (below === undefined || below[0] === above[0] || below[0] > above[0] !== reverse)) {
      if (below?.[0] === above[0]) below = lower.next().value
      yield above
      above = upper.next().value
    } else if (below !== undefined) {
      yield below
      below = lower.next().value
    } else return
  }
}
