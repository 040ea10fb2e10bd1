/** What a random run came to, as text. */
import { Result } from "effect"
import * as ScenarioText from "../scenario/ScenarioText.ts"
import type { RandomFailure, RandomProgress, RandomResult } from "./RandomResult.ts"

/** One line, for a terminal that is rewritten. */
export const describeProgress = ({ phase, seed, done, of }: RandomProgress): string =>
  phase === "playing"
    ? `seed ${seed}: ${done}${of === undefined ? "" : ` of ${of}`} operations`
    : `seed ${seed}: making the failure smaller, ${done} tries${of === undefined ? "" : `, ${of} operations`}`

/** @param file where the scenario of a failure was written, if it was */
export const describeRandom = (result: RandomResult, file?: string): string => {
  const { seed, worlds, steps, real_ms, operations, rules, failure } = result
  const speed = real_ms === 0 ? steps : Math.round((steps * 1_000) / real_ms)
  const seeds = worlds === 1 ? `seed ${seed}` : `seeds ${seed} to ${seed + worlds - 1}`
  const unused = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).flatMap(([what, times]) => (times === 0 ? [what] : []))
  const checked = Object.values(rules).filter((times) => times > 0).length
  const quiet = unused(rules)
  return [
    `${steps} operations in ${worlds} ${worlds === 1 ? "world" : "worlds"} (${seeds}), ${(real_ms / 1_000).toFixed(1)} s, ${speed}/s`,
    "",
    ...table(operations),
    "",
    `${checked} of ${Object.keys(rules).length} rules of the model decided something.`,
    ...(quiet.length === 0 ? [] : ["Never:", ...quiet.map((rule) => `  ${rule}`)]),
    ...(failure === undefined ? ["", "Service and model agree."] : ["", ...describeFailure(failure, file)])
  ].join("\n")
}

const describeFailure = (failure: RandomFailure, file: string | undefined): ReadonlyArray<string> => [
  `Service and model differ: seed ${failure.seed}, operation ${failure.step}.`,
  `  ${failure.act}`,
  "The model says:",
  ...failure.said.map((line) => `  ${line}`),
  "The service:",
  ...failure.did.map((line) => `  ${line}`),
  `Rules: ${failure.rules.join("; ")}`,
  `Made smaller from ${failure.operations_before} to ${failure.operations_after} operations; ${
    failure.reproduced ? "it fails again on a new server." : "as a scenario of its own it did not fail again."
  }`,
  ...(file === undefined
    ? [`Again: simulate --random --seed ${failure.seed}`]
    : [`Again: simulate ${file}, or simulate --random --seed ${failure.seed}`])
]

/** The failure as a scenario file in YAML. */
export const failureText = ({ scenario, act, said, did }: RandomFailure): string =>
  Result.match(
    ScenarioText.format(scenario, { comment: [act, ...said.map((line) => `said: ${line}`), ...did].join("\n") }),
    {
      onSuccess: (text) => text,
      // Steps of random users are JSON by construction.
      onFailure: (problems) => problems.map(({ message }) => `# ${message}`).join("\n")
    }
  )

const table = (counts: Readonly<Record<string, number>>): ReadonlyArray<string> =>
  Object.entries(counts).map(([what, times]) => `  ${String(times).padStart(6)}  ${what}`)
