/** Writes a run as JSON. `ReportShape.ts` has the shape. */
import { formatNoted } from "@backlot/player/Transcript"
import { defined } from "@backlot/scenario/Fields"
import type { Attempt, RunResult, ScenarioResult, StepResult } from "../run/RunResult.ts"
import { toJson } from "./JsonText.ts"
import type { Report } from "./ReportShape.ts"
import { attemptStatus, diffOfStep, formatLine, hasPassed, KINDS, stepStatus, totalsOf } from "./Summary.ts"

export const jsonReport = (result: RunResult): string => `${toJson(reportOf(result), 2)}\n`

/** Values are those of the run: matchers that JSON cannot express are still objects. */
export const reportOf = (result: RunResult): Report => ({
  format: "backlot-run",
  version: 1,
  status: hasPassed(result) ? "passed" : "failed",
  began: result.began,
  duration_ms: result.real_ms,
  seed: result.seed,
  totals: totalsOf(result),
  scenarios: result.scenarios.map(scenarioOf)
})

const scenarioOf = ({ file, name, example, tags, status, attempts }: ScenarioResult): Report["scenarios"][number] => ({
  ...defined({ file, name, example, tags, status }),
  attempts: attempts.map(attemptOf)
})

const attemptOf = (attempt: Attempt) => {
  const { failure, steps, transcript, apps, real_ms, traces, screens } = attempt
  return {
    ...defined({ status: attemptStatus(attempt), duration_ms: real_ms, failure }),
    steps: steps.map(stepOf),
    transcript: transcript.length === 0 ? [] : formatNoted(transcript).split("\n"),
    apps: apps.map(({ application, command, lines, exit_code }) =>
      defined({ application, command, output: lines, exit_code })
    ),
    ...defined({ traces, screens })
  }
}

const stepOf = (played: StepResult) => {
  const { number, title, place, via, began_ms, real_ms, now, step, outcome, failure } = played
  return {
    ...defined({ number, title, status: stepStatus(played), place, via, began_ms, duration_ms: real_ms, now }),
    step,
    ...defined({
      outcome,
      failure: failure && {
        kind: KINDS[failure._tag],
        message: failure.message,
        mismatches: failure._tag === "ExpectationFailed" ? failure.mismatches : [],
        diff: diffOfStep(played).map(formatLine)
      }
    })
  }
}
