/**
 * Remembers pure functions of texts. The same text always gives the same value, so a remembered value is never stale,
 * whichever process writes to the store. Source: architecture.md "Storage" (server processes hold no state of record).
 */
import { computed } from "@backlot/domain/base/Generations"

export interface Memo<A> {
  (text: string): A
  /** Remembers a value that the caller knows already. */
  readonly remember: (text: string, value: A) => void
}

/** `compute`, remembering recent texts up to twice `maxCharacters`. Callers share the values and never change them. */
export const memo = <A extends string | object>(compute: (text: string) => A, maxCharacters: number): Memo<A> => {
  const { get, set } = computed(maxCharacters, compute)
  return Object.assign(get, { remember: (text: string, value: A) => set(text, value) })
}
