/** A bounded memory of values: what was not used for long is forgotten. Synchronous, unlike effect's Cache: a read of a row calls it. */

export interface Generations<A, Missing = undefined> {
  readonly get: (key: string) => A | Missing
  /** The weight of a value is the length of its key, unless given. */
  readonly set: (key: string, value: A, weight?: number) => void
  readonly delete: (key: string) => void
  readonly clear: () => void
}

/** Holds values up to twice `maxWeight`. A value above it is not held. */
export const generations = <A>(maxWeight: number): Generations<A> => hold<A, undefined>(maxWeight)

/** The same, which computes what it does not hold. */
export const computed = <A>(maxWeight: number, compute: (key: string) => A): Generations<A, never> =>
  hold<A, never>(maxWeight, compute)

const hold = <A, Missing>(maxWeight: number, compute?: (key: string) => A): Generations<A, Missing> => {
  // A used value moves to the young generation; when that is full, the old one is dropped.
  let young = new Map<string, Held<A>>()
  let old = new Map<string, Held<A>>()
  let weight = 0
  const set = (key: string, value: A, size = key.length) => {
    if (size > maxWeight) return remove(key)
    const before = young.get(key)
    if (before !== undefined) weight -= before.weight
    if (weight + size > maxWeight) {
      old = young
      young = new Map()
      weight = 0
    }
    young.set(key, { value, weight: size })
    weight += size
  }
  const remove = (key: string) => {
    weight -= young.get(key)?.weight ?? 0
    young.delete(key)
    old.delete(key)
  }
  return {
    get: (key) => {
      const fresh = young.get(key)
      if (fresh !== undefined) return fresh.value
      const held = old.get(key)
      if (held !== undefined) {
        set(key, held.value, held.weight)
        return held.value
      }
      // Only where nothing computes it is a value missing.
      if (compute === undefined) return undefined as Missing
      const value = compute(key)
      set(key, value)
      return value
    },
    set,
    delete: remove,
    clear: () => {
      young = new Map()
      old = new Map()
      weight = 0
    }
  }
}

interface Held<A> {
  readonly value: A
  readonly weight: number
}
