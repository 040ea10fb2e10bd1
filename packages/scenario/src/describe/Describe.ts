/**
 * Steps as sentences for reports and transcripts: `alice in #general uses /adopt animal:Dog name:Rex`. They are made
 * from the step alone, so that the same step is always the same sentence.
 */

import { oneLine } from "../match/DescribeValue.ts"
import { actOf, type Step } from "../Step.ts"
import { ACT_TEXTS, type Scene } from "./DescribeAct.ts"

// Beside it what it takes, and what came of a step.
export type { Scene } from "./DescribeAct.ts"
export { describeOutcome } from "./DescribeOutcome.ts"

/**
 * One line without control characters; what is very long is cut off. The scene is who acts and where, for steps that
 * leave it to the one before.
 */
export const describeAct = (step: Step, scene: Scene = step): string => {
  const act = actOf(step)
  if (act === undefined) return oneLine(expecting(step), WIDTH)
  const [subject, sentence] = ACT_TEXTS[act]
  return oneLine(subject(scene, sentence(step[act], step)) + localeOf(step), WIDTH)
}

const WIDTH = 500

const localeOf = ({ locale }: Step): string => (locale === undefined ? "" : ` (${locale})`)

/** A step that only expects. */
const expecting = ({ expect, name }: Step): string => {
  const fields = Object.keys(expect ?? {})
  return fields.length === 0 ? (name ?? "nothing") : `expects ${fields.join(", ")}`
}
