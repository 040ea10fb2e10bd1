/**
 * The engine of a data file: changes are kept in memory and in the journal, and come into SQLite later, many at once.
 * Our choice: docs/decisions.md "The file's journal is our own".
 */
import type { Engine } from "@backlot/ports/SerialStorage"
import * as Journal from "./Journal.ts"
import { merger } from "./Merge.ts"
import { emptyOverlay, list } from "./Overlay.ts"
import type { Row } from "./RecentRows.ts"
import type { Rows } from "./Rows.ts"

/**
 * A journal that is longer is merged. Changes of a transaction, or of transactions that wait for the same flush, beyond
 * as many characters do not wait in memory.
 */
export const JOURNAL_BYTES = 4 * 1024 * 1024
/** While merging fails, the journal may grow to this size; then writes fail. */
const MOST_BYTES = 16 * JOURNAL_BYTES
/** What a change takes in memory beside its characters, in characters. */
const CHANGE = 64

export interface FileEngine extends Engine {
  /** Merges what is not in SQLite yet. If that fails, the journals stay. */
  readonly close: () => void
}

export const makeEngine = (
  rows: Rows,
  { base, state, durable }: { readonly base: string; readonly state: Journal.Head; readonly durable: boolean }
): FileEngine => {
  const merge = merger(rows, state)
  /** What was committed, or written by the current unit of work, since the journal was begun. */
  let overlay = emptyOverlay()
  let journal: Journal.Journal | undefined
  let mergeAt = JOURNAL_BYTES
  /** What was written since the last flush, with what the overlay had before, in the order of the writes. */
  let replaced: Array<readonly [key: string, before: Row | undefined]> = []
  /** Where the current unit of work begins in it. */
  let unit = 0
  /** Characters. */
  let unitSize = 0
  let groupSize = 0
  /** The current unit of work is too large for the memory: it is a transaction of SQLite. */
  let isSpilled = false
  /** A flush before its time failed, of which only the next rollback can tell. */
  let isLost = false
  let isClosed = false

  const undo = (to: number) => {
    for (let at = replaced.length - 1; at >= to; at--) {
      const [key, before] = replaced[at] ?? [""]
      if (before === undefined) overlay.delete(key)
      else overlay.set(key, before)
    }
    replaced.length = to
    unitSize = 0
  }

  /** Each key that was written, with its last value. */
  const changesSince = (from: number): ReadonlyMap<string, Row> =>
    new Map(replaced.slice(from).map(([key]) => [key, overlay.get(key) ?? null]))

  const flush = () => {
    if (replaced.length === 0) return
    try {
      if (isClosed) throw new Error("the data file is closed")
      if ((journal?.size() ?? 0) >= MOST_BYTES) merge.finish()
      journal ??= Journal.begin(base, { ...state, number: merge.nextNumber() }, durable)
      journal.append(changesSince(0))
    } catch (cause) {
      undo(0)
      unit = 0
      groupSize = 0
      throw cause
    }
    replaced = []
    unit = 0
    groupSize = 0
    if (journal.size() >= mergeAt) mergeInTurns(journal.size())
  }

  /** Begins the merge of the journal, if there is one, after that of the journal before. */
  const beginMerge = () => {
    merge.finish()
    if (journal === undefined) return undefined
    const full = journal
    merge.begin(overlay, full)
    overlay = emptyOverlay()
    journal = undefined
    mergeAt = JOURNAL_BYTES
    return full
  }

  const mergeAll = () => {
    if (beginMerge() !== undefined) merge.finish()
  }

  const mergeInTurns = (size: number) => {
    try {
      const full = beginMerge()
      if (full !== undefined) merge.goOn(full)
    } catch {
      // Nothing is lost: the journals have it.
      mergeAt = size + JOURNAL_BYTES / 4
    }
  }

  const flushEarly = () => {
    try {
      flush()
    } catch (cause) {
      isLost = true
      throw cause
    }
  }

  const spill = () => {
    const changes = changesSince(unit)
    undo(unit)
    flushEarly()
    mergeAll()
    rows.beginDurable()
    isSpilled = true
    for (const [key, row] of changes) rows.write(key, row)
  }

  const write = (key: string, row: Row) => {
    if (isSpilled) return rows.write(key, row)
    replaced.push([key, overlay.get(key)])
    overlay.set(key, row)
    const size = CHANGE + key.length + (row?.length ?? 0)
    unitSize += size
    groupSize += size
    if (unitSize > JOURNAL_BYTES) spill()
  }

  return {
    get: (key) => {
      let row = overlay.get(key)
      if (row === undefined) row = merge.overlay()?.get(key)
      return row === undefined ? rows.get(key) : (row ?? undefined)
    },
    list: (bounds) => {
      const below = merge.overlay()
      return list(below === undefined ? [overlay] : [overlay, below], rows.list, bounds)
    },
    put: write,
    delete: (key) => write(key, null),
    commit: () => {
      if (isSpilled) {
        rows.commitDurable()
        isSpilled = false
        return
      }
      unit = replaced.length
      unitSize = 0
      if (groupSize > JOURNAL_BYTES) flushEarly()
    },
    rollback: () => {
      if (isSpilled) rows.rollback()
      isSpilled = false
      undo(unit)
      const isKept = !isLost
      isLost = false
      return isKept
    },
    group: { flush, afterOthers: setImmediate },
    close: () => {
      isClosed = true
      try {
        mergeAll()
      } finally {
        merge.journal()?.close()
        journal?.close()
      }
    }
  }
}
