/** One row of the result: our figure, the baseline's, and whether the goal is met. */

export interface Figure {
  readonly benchmark: string
  /** The unit of `ours` and `baseline`, e.g. `requests/s`. */
  readonly unit: string
  readonly ours: number
  readonly baseline: number
  /** All measured ratios of ours to the baseline; the worst one is judged. */
  readonly ratios: ReadonlyArray<number>
  readonly goal: Goal
  /** Further figures, e.g. `CPU 63 against 21 µs`. */
  readonly notes: string
  /** All measurements, for the JSON file. */
  readonly raw: unknown
}

/**
 * A limit for the ratio of ours to the baseline, inclusive except for `below`; `oursBelow` and `oursLeast` limit our
 * figure itself, in its unit; `none` is for a figure without a goal.
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
  /** Undefined without a goal. */
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
