/** The reads and writes of one transaction. The writes are sent as one statement at the end. */
import type { Bounds } from "@backlot/ports/Bounds"
import type { Entry } from "@backlot/ports/Storage"

export interface Draft {
  /** True if `get` needs no query: for own writes and for keys read before. */
  readonly knows: (key: string) => boolean
  readonly get: (key: string) => string | undefined
  readonly put: (key: string, value: string) => void
  readonly delete: (key: string) => void
  /** Remembers the value that was read for a key. */
  readonly see: (key: string, value: string | undefined) => void
  /** Raises the limit of a listing, so that it stays complete after own deletes. */
  readonly widen: (bounds: Bounds) => Bounds
  /** Applies own writes to the result of the widened listing. */
  readonly overlay: (bounds: Bounds, found: ReadonlyArray<Entry>) => ReadonlyArray<Entry>
  /** All writes in key order, so that all transactions take row locks in the same order. */
  readonly writes: () => {
    readonly puts: ReadonlyArray<Entry>
    readonly deletes: ReadonlyArray<string>
  }
}

export const make = (): Draft => {
  const seen = new Map<string, string | undefined>()
  const written = new Map<string, string | undefined>()
  const writtenIn = ({ start, end }: Bounds) => [...written].filter(([key]) => key >= start && key < end)

  return {
    knows: (key) => written.has(key) || seen.has(key),
    get: (key) => (written.has(key) ? written.get(key) : seen.get(key)),
    put: (key, value) => void written.set(key, value),
    delete: (key) => void written.set(key, undefined),
    see: (key, value) => void seen.set(key, value),
    widen: (bounds) =>
      bounds.limit === undefined ? bounds : { ...bounds, limit: bounds.limit + writtenIn(bounds).length },
    overlay: (bounds, found) => {
      const own = writtenIn(bounds)
      if (own.length === 0) return found
      const merged = new Map<string, string | undefined>([...found, ...own])
      const sign = bounds.reverse ? -1 : 1
      return [...merged]
        .flatMap(([key, value]): ReadonlyArray<Entry> => (value === undefined ? [] : [[key, value]]))
        .sort(([a], [b]) => (a < b ? -sign : sign))
        .slice(0, bounds.limit)
    },
    writes: () => {
      const sorted = [...written].sort(([a], [b]) => (a < b ? -1 : 1))
      return {
        puts: sorted.flatMap(([key, value]): ReadonlyArray<Entry> => (value === undefined ? [] : [[key, value]])),
        deletes: sorted.flatMap(([key, value]) => (value === undefined ? [key] : []))
      }
    }
  }
}
