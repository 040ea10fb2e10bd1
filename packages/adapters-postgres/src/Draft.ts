/** What one transaction has read and wants to write, before it ends. */
import type { Bounds } from "@backlot/ports/Bounds"
import type { Entry } from "@backlot/ports/Storage"

export type Writes = ReturnType<ReturnType<typeof makeDraft>["writes"]>

/** The reads and writes of one transaction. The writes are sent as one statement at the end. */
export const makeDraft = () => {
  const seen = new Map<string, string | undefined>()
  const written = new Map<string, string | undefined>()
  /** What stood before, for each key that was written since the mark; undefined where nothing was written. */
  let before = new Map<string, { readonly value: string | undefined } | undefined>()
  const writtenIn = ({ start, end }: Bounds) => [...written].filter(([key]) => key >= start && key < end)
  const isEntry = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined

  return {
    /** True if `get` needs no query: for own writes and for keys read before. */
    knows: (key: string) => written.has(key) || seen.has(key),
    get: (key: string) => (written.has(key) ? written.get(key) : seen.get(key)),
    /** Undefined deletes. */
    write: (key: string, value: string | undefined) => {
      if (!before.has(key)) before.set(key, written.has(key) ? { value: written.get(key) } : undefined)
      written.set(key, value)
    },
    mark: () => {
      before = new Map()
    },
    undo: () => {
      for (const [key, old] of before) {
        if (old === undefined) written.delete(key)
        else written.set(key, old.value)
      }
    },
    /** Remembers the value that was read for a key. */
    see: (key: string, value: string | undefined) => void seen.set(key, value),
    /** Keys that were read. */
    seen: () => [...seen.keys()],
    isWriting: () => written.size > 0,
    changed: () => [...written.keys()].filter((key) => seen.has(key)),
    /** Raises the limit of a listing, so that it stays complete after own deletes. */
    widen: (bounds: Bounds): Bounds =>
      bounds.limit === undefined ? bounds : { ...bounds, limit: bounds.limit + writtenIn(bounds).length },
    /** Applies own writes to the result of the widened listing. */
    overlay: (bounds: Bounds, found: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
      const own = writtenIn(bounds)
      if (own.length === 0) return found
      const sign = bounds.reverse ? -1 : 1
      return [...new Map<string, string | undefined>([...found, ...own])]
        .filter(isEntry)
        .sort(([a], [b]) => (a < b ? -sign : sign))
        .slice(0, bounds.limit)
    },
    /** All writes in key order, so that all transactions take row locks in the same order. */
    writes: () => {
      const sorted = [...written].sort(([a], [b]) => (a < b ? -1 : 1))
      return {
        puts: sorted.filter(isEntry),
        deletes: sorted.flatMap(([key, value]) => (value === undefined ? [key] : []))
      }
    }
  }
}
