/**
 * Remembers pure functions of texts. The same text always gives the same value, so a remembered value is never stale,
 * whichever process writes to the store. Synchronous, unlike effect's Cache: a read of a row calls it. Source:
 * architecture.md "Storage" (server processes hold no state of record).
 */

export interface Memo<A> {
  (text: string): A
  /** Remembers a value that the caller knows already. */
  readonly remember: (text: string, value: A) => void
}

/** `compute`, remembering recent texts up to twice `maxCharacters`. Callers share the values and never change them. */
export const memo = <A extends string | object>(compute: (text: string) => A, maxCharacters: number): Memo<A> => {
  // Two generations: a used value moves to the young one; when that is full, the old one is dropped.
  let young = new Map<string, A>()
  let old = new Map<string, A>()
  let size = 0
  const remember = (text: string, value: A) => {
    if (text.length > maxCharacters || young.has(text)) return
    if (size + text.length > maxCharacters) {
      old = young
      young = new Map()
      size = 0
    }
    young.set(text, value)
    size += text.length
  }
  const recall = (text: string) => {
    const found = young.get(text)
    if (found !== undefined) return found
    const value = old.get(text) ?? compute(text)
    remember(text, value)
    return value
  }
  return Object.assign(recall, { remember })
}
