/**
 * Pure functions of texts, remembered. Because the same text always gives the same value, what is remembered never
 * grows stale, whoever writes to the store. Source: architecture.md "Storage" (server processes hold no state of record).
 */

export interface Memo<A> {
  (text: string): A
  /** Remembers what a text gives, for who knows it already. */
  readonly remember: (text: string, value: A) => void
}

/**
 * `compute`, which is not asked again for the texts that were used last. Texts of up to twice `maxCharacters` together
 * are remembered. Values are shared by all who ask: they are never changed, and `undefined` is none.
 */
export const memo = <A extends string | object>(compute: (text: string) => A, maxCharacters: number): Memo<A> => {
  // Two generations: what is used moves to the young one; when that is full, the old one is forgotten.
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
