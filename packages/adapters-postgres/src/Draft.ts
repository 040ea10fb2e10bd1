/** What one transaction has seen and written so far, kept here until it is sent as one statement. */
import type { Bounds } from "@backlot/ports/Bounds"
import type { Entry } from "@backlot/ports/Storage"

export interface Draft {
  /** True when `get` needs no look into the database: own writes, and what the snapshot has shown. */
  readonly knows: (key: string) => boolean
  readonly get: (key: string) => string | undefined
  readonly put: (key: string, value: string) => void
  readonly delete: (key: string) => void
  /** Remembers what the snapshot holds under a key. */
  readonly see: (key: string, value: string | undefined) => void
  /** What a listing of the snapshot must be asked for, so that own writes can be laid over it. */
  readonly widen: (bounds: Bounds) => Bounds
  /** The snapshot's answer to the widened bounds with own writes laid over it. */
  readonly overlay: (bounds: Bounds, found: ReadonlyArray<Entry>) => ReadonlyArray<Entry>
  /** All writes in key order: one order of row locks for everybody. */
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
