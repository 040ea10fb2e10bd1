/** Think times, equal for equal seed and virtual user. Source: product.md "Library use" (seeds). */
import { mulberry32 } from "../model/Mulberry32.ts"
import type { LoadCourse } from "./LoadCourse.ts"
import type { Turn } from "./LoadEngine.ts"

/** Milliseconds, uniform between minimum and maximum. */
export const thinking = ({ think }: Pick<LoadCourse, "think">, seed: number): ((turn: Pick<Turn, "vu">) => number) => {
  const { min_ms, max_ms } = think
  if (min_ms === max_ms) return () => min_ms
  const draws = new Map<number, () => number>()
  return ({ vu }) => {
    const draw = draws.get(vu) ?? mulberry32(seed + vu * 0x9e3779b9)
    draws.set(vu, draw)
    return min_ms + (max_ms - min_ms) * draw()
  }
}
