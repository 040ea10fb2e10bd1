/** One row of the result: our figure, the baseline's, the floor's, and whether the goal is met. */

export interface Figure {
  readonly benchmark: string
  /** The unit of `ours`, `baseline` and `floor`, e.g. `requests/s`. */
  readonly unit: string
  readonly ours: number
  readonly baseline: number
  /** All measured ratios of ours to the baseline; the worst one is judged. */
  readonly ratios: ReadonlyArray<number>
  /** The same work by hand, without Effect; absent where there is no such program. */
  readonly floor?: Floor
  readonly goal: Goal
  /** Further figures, e.g. `CPU 63 against 21 µs`. */
  readonly notes: string
  /** All measurements, for the JSON file. */
  readonly raw: unknown
}

export interface Floor {
  readonly value: number
  /** All measured ratios of ours to the floor; the worst one is shown. */
  readonly ratios: ReadonlyArray<number>
}

/**
 * A limit for the ratio of ours to the baseline, inclusive except for `below`; `leastOfFloor` limits the ratio to the
 * floor as well; `oursBelow`, `oursMost` and `oursLeast` limit our figure itself, in its unit; `none` is for a figure
 * without a goal.
 */
export type Goal =
  | { readonly least: number; readonly leastOfFloor?: number }
  | { readonly below: number }
  | { readonly most: number }
  | { readonly oursBelow: number }
  | { readonly oursMost: number }
  | { readonly oursLeast: number }
  | "none"

export interface Row extends Figure {
  readonly ratio: number
  /** The ratio to the floor; undefined without one. */
  readonly ofFloor: number | undefined
  /** What the goal limits: the ratio, or our figure; undefined without a goal. */
  readonly judged: number | undefined
  /** Undefined without a goal. */
  readonly met: boolean | undefined
  /** How much of the goal is reached: 1 is the goal itself, below 0.9 it is missed by more than a tenth. */
  readonly reach: number | undefined
}

/** Judges by the worst ratio: the smallest where more is better, the largest where less is. */
export const judge = (figure: Figure): Row => {
  const { goal, ratios, floor } = figure
  const worst = goal !== "none" && ("least" in goal || "oursLeast" in goal) ? Math.min : Math.max
  const [ratio, ofFloor] = [worst(...ratios), floor === undefined ? undefined : worst(...floor.ratios)]
  const row = { ...figure, ratio, ofFloor }
  if (goal === "none") return { ...row, judged: undefined, met: undefined, reach: undefined }
  const { judged, met, reach } = held(goal, figure.ours, ratio, ofFloor)
  return { ...row, judged, met, reach: Number.isNaN(reach) ? 0 : reach }
}

const held = (goal: Exclude<Goal, "none">, ours: number, ratio: number, ofFloor: number | undefined) => {
  if ("least" in goal) {
    const { least, leastOfFloor } = goal
    if (leastOfFloor === undefined) return { judged: ratio, met: ratio >= least, reach: ratio / least }
    const beside = ofFloor ?? Number.NaN
    const met = ratio >= least && beside >= leastOfFloor
    return { judged: ratio, met, reach: Math.min(ratio / least, beside / leastOfFloor) }
  }
  if ("oursLeast" in goal) return { judged: ours, met: ours >= goal.oursLeast, reach: ours / goal.oursLeast }
  if ("oursBelow" in goal) return { judged: ours, met: ours < goal.oursBelow, reach: goal.oursBelow / ours }
  if ("oursMost" in goal) return { judged: ours, met: ours <= goal.oursMost, reach: goal.oursMost / ours }
  if ("below" in goal) return { judged: ratio, met: ratio < goal.below, reach: goal.below / ratio }
  return { judged: ratio, met: ratio <= goal.most, reach: goal.most / ratio }
}

export const goalText = (goal: Goal): string => {
  if (goal === "none") return "–"
  if ("least" in goal)
    return `≥ ${goal.least}${goal.leastOfFloor === undefined ? "" : `, floor ≥ ${goal.leastOfFloor}`}`
  if ("oursBelow" in goal) return `ours < ${goal.oursBelow}`
  if ("oursMost" in goal) return `ours ≤ ${goal.oursMost}`
  if ("oursLeast" in goal) return `ours ≥ ${goal.oursLeast}`
  return "below" in goal ? `< ${goal.below}` : `≤ ${goal.most}`
}
