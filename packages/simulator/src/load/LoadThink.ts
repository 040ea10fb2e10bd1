/** Think times, equal for equal seed and virtual user. Source: product.md "Library use" (seeds). */
import type { LoadCourse } from "./LoadCourse.ts"
import type { Turn } from "./LoadEngine.ts"

/** Milliseconds, uniform between minimum and maximum. */
export const thinking = ({ think }: Pick<LoadCourse, "think">, seed: number): ((turn: Pick<Turn, "vu">) => number) => {
  const { min_ms, max_ms } = think
  if (min_ms === max_ms) return () => min_ms
  const draws = new Map<number, () => number>()
  return ({ vu }) => {
    const draw = draws.get(vu) ?? numbers(seed + vu * 0x9e3779b9)
    draws.set(vu, draw)
    return min_ms + (max_ms - min_ms) * draw()
  }
}

/** Mulberry32, from 0 up to 1: 32 bits of state are enough for pauses. */
const numbers = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
