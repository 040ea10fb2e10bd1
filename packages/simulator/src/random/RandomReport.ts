/** Formats the result of a random run. */
import * as ScenarioText from "@backlot/scenario/file/ScenarioText"
import { Result } from "effect"
import type { RandomFailure, RandomProgress, RandomResult } from "./RandomResult.ts"

/** One line, for a terminal that redraws it. */
export const describeProgress = ({ phase, seed, done, of, real_ms }: RandomProgress): string =>
  `${Math.round(real_ms / 1_000)} s, seed ${seed}: ${
    phase === "playing"
      ? `${done}${of === undefined ? "" : ` of ${of}`} operations, all as the model says`
      : `shrinking the failure, ${done} tries${of === undefined ? "" : `, ${of} operations`}`
  }`

/** @param file where the scenario of a failure was written, if it was */
export const describeRandom = (result: RandomResult, file?: string): string => {
  const { seed, worlds, steps, real_ms, operations, rules, interrupted, failure } = result
  const speed = real_ms === 0 ? steps : Math.round((steps * 1_000) / real_ms)
  const seeds = worlds === 1 ? `seed ${seed}` : `seeds ${seed} to ${seed + worlds - 1}`
  const all = Object.keys(rules)
  const quiet = all.filter((rule) => rules[rule] === 0)
  return [
    `${steps} operations in ${worlds} ${worlds === 1 ? "world" : "worlds"} (${seeds}), ${(real_ms / 1_000).toFixed(1)} s, ${speed}/s`,
    "",
    ...Object.entries(operations).map(([what, times]) => `  ${String(times).padStart(6)}  ${what}`),
    "",
    `${all.length - quiet.length} of ${all.length} rules of the model decided something.`,
    ...(quiet.length === 0 ? [] : ["These did not:", ...quiet.map((rule) => `  ${rule}`)]),
    "",
    ...(interrupted ? ["Interrupted."] : []),
    ...(failure === undefined ? ["Service and model agree."] : describeFailure(failure, file))
  ].join("\n")
}

const describeFailure = (failure: RandomFailure, file: string | undefined): ReadonlyArray<string> => [
  `Service and model differ: seed ${failure.seed}, operation ${failure.step}.`,
  ...differing(failure),
  `Rules: ${failure.rules.join("; ")}`,
  shrinkingOf(failure),
  ...(file === undefined ? [] : [`Again: simulate ${file}`]),
  `Again, from the beginning of its world: ${commandOf(failure)}`
]

const differing = ({ act, said, did }: RandomFailure): ReadonlyArray<string> => [
  `  ${act}`,
  "The model says:",
  ...said.map((line) => `  ${line}`),
  "The service:",
  ...did.map((line) => `  ${line}`)
]

/** The storage matters: a server on memory is not killed. */
const commandOf = ({ seed, storage }: RandomFailure): string =>
  `simulate --random --seed ${seed}${storage === "file" ? "" : ` --storage ${storage}`}`

const shrinkingOf = ({ operations_before, operations_after, reproduced }: RandomFailure): string =>
  reproduced === undefined
    ? `${operations_before} operations, not made smaller.`
    : `Made smaller from ${operations_before} to ${operations_after} operations; ${
        reproduced ? "it fails again on a new server." : "as a scenario of its own it did not fail again."
      }`

/** The failure as a scenario file in YAML. */
export const failureText = (failure: RandomFailure): string => {
  const comment = [`Left by: ${commandOf(failure)}`, "Service and model differ:", ...differing(failure)].join("\n")
  // Random steps are always JSON.
  return Result.getOrElse(ScenarioText.format(failure.scenario, { comment }), (problems) =>
    problems.map(({ message }) => `# ${message}`).join("\n")
  )
}
