/** A bounded memory of values: what was not used for long is forgotten. Synchronous, unlike effect's Cache. */

export interface Generations<A> {
  readonly get: (key: string) => A | undefined
  readonly set: (key: string, value: A, weight: number) => void
  readonly delete: (key: string) => void
  readonly clear: () => void
}

/** Holds values up to twice `maxWeight`. A value above it is not held. */
export const generations = <A>(maxWeight: number): Generations<A> => {
  // A used value moves to the young generation; when that is full, the old one is dropped.
  let young = new Map<string, Held<A>>()
  let old = new Map<string, Held<A>>()
  let weight = 0
  const put = (key: string, held: Held<A>) => {
    weight -= young.get(key)?.weight ?? 0
    if (weight + held.weight > maxWeight) {
      old = young
      young = new Map()
      weight = 0
    }
    young.set(key, held)
    weight += held.weight
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
      if (held !== undefined) put(key, held)
      return held?.value
    },
    set: (key, value, weight) => (weight > maxWeight ? remove(key) : put(key, { value, weight })),
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
