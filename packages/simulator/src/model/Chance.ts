/** Random choices from a seed: the same seed makes the same choices. */
import fc from "fast-check"
import { mulberry32 } from "./Mulberry32.ts"

export interface Chance {
  /** 0 to `below` - 1. */
  readonly integer: (below: number) => number
  /** True once in `of` times. */
  readonly once: (of: number) => boolean
  /** One element; the list is not empty. */
  readonly pick: <A>(list: ReadonlyArray<A>) => A
  /** One element, or undefined for an empty list. */
  readonly maybe: <A>(list: ReadonlyArray<A>) => A | undefined
  /** Any number of elements, in order. */
  readonly some: <A>(list: ReadonlyArray<A>, oneIn?: number) => ReadonlyArray<A>
  /** By weight; weights are positive. */
  readonly weighted: <A>(list: ReadonlyArray<readonly [weight: number, value: A]>) => A
  readonly draw: <A>(arbitrary: fc.Arbitrary<A>) => A
}

export const make = (seed: number): Chance => {
  const next = mulberry32(seed)
  const pools = new Map<unknown, Array<unknown>>()
  const integer = (below: number) => Math.floor(next() * below)
  const pick = <A>(list: ReadonlyArray<A>): A => {
    const picked = list[integer(list.length)]
    if (picked === undefined) throw new Error("nothing to pick from")
    return picked
  }
  const draw = <A>(arbitrary: fc.Arbitrary<A>): A => {
    let pool = pools.get(arbitrary)
    if (pool === undefined || pool.length === 0) {
      pool = fc.sample(arbitrary, { seed: integer(2 ** 31), numRuns: POOL })
      pools.set(arbitrary, pool)
    }
    // Filled from this arbitrary, and not empty.
    return pool.pop() as A
  }
  return {
    integer,
    once: (of) => integer(of) === 0,
    pick,
    maybe: (list) => (list.length === 0 ? undefined : pick(list)),
    some: (list, oneIn = 2) => list.filter(() => integer(oneIn) === 0),
    weighted: (list) => {
      let at = next() * list.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of list) {
        at -= weight
        if (at < 0) return value
      }
      return pick(list)[1]
    },
    draw
  }
}

/** Values sampled at once: sampling them one by one is a hundred times slower. */
const POOL = 100
