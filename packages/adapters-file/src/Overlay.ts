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

/** Rows for `list`, and which of them it may leave out. */
export interface Below {
  readonly rows: (bounds: Bounds) => ReadonlyArray<Entry>
  readonly deleted: DeletedRows
}

/** What `rows` lists with the changes of the overlays over it; the first overlay has the last word. */
export const list = (overlays: ReadonlyArray<Overlay>, below: Below, bounds: Bounds): ReadonlyArray<Entry> => {
  const { start, end, limit, reverse } = bounds
  if (limit === 0 || start >= end) return []
  let lower: Iterator<Change> | undefined
  for (const overlay of overlays.toReversed()) {
    const upper = changesIn(overlay, bounds)
    const first = upper.next()
    if (first.done === true) continue
    lower = over(first.value, upper, lower ?? stored(overlays, below, bounds), reverse)
  }
  if (lower === undefined) return below.rows(bounds)
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

/** A page at a time, each larger: changes can take rows away, so more may be needed than asked for. */
function* stored(
  overlays: ReadonlyArray<Overlay>,
  { rows, deleted }: Below,
  bounds: Bounds
): Iterator<Change, undefined> {
  const { start, reverse } = bounds
  /** Only deleted rows so far. */
  let isLeading = !reverse
  for (let rest = reverse ? bounds : { ...bounds, start: deleted.endOf(start) }; ; ) {
    const page = rows(rest)
    const kept = isLeading ? page.findIndex(([key]) => !isDeleted(overlays, key)) : 0
    const gone = kept < 0 ? page.at(-1) : page[kept - 1]
    if (gone !== undefined) deleted.add(start, gone[0] + JUST_BEYOND)
    isLeading = kept < 0
    if (!isLeading) yield* kept === 0 ? page : page.slice(kept)
    const last = page.at(-1)?.[0]
    if (last === undefined || rest.limit === undefined || page.length < rest.limit) return
    const limit = Math.min(rest.limit * 2, Math.max(MOST_ROWS, rest.limit))
    rest = reverse ? { ...rest, limit, end: last } : { ...rest, limit, start: last + JUST_BEYOND }
  }
}

const isDeleted = (overlays: ReadonlyArray<Overlay>, key: string): boolean => {
  for (const overlay of overlays) {
    const row = overlay.get(key)
    if (row !== undefined) return row === null
  }
  return false
}

/** Rows of a page that was not asked for. */
const MOST_ROWS = 256

/** Ranges that are remembered. */
const MOST_RANGES = 64

export type DeletedRows = ReturnType<typeof deletedRows>

/**
 * Ranges whose rows in SQLite are all deleted by the layers above, or already gone. Who deletes the oldest again and again
 * looks for it behind all those that SQLite still has.
 */
export const deletedRows = () => {
  const ends = new Map<string, string>()
  return {
    /** Where the rows that begin at `start` need to be read from. */
    endOf: (start: string): string => ends.get(start) ?? start,
    add: (start: string, end: string): void => {
      if (ends.size >= MOST_RANGES) ends.clear()
      ends.set(start, end)
    },
    /** SQLite gets a row. */
    put: (key: string): void => {
      for (const [start, end] of ends) if (start <= key && key < end) ends.delete(start)
    },
    /** A deletion was taken back. */
    clear: (): void => ends.clear()
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
