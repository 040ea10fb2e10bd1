/**
 * The rows that were read last, by key. A data file has one process, so what is remembered is what the file has.
 * Source: docs/choices.md "Storage and time".
 */

/** The text of a row, null where there is none. */
export type Row = string | null

/** Remembers up to twice `maxCharacters` of keys and texts. */
export const recentRows = (maxCharacters: number) => {
  // Two generations: a used row moves to the young one; when that is full, the old one is dropped.
  let young = new Map<string, Row>()
  let old = new Map<string, Row>()
  let size = 0

  const set = (key: string, row: Row): void => {
    const added = key.length + (row?.length ?? 0)
    // One row alone never fills it.
    if (added > maxCharacters / 8) return
    if (size + added > maxCharacters) {
      old = young
      young = new Map()
      size = 0
    }
    young.set(key, row)
    size += added
  }

  return {
    /** Undefined for a row that is not remembered. */
    get: (key: string): Row | undefined => {
      const found = young.get(key)
      if (found !== undefined) return found
      const before = old.get(key)
      if (before !== undefined) set(key, before)
      return before
    },
    set,
    /** For a row that was written. */
    forget: (key: string): void => {
      young.delete(key)
      old.delete(key)
    },
    clear: (): void => {
      young = new Map()
      old = new Map()
      size = 0
    }
  }
}
