/**
 * A run as the viewer shows it: each value ready to be drawn. `ReportData.ts` makes the same of a JSON report. Plain functions
 * that also run in browsers.
 */
import { formatNoted, parseBodies } from "@backlot/player/Transcript"
import { describeOutcome } from "@backlot/scenario/describe/Describe"
import { defined, field, isObject, listOf, textOf } from "@backlot/scenario/Fields"
import { type DiffLine, nearChanges } from "@backlot/scenario/match/Diff"
import { linesOf } from "@backlot/scenario/match/DiffShown"
import { diffArrays } from "diff"
import { Struct } from "effect"
import type { Attempt, RunResult, StepResult } from "../run/RunResult.ts"
import { type CardNames, cardNamesOf } from "./CardNames.ts"
import { cardsOf } from "./MessageCards.ts"
import { screensOf } from "./ScreenCards.ts"
import * as Summary from "./Summary.ts"

/** Times are real milliseconds, except those of traces. */
export type RunPageData = ReturnType<typeof indexOf>
export type ScenarioData = RunPageData["scenarios"][number]

export type AttemptData = ReturnType<typeof attemptOf>
export type StepData = AttemptData["steps"][number]
export type AppData = AttemptData["apps"][number]
export type TraceLine = StepData["trace"][number]

/** `steps` and `took` are of the last attempt. */
export const indexOf = ({ scenarios }: RunResult, root: string | undefined) => ({
  scenarios: scenarios.map((scenario) => {
    const { name, tags, status } = scenario
    const { steps = [], real_ms: took = 0 } = Summary.lastAttempt(scenario) ?? {}
    return { name, file: Summary.shownPath(scenario.file, root), tags, status, steps: steps.length, took }
  })
})

export const attemptOf = (attempt: Attempt, root: string | undefined) => {
  const { began, failure, steps, transcript, apps, real_ms, world_before, world_after } = attempt
  const names = cardNamesOf(attempt)
  return {
    ...defined({ failure }),
    status: Summary.attemptStatus(attempt),
    began,
    took: real_ms,
    names,
    steps: steps.map((step) => stepOf(step, { attempt, root, names })),
    transcript: formatNoted(transcript),
    apps: apps.map(({ application, command, lines, exit_code }) => ({
      ...defined({ application, command, exit_code }),
      output: lines.map((line) => ({ ...line, text: withoutControls(line.text) }))
    })),
    /** False when the server could no longer export its world after the attempt. */
    asked: world_after !== undefined,
    world: worldDiff(world_before, world_after),
    ...defined({ screens: attempt.screens && screensOf(attempt.screens) })
  }
}

interface Around {
  readonly attempt: Attempt
  readonly root: string | undefined
  readonly names: CardNames
}

const stepOf = (played: StepResult, { attempt, root, names }: Around) => {
  const { number, title, step, outcome, failure, began_ms, real_ms, now } = played
  const entry = attempt.transcript.find((one) => one.number === number)
  const { trace = [], ...rest } = outcome ?? {}
  const cards = outcome === undefined ? [] : cardsOf(outcome, (id) => names[id])
  const lines = trace.length > 0 ? trace : keptTrace(attempt, outcome?.interaction_id)
  return {
    ...{ number, title, status: Summary.stepStatus(played), place: Summary.shownPlace(played, root) },
    ...{ began: began_ms, took: real_ms, step },
    cards,
    /** What cards show is left out. */
    lines: [
      ...(outcome !== undefined && cards.length > 0
        ? describeOutcome(Struct.omit(outcome, ["message", "messages", "modal"]))
        : (entry?.lines ?? [])),
      ...(entry?.notes ?? [])
    ],
    faults: entry?.faults ?? [],
    trace: lines.map(traceLine),
    ...defined({
      now,
      outcome: outcome && rest,
      failure: failure && {
        kind: Summary.KINDS[failure._tag],
        diff: Summary.diffOfStep(played).map(Summary.formatLine)
      }
    })
  }
}

/** The trace of the interaction, if the run kept all traces. */
export const keptTrace = ({ traces = [] }: Pick<Attempt, "traces">, id: string | undefined): ReadonlyArray<unknown> =>
  listOf(id && traces.find((one) => field(one, "interaction_id") === id), "trace")

/** `at` is in milliseconds of the service clock. */
export const traceLine = (line: unknown) => {
  const [at, detail] = [field(line, "at"), field(line, "detail")]
  const what = textOf(line, "what") ?? ""
  return { at: typeof at === "number" ? at : 0, what, detail: parseBodies(detail), hint: Summary.hintOf(detail) }
}

/** The parts that changed, in the order of the world: how many lines, and the changes with the lines near them. */
const worldDiff = (before: unknown, after: unknown): ReadonlyArray<NonNullable<ReturnType<typeof partOf>>> => {
  if (!isObject(before) || !isObject(after)) return []
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => partOf(name, before[name], after[name]) ?? [])
}

/**
 * Limits of the comparison; without them a large world would take minutes. Our choice: docs/choices.md "Command line".
 */
const LINES = 20_000
const CHANGES = 1_500
const SHOWN = 1_000

/** No lines for an empty part. */
const linesIn = (part: unknown): ReadonlyArray<string> =>
  typeof part === "object" && part !== null && Object.keys(part).length === 0 ? [] : linesOf(part, LINES)

const partOf = (name: string, before: unknown, after: unknown) => {
  const [left, right] = [linesIn(before), linesIn(after)]
  const parts = diffArrays([...left], [...right], { maxEditLength: CHANGES })
  if (parts === undefined) {
    return { name, added: right.length, removed: left.length, lines: [`  more than ${CHANGES} lines differ`] }
  }
  const lines = parts.flatMap(({ added, removed, value }) =>
    value.map((text): DiffLine => ({ sign: added ? "+" : removed ? "-" : " ", text }))
  )
  const count = (sign: "+" | "-") => lines.filter((line) => line.sign === sign).length
  if (count("+") + count("-") === 0) return undefined
  const near = nearChanges(lines).map(Summary.formatLine)
  const shown = near.length > SHOWN ? [...near.slice(0, SHOWN), "  …"] : near
  return { name, added: count("+"), removed: count("-"), lines: shown }
}

/** The sequences by which programs colour what they write, and other control characters of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\[[\d;?]*[ -/]*[@-~]|[@-Z\\-_])/g

export const withoutControls = (text: string): string => text.replace(CONTROLS, "")
