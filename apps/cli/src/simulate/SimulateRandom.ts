/** Plays random users against a second model of the service. Source: product.md "Scenario files" (`--random`). */
import { resolve } from "node:path"
import { millisOf } from "@backlot/scenario/Duration"
import { describeProgress, describeRandom, failureText } from "@backlot/simulator/random/RandomReport"
import type { RandomProgress, RandomResult } from "@backlot/simulator/random/RandomResult"
import { runRandom } from "@backlot/simulator/random/RandomRun"
import { Effect } from "effect"
import type { Variables } from "../given/Given.ts"
import { shownPath } from "../given/ShownPath.ts"
import { Ended, endInterrupted, Unusable } from "../process/Ended.ts"
import { writeWhole } from "./Reports.ts"
import type { SimulateFlags } from "./SimulateFlags.ts"
import { terminalOf } from "./Terminal.ts"

/**
 * Fails with `Ended` 1 if service and model differ, and writes a reproducing scenario file. When interrupted, reports
 * what was played and ends with 130.
 */
export const playRandom = Effect.fnUntraced(
  function* (flags: SimulateFlags, variables: Variables, seed: number) {
    const stdout = terminalOf(process.stdout, variables)
    const stderr = terminalOf(process.stderr, variables)
    const back = stderr.isLive ? "\r\u001b[K" : ""
    yield* Effect.addFinalizer(() => Effect.sync(() => stderr.write(back)))
    const report = Effect.fnUntraced(function* (result: RandomResult) {
      stderr.write(back)
      if (result.failure === undefined) return stdout.write(`${describeRandom(result)}\n`)
      const file = flags.out?.value ?? resolve(`random-${result.failure.seed}.scenario.yaml`)
      yield* writeWhole(file, failureText(result.failure))
      stdout.write(`${describeRandom(result, shownPath(file))}\n`)
    })
    let printed_ms = -PRINT_EVERY_MS
    const onProgress = (progress: RandomProgress) => {
      const line = describeProgress(progress)
      if (stderr.isLive) return stderr.write(`${back}${line.slice(0, stderr.width - 1)}`)
      if (progress.real_ms < printed_ms + PRINT_EVERY_MS) return
      printed_ms = progress.real_ms
      stderr.write(`${line}\n`)
    }
    const { failure } = yield* runRandom({
      seed,
      steps: flags.steps?.value,
      duration_ms: millisOf(flags.duration?.value ?? ""),
      storage: flags.storage?.value,
      onProgress,
      onCut: (result) => Effect.ignore(report(result), { log: "Error" })
    }).pipe(
      Effect.mapError(({ message }) => new Unusable({ message })),
      Effect.tap(report)
    )
    if (failure !== undefined) return yield* new Ended({ code: 1 })
  },
  Effect.scoped,
  Effect.onInterrupt(() => endInterrupted)
)

/** Interval of progress lines where they cannot be redrawn. */
const PRINT_EVERY_MS = 10_000
