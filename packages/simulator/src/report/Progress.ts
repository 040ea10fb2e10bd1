/**
 * The progress of a run: on a terminal one line per scenario in play, with its current step, and the counts; elsewhere
 * one line per finished scenario. Pure: callers pass the time.
 */
import { clip, oneLine } from "@backlot/scenario/match/DescribeValue"
import type { Playing, RunEvent } from "../run/RunResult.ts"
import { formatSpan } from "./Amount.ts"
import type { Counts } from "./Summary.ts"
import { type Paint, paintWith, scenarioLine, type TextReportOptions } from "./TextReport.ts"

/** A scenario in play. Times are those passed to `advance`. */
interface Row {
  readonly name: string
  readonly attempt: number
  readonly began_ms: number
  readonly steps: number
  readonly played: number
  /** The current step. */
  readonly doing: string
}

export interface Progress {
  readonly began_ms: number
  /** How many will be played. */
  readonly total: number
  /** By index in the run. */
  readonly rows: ReadonlyMap<number, Row>
  readonly ended: Omit<Counts, "total">
  readonly interrupted: boolean
}

export const begin: Progress = {
  began_ms: 0,
  total: 0,
  rows: new Map(),
  ended: { passed: 0, failed: 0, flaky: 0, skipped: 0 },
  interrupted: false
}

/** `nowMs` is monotonic real time. */
export const advance = (progress: Progress, event: RunEvent, nowMs: number): Progress => {
  switch (event.type) {
    case "run.began":
      return { ...begin, began_ms: nowMs, total: event.scenarios }
    case "attempt.began": {
      const { index, name, attempt } = event.playing
      const row = { name, attempt, began_ms: nowMs, steps: event.steps, played: 0, doing: "starts its server" }
      return { ...progress, rows: new Map(progress.rows).set(index, row) }
    }
    case "app.starting":
      return change(progress, event, { doing: `starts ${event.application}` })
    case "step.began":
      return change(progress, event, { doing: event.title })
    case "step.ended":
      return change(progress, event, { played: (progress.rows.get(event.playing.index)?.played ?? 0) + 1 })
    case "attempt.ended":
      return change(progress, event, { doing: event.again ? "is played again" : "stops" })
    case "scenario.ended": {
      const { status } = event.result
      const rows = new Map(progress.rows)
      rows.delete(event.playing.index)
      return { ...progress, rows, ended: { ...progress.ended, [status]: progress.ended[status] + 1 } }
    }
    case "run.interrupted":
      return { ...progress, interrupted: true }
    case "run.ended":
      return { ...progress, rows: new Map() }
  }
}

/** The lines to redraw. No line is longer than `width`, the columns of the terminal. */
export const liveLines = (
  progress: Progress,
  nowMs: number,
  { colours = false, width = 80 }: { readonly colours?: boolean; readonly width?: number } = {}
): ReadonlyArray<string> => {
  const paint = paintWith(colours)
  return [
    ...rowsOf(progress).map((row) => rowLine(row, nowMs, width, paint)),
    countsLine(progress, nowMs, width, paint)
  ]
}

/** The scenarios in play on one line, for output that cannot be redrawn; undefined if there are none. */
export const stillLine = (progress: Progress, nowMs: number): string | undefined => {
  const rows = rowsOf(progress)
  if (rows.length === 0) return undefined
  const shown = rows
    .slice(0, STILL)
    .map(({ name, played, steps, doing }) => `${oneLine(name)} ${played}/${steps} (${oneLine(doing)})`)
  const more = rows.length > STILL ? ` and ${rows.length - STILL} more` : ""
  return `… ${countsLine(progress, nowMs, Number.POSITIVE_INFINITY, paintWith(false))}  ${shown.join(", ")}${more}`
}

const STILL = 3

const rowsOf = ({ rows }: Progress) => [...rows].sort(([a], [b]) => a - b).map(([, row]) => row)

/** A permanent line for a finished scenario, a retry, or an interruption. */
export const eventLine = (event: RunEvent, { colours = false, root }: TextReportOptions = {}): string | undefined => {
  const paint = paintWith(colours)
  if (event.type === "scenario.ended") return scenarioLine(event.result, { root }, paint)
  if (event.type === "run.interrupted")
    return paint("yellow", "Stopping the scenarios in play; interrupt again to stop at once")
  if (event.type !== "attempt.ended" || !event.again) return undefined
  const { name, attempt } = event.playing
  return `${paint("yellow", "↻")} ${oneLine(name)}  ${paint("faint", `attempt ${attempt} failed and is repeated`)}`
}

const change = (progress: Progress, { playing }: { readonly playing: Playing }, fields: Partial<Row>): Progress => {
  const row = progress.rows.get(playing.index)
  return row === undefined
    ? progress
    : { ...progress, rows: new Map(progress.rows).set(playing.index, { ...row, ...fields }) }
}

/**
 * `▶ adopt a pet 3/5 1.2 s bob in #general uses /adopt`. Colours are added after cutting, because they take no columns.
 */
const rowLine = (
  { name, attempt, began_ms, steps, played, doing }: Row,
  nowMs: number,
  width: number,
  paint: Paint
) => {
  const again = attempt > 1 ? ` (attempt ${attempt})` : ""
  const head = clip(`▶ ${oneLine(name)}${again}`, width)
  const line = clip(`${head}  ${played}/${steps}  ${formatSpan(nowMs - began_ms)}  ${oneLine(doing, width)}`, width)
  const isWhole = line.startsWith(head)
  return isWhole ? `${paint("cyan", head)}${paint("faint", line.slice(head.length))}` : paint("cyan", line)
}

const countsLine = ({ ended, total, began_ms, interrupted }: Progress, nowMs: number, width: number, paint: Paint) => {
  const done = ended.passed + ended.failed + ended.flaky + ended.skipped
  const counts = (["failed", "flaky", "passed"] as const)
    .filter((status) => status === "passed" || ended[status] > 0)
    .map((status) => `${ended[status]} ${status}`)
  const line = `${done} of ${total}  ${counts.join(", ")}  ${formatSpan(nowMs - began_ms)}${interrupted ? "  stopping" : ""}`
  return paint(ended.failed > 0 ? "red" : ended.flaky > 0 ? "yellow" : "green", clip(line, width))
}
