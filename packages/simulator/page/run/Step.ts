/** One step of an attempt: a row with a bar on the time axis, and the details below it. */
import { formatSpan } from "../../src/report/Amount.ts"
import type { CardNames } from "../../src/report/CardNames.ts"
import type { StepData, TraceLine } from "../../src/report/HtmlReport.ts"
import { timeElement } from "../Time.ts"
import { messageCard } from "./Card.ts"
import { type Child, diff, fold, json, make } from "./Elements.ts"

/** Real milliseconds: the start of the first step, and from there to the end of the last. */
export interface Axis {
  readonly from: number
  readonly whole: number
}

export interface Around {
  readonly axis: Axis
  /** When the attempt began, ISO 8601. */
  readonly began: string
  readonly names: CardNames
  /** Of a step, by its number. */
  readonly anchor: (step: number) => string
}

export const stepRow = (step: StepData, around: Around): HTMLElement => {
  const { number, title, status, began, took } = step
  const { from, whole } = around.axis
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
  // Not of the row: the browser gives the focus to what an address names, if it can have it.
  summary.id = around.anchor(number)
  return fold(`step ${status}`, summary, () => [details(step, around)], status === "failed")
}

const details = (step: StepData, around: Around): HTMLElement => {
  const { failure, faults, lines, cards, trace, outcome } = step
  return make(
    "div",
    "body",
    make("div", "soft mono", step.place),
    times(step, around),
    // Why it failed comes first.
    faults.length > 0
      ? make(
          "ul",
          "outcome",
          faults.map((line) => make("li", "fault", line))
        )
      : undefined,
    failure === undefined || failure.diff.length === 0
      ? []
      : [make("h4", {}, "Expected", legend()), diff(failure.diff)],
    lines.length + cards.length > 0 ? make("h4", {}, "What came of it") : undefined,
    cards.map((card) => messageCard(card, around.names)),
    lines.length > 0
      ? make(
          "ul",
          "outcome",
          lines.map((line) => make("li", {}, line))
        )
      : undefined,
    ...traceOf(trace),
    make("h4", {}, "In full"),
    fold("fold", make("summary", {}, "The step as it was played"), () => [json(step.step)]),
    outcome === undefined ? undefined : fold("fold", make("summary", {}, "Its outcome"), () => [json(outcome)])
  )
}

/** `began 14:03:12.345, took 41 ms, service clock 1 Jan 2026, 00:00:00`. */
const times = ({ status, began, took, now }: StepData, around: Around): Child => {
  if (status === "skipped") return undefined
  const at = new Date(Date.parse(around.began) + began).toISOString()
  return make(
    "div",
    "soft times",
    make("span", {}, "began ", timeElement(at, "moment")),
    make("span", {}, `took ${formatSpan(took)}`),
    now === undefined ? undefined : make("span", {}, "service clock ", timeElement(now, "day"))
  )
}

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
