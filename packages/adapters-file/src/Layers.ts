/**
 * The changes that SQLite does not have yet, in up to two layers. The upper one takes the new changes, each in the
 * journal before it is acknowledged. When its journal is full it becomes the lower one, which goes into SQLite a slice in
 * each turn of the event loop. Until its end the journal alone can restore it: it is on the disk before the first slice
 * and before the next journal is begun, and goes when SQLite has everything on the disk.
 */
import type { Bounds } from "@backlot/ports/Bounds"
import * as Journal from "./Journal.ts"
import type { Change } from "./JournalFormat.ts"
import { deletedRows, emptyOverlay, list, type Overlay } from "./Overlay.ts"
import type { Row } from "./RecentRows.ts"
import type { Rows } from "./Rows.ts"
import { putState, type State } from "./Schema.ts"

export interface Settings {
  /** Path of the data file, beside which the journals lie. */
  readonly base: string
  readonly state: State
  readonly durable: boolean
}

/** A larger layer is merged: the bytes of its journal, or those that its keys take at least. */
export const LAYER_BYTES = 4 * 1024 * 1024
const KEY_BYTES = 64
/** A layer of this size is merged even if the disk has not taken its journal yet, which is then waited for. */
const PREPARED_BYTES = 2 * LAYER_BYTES
/** While merging fails, a layer may grow to this size; then writes fail. */
const MOST_BYTES = 16 * LAYER_BYTES

/** The least work of a slice: rows, or characters. */
const SLICE_ROWS = 32
const SLICE_CHARACTERS = 64 * 1024

interface Lower {
  readonly overlay: Overlay
  readonly journal: Journal.Full
  /** The first key that SQLite does not have yet; undefined if it has all. */
  from: string | undefined
  /** Keys that SQLite has. */
  done: number
}

export type Layers = ReturnType<typeof layersOf>

export const layersOf = (rows: Rows, { base, state, durable }: Settings) => {
  /** What SQLite says of the journals. */
  let known = state
  let upper = emptyOverlay()
  /** The journal of the upper layer; undefined before its first change. */
  let journal: Journal.Journal | undefined
  let lower: Lower | undefined
  let mergeAt = LAYER_BYTES
  /** The journal before the changes of the last turns is on the disk, so little is left to wait for. */
  let isReady = false
  let isSyncing = false
  const deleted = deletedRows()
  const below = { rows: rows.list, deleted }

  /** Of the upper layer, in bytes. */
  const size = () => Math.max(journal?.size() ?? 0, upper.size * KEY_BYTES)

  /** One transaction of SQLite. */
  const slice = (current: Lower, rowsDue: number) => {
    let next: string | undefined
    let [count, characters] = [0, 0]
    let after = known
    rows.transact(() => {
      for (const [key, row] of current.overlay.entries(current.from)) {
        if (count >= rowsDue && (count >= SLICE_ROWS || characters >= SLICE_CHARACTERS)) {
          next = key
          break
        }
        rows.write(key, row)
        if (row !== null) deleted.put(key)
        count++
        characters += key.length + (row?.length ?? 0)
      }
      const { number } = current.journal
      const merged = next === undefined ? number : known.merged
      after = { ...known, merged, begun: Math.max(known.begun, number, journal?.number ?? 0) }
      if (after.merged !== known.merged || after.begun !== known.begun) putState(rows, after)
    })
    known = after
    current.from = next
    current.done += count
  }

  const step = (current: Lower, rowsDue: number) => {
    if (current.from !== undefined) slice(current, rowsDue)
    if (current.from !== undefined) return
    rows.checkpoint()
    current.journal.remove()
    lower = undefined
  }

  /** All is merged when the layer above is half full, however fast it grows. */
  const rowsDue = ({ overlay, done }: Lower): number =>
    Math.ceil(overlay.size * Math.min(1, size() / (LAYER_BYTES / 2))) - done

  const turn = (current: Lower) => {
    if (lower !== current) return
    try {
      step(current, rowsDue(current))
    } catch {
      // The journal stays; `finish` tries again when the next one is full, and throws what it meets.
      return
    }
    setImmediate(turn, current)
  }

  /** Merges at once what is left of the lower layer: in one transaction, which is all or nothing, or else in slices. */
  const finish = () => {
    const current = lower
    if (current === undefined) return
    try {
      step(current, Number.POSITIVE_INFINITY)
    } catch (cause) {
      if (current.from === undefined) throw cause
      finishInSlices(current)
    }
  }

  /** A transaction takes its room twice until the checkpoint; a nearly full disk may have that only for a slice. */
  const finishInSlices = (current: Lower) => {
    current.journal.sync()
    while (lower === current) {
      step(current, 0)
      rows.checkpoint()
    }
  }

  const descend = (full: Journal.Journal): Lower => {
    const current = { overlay: upper, journal: full, from: "", done: 0 }
    lower = current
    upper = emptyOverlay()
    journal = undefined
    mergeAt = LAYER_BYTES
    isReady = false
    return current
  }

  const mergeAll = () => {
    finish()
    if (journal !== undefined) descend(journal)
    finish()
  }

  const mergeInTurns = (full: Journal.Journal) => {
    finish()
    full.sync()
    turn(descend(full))
  }

  /** While the disk takes most of the journal, the next changes still go there, so that nobody waits for all of it. */
  const prepare = (full: Journal.Journal) => {
    if (isSyncing) return
    isSyncing = true
    full.syncSoon(() => {
      isSyncing = false
      // If the disk failed, `mergeInTurns` meets it too.
      isReady = journal === full
    })
  }

  const mergeIfFull = (current: Journal.Journal) => {
    if (size() < mergeAt) return
    try {
      if (size() >= MOST_BYTES) mergeAll()
      else if (isReady || size() >= PREPARED_BYTES) mergeInTurns(current)
      else prepare(current)
    } catch {
      // Nothing is lost: the journals have it.
      mergeAt = Math.max(LAYER_BYTES, size() + LAYER_BYTES / 4)
    }
  }

  /** The data file says that a journal was begun before anything is acknowledged that only the journal has. */
  const mark = ({ number }: Journal.Journal) => {
    // While a lower layer is merged, its slices say it, and its own journal is missed too.
    if (known.begun >= number || lower !== undefined) return
    const after = { ...known, begun: number }
    rows.transact(() => putState(rows, after))
    rows.checkpoint()
    known = after
  }

  const begin = (): Journal.Journal => {
    // Nothing of an earlier journal may be missing after a power loss if something of a later one is there.
    lower?.journal.sync()
    const number = (lower?.journal.number ?? known.merged) + 1
    const before = lower?.journal.sum() ?? 0
    return Journal.create(base, { identity: known.identity, number, before }, durable)
  }

  return {
    /** The changes of the upper layer. Until `append` they are in no journal, and can be taken back. */
    upper: (): Overlay => upper,
    /** Some changes were taken back. */
    takenBack: deleted.clear,
    /** Undefined for a row that no layer has. */
    get: (key: string): Row | undefined => {
      const row = upper.get(key)
      return row === undefined && lower !== undefined ? lower.overlay.get(key) : row
    },
    list: (bounds: Bounds) => list(lower === undefined ? [upper] : [upper, lower.overlay], below, bounds),
    /** Keeps changes that the upper layer has already, and nothing else that it got since. Throws if it cannot. */
    append: (changes: Iterable<Change>): void => {
      if (size() >= MOST_BYTES) finish()
      journal ??= begin()
      mark(journal)
      journal.append(changes)
      mergeIfFull(journal)
    },
    /** A transaction of SQLite itself, for changes that are too many for the memory. It counts as a journal. */
    beginDirect: (): void => {
      mergeAll()
      deleted.clear()
      rows.beginDurable()
    },
    commitDirect: (): void => {
      const number = known.merged + 1
      const after = { ...known, merged: number, begun: number }
      putState(rows, after)
      rows.commitDurable()
      known = after
    },
    /** Takes a layer from a journal that was left. */
    restore: (changes: ReadonlyArray<Change>, left: Journal.Full): void => {
      const overlay = emptyOverlay()
      for (const [key, row] of changes) overlay.set(key, row)
      lower = { overlay, journal: left, from: "", done: 0 }
      finish()
    },
    state: (): State => known,
    /** Merges everything. If that fails, the journals stay. */
    close: (): void => {
      try {
        mergeAll()
      } finally {
        lower?.journal.close()
        journal?.close()
      }
    }
  }
}
