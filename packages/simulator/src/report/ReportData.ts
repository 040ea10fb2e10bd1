/** What the viewer shows of a JSON report, which somebody opens in the console. */
import { describeOutcome } from "@backlot/scenario/describe/Describe"
import { defined, fieldsOf, listOf } from "@backlot/scenario/Fields"
import type { Outcome } from "@backlot/scenario/Outcome"
import { Result, Schema, Struct } from "effect"
import { type CardNames, cardNamesOf } from "./CardNames.ts"
import { cardsOf } from "./MessageCards.ts"
import { Report } from "./ReportShape.ts"
import { type AttemptData, keptTrace, type RunPageData, type StepData, traceLine, withoutControls } from "./RunData.ts"
import { screensOf } from "./ScreenCards.ts"

/** A run as the viewer takes it. */
export interface RunData extends RunPageData {
  /** ISO 8601. */
  readonly began: string
  readonly took: number
  /** Of the scenario at this position. */
  readonly attempts: (index: number) => ReadonlyArray<AttemptData>
}

/** Fails with a sentence for a text that is no report of a run. */
export const runOfReport = (text: string): Result.Result<RunData, string> =>
  Result.flatMap(
    Result.try({ try: (): unknown => JSON.parse(text), catch: () => "This file is not JSON." }),
    (value) => {
      const { format } = fieldsOf(value)
      if (format !== "backlot-run") {
        return Result.fail("This is no report of a run: make one by `backlot simulate --report json=run.json`.")
      }
      return Result.mapBoth(Schema.decodeUnknownResult(Report)(value), {
        onSuccess: dataOf,
        onFailure: () => "This report was written by another version of Backlot."
      })
    }
  )

const dataOf = ({ began, duration_ms, scenarios }: Report): RunData => ({
  began,
  took: duration_ms,
  scenarios: scenarios.map(({ name, file, tags, status, attempts }) => {
    const { steps = [], duration_ms: took = 0 } = attempts.at(-1) ?? {}
    return { name, file, tags, status, steps: steps.length, took }
  }),
  attempts: (index) => (scenarios[index]?.attempts ?? []).map((attempt) => attemptOf(attempt, began))
})

type ReportAttempt = Report["scenarios"][number]["attempts"][number]
type ReportStep = ReportAttempt["steps"][number]

const attemptOf = (attempt: ReportAttempt, began: string): AttemptData => {
  const { status, failure, duration_ms, steps, transcript, apps, screens } = attempt
  // A report holds outcomes as they were.
  const outcomes = steps.map(({ outcome }) => ({ outcome: outcome as Outcome | undefined }))
  const names = cardNamesOf({ steps: outcomes, ...defined({ screens }) })
  for (const { id, name } of screens?.people ?? []) Object.assign(names, { [id]: name })
  return {
    ...defined({ failure }),
    status,
    began,
    took: duration_ms,
    names,
    steps: steps.map((step) => stepOf(step, attempt, names)),
    transcript: transcript.join("\n"),
    apps: apps.map(({ application, command, exit_code, output }) => ({
      ...defined({ application, command, exit_code }),
      output: output.map((line) => ({ ...line, text: withoutControls(line.text) }))
    })),
    // A report has no worlds.
    asked: true,
    world: [],
    ...defined({ screens: screens && screensOf(screens) })
  }
}

const stepOf = (played: ReportStep, { traces }: ReportAttempt, names: CardNames): StepData => {
  const { number, title, status, place, via = [], began_ms, duration_ms, now, step, failure } = played
  const outcome = played.outcome as Outcome | undefined
  const cards = outcome === undefined ? [] : cardsOf(outcome, (id) => names[id])
  const { trace = [], ...rest } = outcome ?? {}
  const lines = trace.length > 0 ? trace : keptTrace(defined({ traces }), outcome?.interaction_id)
  const shown = ({ file, line, column }: ReportStep["place"]) => `${file}:${line}:${column}`
  const callers = via.toReversed().map((caller) => `, run as ${caller.fragment} at ${shown(caller.place)}`)
  return {
    ...{ number, title, status, place: `${shown(place)}${callers.join("")}`, began: began_ms, took: duration_ms },
    // A report holds steps as they were played.
    step: step as StepData["step"],
    cards,
    lines:
      outcome === undefined
        ? []
        : [
            ...describeOutcome(cards.length > 0 ? Struct.omit(outcome, ["message", "messages", "modal"]) : outcome),
            ...["not_implemented", "unknown_emojis"].flatMap((name) => listOf(outcome, name).map(String))
          ],
    faults: failure === undefined ? [] : failure.message.split("\n"),
    trace: lines.map(traceLine),
    ...defined({
      now,
      outcome: outcome && rest,
      failure: failure && { kind: failure.kind, diff: [...failure.diff] }
    })
  }
}
