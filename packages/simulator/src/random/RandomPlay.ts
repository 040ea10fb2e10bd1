import { elapsed } from "@backlot/domain/base/Elapsed"
import { clip } from "@backlot/scenario/match/DescribeValue"
import { formatMismatch } from "@backlot/scenario/match/Match"
import type { Step } from "@backlot/scenario/Step"
import { Effect } from "effect"
import { Model } from "../model/Model.ts"
import type { Rule } from "../model/ModelRules.ts"
import type { Operation } from "../model/Operation.ts"
import type { RandomWorld } from "../model/RandomWorld.ts"
import { predict } from "../predict/Predict.ts"
import type { Performed, Performer } from "./RandomPerformer.ts"

/** An operation where the service differs from the model. */
export interface Difference {
  /** Position among the operations, from 1. */
  readonly at: number
  readonly operation: Operation
  readonly step: Step
  readonly rules: ReadonlyArray<string>
  readonly said: ReadonlyArray<string>
  readonly did: ReadonlyArray<string>
  /** The kind of answer: refused or not, and its status. */
  readonly came: string
}

export interface Played {
  readonly operations: ReadonlyArray<Operation>
  /** Steps as written, with the names of captures. */
  readonly steps: ReadonlyArray<Step>
  readonly difference: Difference | undefined
}

/** Provides the operations: drawn for the current model, or from a list. Undefined ends the play. */
export type Source = (model: Model, number: number) => Operation | undefined

export const listed = (operations: ReadonlyArray<Operation>): Source => {
  let next = 0
  return () => operations[next++]
}

interface PlayOptions {
  /** Real time at which the play ends. */
  readonly until?: number
  readonly onOperation?: (operation: Operation, rules: ReadonlyArray<Rule>) => Effect.Effect<void>
}

/** The server has just begun with the world. */
export const playOperations = Effect.fnUntraced(function* (
  world: RandomWorld,
  performer: Performer,
  source: Source,
  { until, onOperation }: PlayOptions = {}
): Effect.fn.Return<Played> {
  const model = new Model(world)
  const operations: Array<Operation> = []
  const steps: Array<Step> = []
  for (;;) {
    const operation = source(model, operations.length + 1)
    if (operation === undefined) break
    if (until !== undefined && (yield* elapsed) >= until) break
    const predicted = predict(model, operation)
    if (predicted === undefined) continue
    operations.push(operation)
    yield* onOperation?.(operation, predicted.rules) ?? Effect.void
    for (const step of predicted.steps) {
      steps.push(step)
      const played = yield* differs(performer, step)
      if (played === undefined) continue
      const difference = { at: operations.length, operation, step, rules: predicted.rules, ...played }
      return { operations, steps, difference }
    }
  }
  return { operations, steps, difference: undefined }
})

const differs = (performer: Performer, step: Step) =>
  Effect.match(performer.perform(step), {
    onSuccess: (performed) => (performed.mismatches.length === 0 ? undefined : differenceOf(performed)),
    // A server that stops answering is a difference too.
    onFailure: ({ message }) => ({ said: ["an answer"], did: [message], came: "" })
  })

const differenceOf = ({ mismatches, outcome }: Performed) => ({
  said: mismatches.map(({ path, expected }) => `${path.join(".")}: ${JSON.stringify(expected)}`),
  did: [
    ...mismatches.map(formatMismatch),
    `outcome: ${clip(JSON.stringify({ ...outcome, headers: undefined, real_ms: undefined }), OUTCOME)}`
  ],
  came: [outcome.status, outcome.code, outcome.refused].join(" ")
})

/** Characters of an outcome that are shown. */
const OUTCOME = 600
