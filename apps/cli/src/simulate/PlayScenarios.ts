/** Plays scenarios once and writes the reports, also after an interruption. Source: product.md "Scenario files". */

import { millisOf } from "@backlot/scenario/Duration"
import type { LoadedScenario } from "@backlot/scenario/file/LoadedScenario"
import type { Ending } from "@backlot/simulator/run/Attempt"
import * as Runner from "@backlot/simulator/run/Runner"
import { Cause, Effect, Exit } from "effect"
import type { Variables } from "../given/Given.ts"
import { shownPath } from "../given/ShownPath.ts"
import { Ended, endInterrupted } from "../process/Ended.ts"
import { withBacklot } from "../process/OnPath.ts"
import { grepOf, noneChosen } from "./Choosing.ts"
import * as LiveView from "./LiveView.ts"
import { type Reports, transcriptOf, writeReports, writeTraces, writeWhole } from "./Reports.ts"
import type { SimulateFlags } from "./SimulateFlags.ts"
import { terminalOf } from "./Terminal.ts"

export interface PlayOptions {
  readonly flags: SimulateFlags
  readonly variables: Variables
  readonly seed: number
  readonly reports: Reports
}

/**
 * The exit code of each verdict. 130 is the shell's code for a program that SIGINT ended. Our choice: docs/choices.md
 * "Command line".
 */
const CODES: Readonly<Record<Ending, number>> = { passed: 0, failed: 1, unusable: 3, interrupted: 130 }

/** Fails with `Ended` if the run did not pass, and with a usage error if no scenario is selected. */
export const playScenarios = Effect.fnUntraced(function* (
  scenarios: ReadonlyArray<LoadedScenario>,
  { flags, variables, seed, reports }: PlayOptions
) {
  const stdout = terminalOf(process.stdout, variables)
  const stderr = terminalOf(process.stderr, variables)
  const grep = yield* grepOf(flags.grep?.value)
  const listen = yield* LiveView.open(reports.shown === "text" ? stdout : stderr, stderr, process.cwd())
  const run = yield* Runner.make(scenarios, {
    ...optionsOf(flags, reports),
    grep,
    seed,
    shown: shownPath,
    environment: withBacklot(variables),
    listen
  })
  if (run.chosen === 0) return yield* noneChosen(scenarios.length)
  const finish = Effect.gen(function* () {
    const result = run.result()
    yield* writeReports(result, reports, stdout, variables)
    if (flags.transcript !== undefined) yield* writeWhole(flags.transcript.value, transcriptOf(result))
    if (flags.trace !== undefined) yield* writeTraces(result, flags.trace.value)
  })
  yield* Effect.onExit(run.play, (exit) => {
    if (Exit.isSuccess(exit)) return Effect.void
    const ended = Cause.hasInterruptsOnly(exit.cause) ? endInterrupted : Effect.void
    return Effect.andThen(Effect.orDie(finish), ended)
  })
  yield* finish
  const code = CODES[run.verdict()]
  if (code !== 0) return yield* new Ended({ code })
}, Effect.scoped)

const optionsOf = (flags: SimulateFlags, { shown, files }: Reports) => ({
  tags: flags.tags?.value,
  parallel: flags.parallel?.value ?? 1,
  bail: flags.bail?.value ?? false,
  retries: flags.retries?.value ?? 0,
  ids: flags.ids?.value,
  storage: flags.storage?.value,
  timeout_ms: millisOf(flags.timeout?.value ?? ""),
  ...keptFor(flags.trace !== undefined || [shown, ...files.map(({ format }) => format)].some(isShownLater))
})

/** What a reader looks at after the run: the requests and answers of the app, and what people saw after each step. */
const keptFor = (isKept: boolean) => ({ traces: isKept, screens: isKept })

const isShownLater = (format: string | undefined): boolean => format === "html" || format === "json"
