/** One step of an attempt: a row with a bar on the time axis, and the details below it. */
import { formatSpan } from "../../src/report/Amount.ts"
import type { StepData, TraceLine } from "../../src/report/HtmlReport.ts"
import { type Child, diff, fold, json, make } from "./Elements.ts"

/** Real milliseconds: the start of the first step, and from there to the end of the last. */
export interface Axis {
  readonly from: number
  readonly whole: number
}

export const stepRow = (step: StepData, { from, whole }: Axis): HTMLElement => {
  const { number, title, status, began, took } = step
  const bar = make("i", {})
  bar.style.left = `${Math.max(0, Math.min(99, (100 * (began - from)) / whole))}%`
  bar.style.width = `${Math.min(100, (100 * took) / whole)}%`
  const summary = make(
    "summary",
    status,
    make("span", { className: "dot", ariaLabel: status, role: "img" }),
    make("span", {}, make("span", "number", String(number)), title),
    make("span", { className: "track", ariaHidden: "true" }, status === "skipped" ? undefined : bar),
    make("span", "time", status === "skipped" ? "not played" : formatSpan(took))
  )
  const row = fold(`step ${status}`, summary, () => [details(step)], status === "failed")
  row.id = `step-${number}`
  return row
}

const details = ({ place, failure, lines, faults, trace, step, outcome }: StepData): HTMLElement =>
  make(
    "div",
    "body",
    make("div", "soft mono", place),
    failure === undefined || failure.diff.length === 0
      ? []
      : [make("h4", {}, "Expected", legend()), diff(failure.diff)],
    lines.length + faults.length > 0 ? make("h4", {}, "What came of it") : undefined,
    make(
      "ul",
      "outcome",
      lines.map((line) => make("li", {}, line)),
      faults.map((line) => make("li", "fault", line))
    ),
    ...traceOf(trace),
    make("h4", {}, "In full"),
    fold("fold", make("summary", {}, "The step as it was played"), () => [json(step)]),
    outcome === undefined ? undefined : fold("fold", make("summary", {}, "Its outcome"), () => [json(outcome)])
  )

const legend = () =>
  make("span", "legend", make("span", "minus", "− expected"), make("span", "plus", "+ what there was"))

const traceOf = (trace: ReadonlyArray<TraceLine>): ReadonlyArray<Child> => {
  const [first] = trace
  if (first === undefined) return []
  const lines = trace.map(({ at, what, detail, hint }) => {
    const when = make("span", "when", `+${at - first.at} ms`)
    const summary = make("summary", {}, when, make("b", {}, what), make("span", "hint", hint))
    return fold("fold", summary, () => payload(detail))
  })
  return [make("h4", {}, "Between service and app"), make("div", "trace", lines)]
}

/** Headers and body each under a heading, everything else above them. */
const payload = (detail: unknown): ReadonlyArray<Child> => {
  if (typeof detail !== "object" || detail === null || Array.isArray(detail)) return [json(detail)]
  const { headers, body, ...rest }: { readonly headers?: unknown; readonly body?: unknown } = detail
  return [
    ...(Object.keys(rest).length > 0 ? [json(rest)] : []),
    ...(headers === undefined ? [] : [make("h5", {}, "Headers"), json(headers)]),
    ...(body === undefined ? [] : [make("h5", {}, "Body"), json(body)])
  ]
}
