/**
 * Takes the changes of a full journal into SQLite, a slice in each turn of the event loop, while the next journal is
 * written. Until the end the journal alone can restore them, so it is on the disk before the first slice, and goes
 * when SQLite has everything on the disk.
 */
import type { Head, Journal } from "./Journal.ts"
import type { Overlay } from "./Overlay.ts"
import type { Rows } from "./Rows.ts"
import { STATE, stateText } from "./Schema.ts"

interface Merging {
  readonly overlay: Overlay
  readonly journal: Pick<Journal, "number" | "remove" | "close">
  /** The first key that SQLite does not have yet; undefined if it has all. */
  from: string | undefined
}

/** Rows and characters of a slice. */
const SLICE_ROWS = 32
const SLICE_CHARACTERS = 64 * 1024

export const merger = (rows: Rows, state: Head) => {
  let merging: Merging | undefined
  let { number } = state

  /** One transaction of SQLite, which marks the journal as merged if nothing is left. */
  const slice = (current: Merging, mostRows: number, mostCharacters: number) => {
    let next: string | undefined
    let [count, characters] = [0, 0]
    rows.transact(() => {
      for (const [key, row] of current.overlay.entries(current.from)) {
        if (count >= mostRows || characters >= mostCharacters) {
          next = key
          return
        }
        rows.write(key, row)
        count++
        characters += key.length + (row?.length ?? 0)
      }
      rows.write(STATE, stateText({ ...state, number: current.journal.number }))
    })
    current.from = next
  }

  const step = (current: Merging, mostRows: number, mostCharacters: number) => {
    if (current.from !== undefined) slice(current, mostRows, mostCharacters)
    if (current.from !== undefined) return
    rows.checkpoint()
    current.journal.remove()
    number = current.journal.number
    merging = undefined
  }

  const turn = (current: Merging) => {
    if (merging !== current) return
    try {
      step(current, SLICE_ROWS, SLICE_CHARACTERS)
    } catch {
      // The journal stays; `finish` tries again when the next one is full, and throws what it meets.
      return
    }
    setImmediate(turn, current)
  }

  /** Merges at once what is left. A slice that is the first needs no journal on the disk: it is all or nothing. */
  const finish = () => {
    if (merging !== undefined) step(merging, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
  }

  return {
    /** Changes over the rows of SQLite that are being merged. */
    overlay: (): Overlay | undefined => merging?.overlay,
    journal: () => merging?.journal,
    /** The number of a journal that is begun now. */
    nextNumber: (): number => (merging?.journal.number ?? number) + 1,
    /** After `finish`, because two journals are the most. */
    begin: (overlay: Overlay, journal: Merging["journal"]): void => {
      merging = { overlay, journal, from: "" }
    },
    finish,
    /** Merges what was begun, without keeping anybody waiting for long. */
    goOn: (journal: Journal): void => {
      const current = merging
      journal.sync((failure) => {
        if (failure === null && current !== undefined) turn(current)
      })
    }
  }
}
