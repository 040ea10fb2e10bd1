/** Reproducible chance for generated tests. */

export interface Chance {
  /** A whole number from 0 to `below` - 1. */
  readonly below: (below: number) => number
  readonly pick: <A>(items: readonly [A, ...ReadonlyArray<A>]) => A
}

/** mulberry32 by Tommy Ettinger: 32 bits of state, enough for tests. */
export const chance = (seed: number): Chance => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t)
    return (t ^ (t >>> 14)) >>> 0
  }
  const below = (limit: number) => next() % limit
  return { below, pick: (items) => items[below(items.length)] ?? items[0] }
}
