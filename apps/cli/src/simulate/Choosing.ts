/** Selects the scenarios to play. Source: `simulate --grep`, `--tags`. */

import type { LoadedScenario, ScenarioFileBroken } from "@backlot/scenario/file/LoadedScenario"
import { patternOf } from "@backlot/scenario/match/MatchPattern"
import { choose } from "@backlot/simulator/run/Runner"
import { Effect } from "effect"
import type { CliError } from "effect/cli"
import { badUsage } from "../given/Given.ts"
import type { SimulateFlags } from "./SimulateFlags.ts"

/** Fails with a usage error if none is selected. */
export const chosenOf = Effect.fnUntraced(function* (
  scenarios: ReadonlyArray<LoadedScenario>,
  { grep, tags }: Pick<SimulateFlags, "grep" | "tags">
) {
  const isChosen = choose(scenarios, { grep: yield* grepOf(grep?.value), tags: tags?.value })
  const chosen = scenarios.filter((_, index) => isChosen[index])
  return chosen.length > 0 ? chosen : yield* noneChosen(scenarios.length)
})

/** Whether the flags leave out a broken file, as far as its content is known. */
export const isLeftOut = Effect.fnUntraced(function* (
  { file, scenario }: ScenarioFileBroken,
  { grep, tags }: Pick<SimulateFlags, "grep" | "tags">
) {
  if (scenario === undefined) return false
  const { name } = scenario
  const place = { file, line: 1, column: 1 }
  const nothing = { place, scenario: { name, steps: [] }, world: undefined, variables: {}, steps: [] }
  // Broken files hide whether another scenario says `only`.
  const one: LoadedScenario = { ...nothing, ...scenario, file, only: true }
  return !choose([one], { grep: yield* grepOf(grep?.value), tags: tags?.value })[0]
})

export const grepOf = (text: string | undefined): Effect.Effect<RegExp | undefined, CliError.ValidationError> => {
  if (text === undefined) return Effect.succeed(undefined)
  const pattern = patternOf(text)
  if (pattern === undefined) return Effect.succeed(new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i"))
  if (pattern.fault !== undefined) return badUsage(`--grep ${pattern.fault}`)
  return Effect.succeed(pattern.regExp)
}

export const noneChosen = (of: number) =>
  badUsage(
    of === 0
      ? "these files have no scenarios, only fragments"
      : `--grep, --tags or \`only\` leave none of ${of} scenarios to play`
  )
