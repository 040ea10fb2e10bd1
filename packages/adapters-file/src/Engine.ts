/**
 * The engine of a data file: changes are kept in memory and in the journal, and come into SQLite later, many at once.
 * Our choice: docs/decisions.md "The file's journal is our own".
 */
import type { Engine } from "@backlot/ports/SerialStorage"
import { LAYER_BYTES, layersOf, type Settings } from "./Layers.ts"
import type { Row } from "./RecentRows.ts"
import type { Rows } from "./Rows.ts"

/** Changes of a transaction, or of those that wait for the same flush, beyond as many characters do not wait in memory. */
const MOST_CHARACTERS = LAYER_BYTES
/** What a change takes in memory beside its characters, in characters. */
const CHANGE = 64

export interface FileEngine extends Engine {
  /** Merges what is not in SQLite yet. If that fails, the journals stay. */
  readonly close: () => void
}

export const makeEngine = (rows: Rows, settings: Settings): FileEngine => {
  const layers = layersOf(rows, settings)
  /** What was written since the last flush, with what the upper layer had before, in the order of the writes. */
  let replaced: Array<readonly [key: string, before: Row | undefined]> = []
  /** Where the current unit of work begins in it. */
  let unit = 0
  /** Characters of the current unit of work, and of those before it that wait for the flush. */
  let [unitSize, waitingSize] = [0, 0]
  /** The current unit of work is too large for the memory: it is a transaction of SQLite. */
  let isDirect = false
  /** A flush before its time failed, of which only the next rollback can tell. */
  let isLost = false
  let isClosed = false

  const undo = (to: number) => {
    const upper = layers.upper()
    for (let at = replaced.length - 1; at >= to; at--) {
      const [key, before] = replaced[at] ?? [""]
      if (before === undefined) upper.delete(key)
      else upper.set(key, before)
    }
    if (replaced.length > to) layers.takenBack()
    replaced.length = to
    unitSize = 0
  }

  /** Each key that was written, with its last value. */
  const changesSince = (from: number): ReadonlyMap<string, Row> => {
    const upper = layers.upper()
    return new Map(replaced.slice(from).map(([key]) => [key, upper.get(key) ?? null]))
  }

  const flush = () => {
    if (replaced.length === 0) return
    try {
      if (isClosed) throw new Error("the data file is closed")
      layers.append(changesSince(0))
      replaced = []
    } catch (cause) {
      undo(0)
      throw cause
    } finally {
      unit = 0
      waitingSize = 0
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

  const goDirect = () => {
    const changes = changesSince(unit)
    undo(unit)
    flushEarly()
    layers.beginDirect()
    isDirect = true
    for (const [key, row] of changes) rows.write(key, row)
  }

  const write = (key: string, row: Row) => {
    if (isDirect) return rows.write(key, row)
    const upper = layers.upper()
    replaced.push([key, upper.get(key)])
    upper.set(key, row)
    unitSize += CHANGE + key.length + (row?.length ?? 0)
    if (unitSize > MOST_CHARACTERS) goDirect()
  }

  return {
    get: (key) => {
      const row = layers.get(key)
      return row === undefined ? rows.get(key) : (row ?? undefined)
    },
    list: layers.list,
    put: write,
    delete: (key) => write(key, null),
    commit: () => {
      if (isDirect) {
        layers.commitDirect()
        isDirect = false
        return
      }
      unit = replaced.length
      waitingSize += unitSize
      unitSize = 0
      if (waitingSize > MOST_CHARACTERS) flushEarly()
    },
    rollback: () => {
      if (isDirect) rows.rollback()
      isDirect = false
      undo(unit)
      const isKept = !isLost
      isLost = false
      return isKept
    },
    group: { flush, afterOthers: setImmediate },
    close: () => {
      isClosed = true
      layers.close()
    }
  }
}
