/** One row of the result: a figure of ours beside the baseline, and whether the goal is met. */

export interface Figure {
  readonly benchmark: string
  /** What `ours` and `baseline` count, e.g. `requests/s`. */
  readonly unit: string
  readonly ours: number
  readonly baseline: number
  /** All ratios of ours to the baseline's that were measured; the worst of them is judged. */
  readonly ratios: ReadonlyArray<number>
  readonly goal: Goal
  /** Figures beside the judged one, e.g. `CPU 63 against 21 µs`. */
  readonly notes: string
  /** Everything that was measured, for the JSON file. */
  readonly raw: unknown
}

/**
 * A bound on the ratio of ours to the baseline's, inclusive but for `below`; `oursBelow` and `oursLeast` are bounds on ours
 * itself, in its unit; `none` for a figure that is only shown.
 */
export type Goal =
  | { readonly least: number }
  | { readonly below: number }
  | { readonly most: number }
  | { readonly oursBelow: number }
  | { readonly oursLeast: number }
  | "none"

export interface Row extends Figure {
  readonly ratio: number
  /** Undefined where nothing was asked. */
  readonly met: boolean | undefined
}

/** Judges by the worst ratio: the smallest where more is better, the largest where less is. */
export const judge = (figure: Figure): Row => {
  const { goal, ratios } = figure
  if (goal === "none") return { ...figure, ratio: Math.max(...ratios), met: undefined }
  if ("least" in goal) return judged(figure, Math.min(...ratios), (ratio) => ratio >= goal.least)
  if ("oursLeast" in goal) return judged(figure, Math.min(...ratios), () => figure.ours >= goal.oursLeast)
  const ratio = Math.max(...ratios)
  if ("oursBelow" in goal) return judged(figure, ratio, () => figure.ours < goal.oursBelow)
  return judged(figure, ratio, "below" in goal ? (value) => value < goal.below : (value) => value <= goal.most)
}

/** Whether no row misses its goal. */
export const allMet = (rows: ReadonlyArray<Row>): boolean => rows.every(({ met }) => met !== false)

export const goalText = (goal: Goal): string => {
  if (goal === "none") return "–"
  if ("least" in goal) return `≥ ${goal.least}`
  if ("oursBelow" in goal) return `ours < ${goal.oursBelow}`
  if ("oursLeast" in goal) return `ours ≥ ${goal.oursLeast}`
  return "below" in goal ? `< ${goal.below}` : `≤ ${goal.most}`
}

const judged = (figure: Figure, ratio: number, holds: (ratio: number) => boolean): Row => ({
  ...figure,
  ratio,
  met: holds(ratio)
})
