/** Random choices that a seed repeats, cheap enough for millions: the generator is mulberry32. */
export interface Chance {
  /** From 0 up to, but not including, `below`. */
  readonly int: (below: number) => number
  readonly pick: <A>(all: ReadonlyArray<A>) => A
  /** True with this probability. */
  readonly odds: (probability: number) => boolean
  readonly bytes: (length: number) => Buffer
}

export const chance = (seed: number): Chance => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    // The index is within the list, which is not empty.
    pick: <A>(all: ReadonlyArray<A>) => all[int(all.length)] as A,
    odds: (probability) => next() < probability,
    bytes: (length) => Buffer.from(Uint8Array.from({ length }, () => int(256)))
  }
}
