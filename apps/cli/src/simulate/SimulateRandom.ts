/** Random users against a second model of the service. Source: product.md "Scenario files" (`--random`). */
import { resolve } from "node:path"
import { describeProgress, describeRandom, failureText } from "@backlot/simulator/random/RandomReport"
import { runRandom } from "@backlot/simulator/random/RandomRun"
import { millisOf } from "@backlot/simulator/scenario/Duration"
import { Effect } from "effect"
import { Ended, Unusable } from "../Ended.ts"
import type { Variables } from "../Given.ts"
import { shownPath } from "../ShownPath.ts"
import { writeWhole } from "./Reports.ts"
import type { SimulateFlags } from "./SimulateFlags.ts"
import { terminalOf } from "./Terminal.ts"

/** Fails with `Ended` 1 where service and model differ; a scenario file that shows it is left then. */
export const playRandom = Effect.fnUntraced(function* (flags: SimulateFlags, variables: Variables, seed: number) {
  const stdout = terminalOf(process.stdout, variables)
  const stderr = terminalOf(process.stderr, variables)
  const back = stderr.isLive ? "\r\u001b[K" : ""
  yield* Effect.addFinalizer(() => Effect.sync(() => stderr.write(back)))
  const result = yield* runRandom({
    seed,
    steps: flags.steps?.value,
    duration_ms: millisOf(flags.duration?.value ?? ""),
    storage: flags.storage?.value,
    onProgress: (progress) => {
      if (stderr.isLive) stderr.write(`${back}${describeProgress(progress).slice(0, stderr.width - 1)}`)
    }
  }).pipe(Effect.mapError(({ message }) => new Unusable({ message })))
  stderr.write(back)
  if (result.failure === undefined) return stdout.write(`${describeRandom(result)}\n`)
  const file = flags.out?.value ?? resolve(`random-${result.failure.seed}.scenario.yaml`)
  yield* writeWhole(file, failureText(result.failure))
  stdout.write(`${describeRandom(result, shownPath(file))}\n`)
  return yield* new Ended({ code: 1 })
}, Effect.scoped)
