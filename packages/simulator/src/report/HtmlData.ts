/** Makes the JSON for the page of the HTML report from the result of a run. */
import { stripVTControlCharacters } from "node:util"
import { formatNoted, parseBodies } from "@backlot/player/Transcript"
import { field, listOf, textOf } from "@backlot/scenario/Fields"
import type { DiffLine } from "@backlot/scenario/match/Diff"
import type { Attempt, RunResult, ScenarioResult, StepResult } from "../run/RunResult.ts"
import { formatSpan } from "./Amount.ts"
import type { AttemptData, RunPageData, StepData, TraceLine } from "./RunPageData.ts"
import { diffOfStep, KINDS } from "./StepFailureText.ts"
import { formatCounts, lastAttempt, shownPath, shownPlace, stepStatus, totalsOf } from "./Summary.ts"
import { hintOf } from "./TraceHint.ts"
import { worldDiff } from "./WorldDiff.ts"

export const indexOf = (result: RunResult, root: string | undefined): RunPageData => ({
  scenarios: result.scenarios.map((scenario) => {
    const last = lastAttempt(scenario)
    return {
      name: scenario.name,
      file: shownPath(scenario.file, root),
      tags: scenario.tags,
      status: scenario.status,
      steps: last?.steps.length ?? 0,
      took: last?.real_ms ?? 0
    }
  })
})

/** The line below the title. */
export const factsOf = (result: RunResult): string =>
  [formatCounts(totalsOf(result).scenarios), formatSpan(result.real_ms), `seed ${result.seed}`, result.began].join(
    " · "
  )

export const attemptsOf = ({ attempts }: ScenarioResult, root: string | undefined): ReadonlyArray<AttemptData> =>
  attempts.map((attempt) => attemptOf(attempt, root))

const attemptOf = (attempt: Attempt, root: string | undefined): AttemptData => {
  const { failure, steps, transcript, apps, real_ms, world_before, world_after } = attempt
  const failed = failure !== undefined || steps.some((step) => step.failure !== undefined)
  return {
    status: failed ? "failed" : "passed",
    took: real_ms,
    ...(failure === undefined ? {} : { failure }),
    steps: steps.map((step) => stepOf(step, attempt, root)),
    transcript: formatNoted(transcript),
    apps: apps.map(({ application, command, lines, exit_code }) => ({
      application,
      command,
      ...(exit_code === undefined ? {} : { exit_code }),
      output: lines.map((line) => ({ ...line, text: stripVTControlCharacters(line.text) }))
    })),
    asked: world_after !== undefined,
    world: worldDiff(world_before, world_after).map((part) => ({ ...part, lines: part.lines.map(signed) }))
  }
}

const signed = ({ sign, text }: DiffLine): string => `${sign} ${text}`

const stepOf = (played: StepResult, attempt: Attempt, root: string | undefined): StepData => {
  const { number, title, step, outcome, failure, began_ms, real_ms } = played
  const entry = attempt.transcript.find((one) => one.number === number)
  const { trace = [], ...rest } = outcome ?? {}
  const lines = trace.length > 0 ? trace : keptTrace(attempt, outcome?.interaction_id)
  return {
    number,
    title,
    status: stepStatus(played),
    place: shownPlace(played, root),
    began: began_ms,
    took: real_ms,
    step,
    lines: [...(entry?.lines ?? []), ...(entry?.notes ?? [])],
    faults: entry?.faults ?? [],
    trace: lines.map(traceLine),
    ...(outcome === undefined ? {} : { outcome: rest }),
    ...(failure === undefined ? {} : { failure: { kind: KINDS[failure._tag], diff: diffOfStep(played).map(signed) } })
  }
}

/** The trace of the interaction, if the run kept all traces. */
const keptTrace = ({ traces = [] }: Attempt, interactionId: string | undefined): ReadonlyArray<unknown> =>
  interactionId === undefined
    ? []
    : listOf(
        traces.find((one) => field(one, "interaction_id") === interactionId),
        "trace"
      )

const traceLine = (line: unknown): TraceLine => {
  const [at, detail] = [field(line, "at"), field(line, "detail")]
  return {
    at: typeof at === "number" ? at : 0,
    what: textOf(line, "what") ?? "",
    detail: parseBodies(detail),
    hint: hintOf(detail)
  }
}
