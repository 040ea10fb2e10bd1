/** Random choices from a seed: the same seed makes the same choices. */
import fc from "fast-check"

export type Chance = ReturnType<typeof make>

export const make = (seed: number) => {
  const next = mulberry32(seed)
  const pools = new Map<unknown, Array<unknown>>()
  /** 0 to `below` - 1. */
  const integer = (below: number): number => Math.floor(next() * below)
  /** One element; the list is not empty. */
  const pick = <A>(list: ReadonlyArray<A>): A => {
    const picked = list[integer(list.length)]
    if (picked === undefined) throw new Error("nothing to pick from")
    return picked
  }
  return {
    integer,
    pick,
    /** True once in `of` times. */
    once: (of: number): boolean => integer(of) === 0,
    /** One element, or undefined for an empty list. */
    maybe: <A>(list: ReadonlyArray<A>): A | undefined => (list.length === 0 ? undefined : pick(list)),
    /** Any number of elements, in order. */
    some: <A>(list: ReadonlyArray<A>, oneIn = 2): ReadonlyArray<A> => list.filter(() => integer(oneIn) === 0),
    /** By weight; weights are positive. */
    weighted: <A>(list: ReadonlyArray<readonly [weight: number, value: A]>): A => {
      let at = next() * list.reduce((sum, [weight]) => sum + weight, 0)
      const found = list.find(([weight]) => {
        at -= weight
        return at < 0
      })
      return (found ?? pick(list))[1]
    },
    draw: <A>(arbitrary: fc.Arbitrary<A>): A => {
      let pool = pools.get(arbitrary)
      if (pool === undefined || pool.length === 0) {
        pool = fc.sample(arbitrary, { seed: integer(2 ** 31), numRuns: POOL })
        pools.set(arbitrary, pool)
      }
      // Filled from this arbitrary, and not empty.
      return pool.pop() as A
    }
  }
}

/** Values sampled at once: sampling them one by one is a hundred times slower. */
const POOL = 100

/** Mulberry32, a small generator with 32 bits of state. Returns numbers from 0 up to 1; the same seed, the same numbers. */
export const mulberry32 = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
