/** A load as one HTML page: tables, and plots that the browser code in the package's folder `page/load` draws. */
import { escaped, htmlPage } from "../../report/HtmlPage.ts"
import { curveOf, decoded } from "../Histograms.ts"
import { type Change, changeText, compare, MARKS, worseOf } from "../LoadCompare.ts"
import { countText, millisText, percentText, rateText, shareOf } from "../LoadNumbers.ts"
import { type Figures, type LoadReport, TIMES } from "../LoadReport.ts"
import { headOf, thresholdTable, verdictOf } from "./LoadHead.ts"
import { LIBRARY, SCRIPT, STYLE } from "./LoadPage.generated.ts"
import { headedTable, table } from "./LoadTable.ts"

/** The JSON in the element `data`, which the script of the page reads. */
export type LoadPageData = ReturnType<typeof dataOf>

/** `earlier`: the load that this one is compared with. */
export const pageOf = (report: LoadReport, earlier?: LoadReport): string => {
  return htmlPage({
    title: `${verdictOf(report, earlier).word}: ${report.scenario}, load`,
    style: STYLE,
    body: [
      ...headOf(report, earlier),
      "<main>",
      thresholdTable(report),
      warnings(report),
      errorTable(report),
      "<h2>Figures</h2>",
      tiles(report),
      stepTable(report),
      earlier === undefined ? "" : comparison(earlier, report),
      "<h2>Course</h2>",
      '<div class="plots">',
      ...PLOTS.map(([id, title]) => `<section class="plot"><h3>${title}</h3><div id="${id}"></div></section>`),
      "</div>",
      "<h2>Generator</h2>",
      generator(report),
      "</main>"
    ],
    data: [["data", dataOf(report, earlier)]],
    scripts: [LIBRARY, SCRIPT]
  })
}

const PLOTS = [
  ["latency", "Latency"],
  ["throughput", "Throughput"],
  ["curve", "Latency by percentile, all that counts"],
  ["inflight", "At once"],
  ["errors", "Errors"]
] as const

const warnings = ({ health }: LoadReport): string =>
  health.warnings.length === 0
    ? ""
    : `<div class="warning"><b>Read these figures with care</b>${health.warnings.map((text) => `<p>${escaped(text)}</p>`).join("")}</div>`

const TILE_TIMES = ["p50", "p95", "p99", "max"] as const

const tiles = ({ total, plays }: LoadReport): string => {
  const share = shareOf(total.errors, total.count)
  const all: ReadonlyArray<readonly [string, string]> = [
    ["steps", countText(total.count)],
    ["throughput", rateText(total.rate)],
    ["errors", `${countText(total.errors)} (${percentText(share)})`],
    ...TILE_TIMES.map((of) => [of, total.count === 0 ? "–" : millisText(total.latency[of])] as const),
    ["plays through", `${countText(plays.completed)} of ${countText(plays.began)}`]
  ]
  const tile = ([name, value]: (typeof all)[number]) =>
    `<div class="tile"><span>${name}</span><b>${escaped(value)}</b></div>`
  return `<div class="tiles">${all.map(tile).join("")}</div>`
}

const stepTable = ({ steps, total }: LoadReport): string =>
  table(
    "Steps",
    ["step", "count", "rate", "errors", ...TIMES, "service p50", "service p99"],
    [...steps, ...(steps.length > 1 ? [total] : [])].map(figureCells)
  )

const figureCells = ({ title, count, rate, errors, latency, service }: Figures): ReadonlyArray<string> => [
  escaped(title),
  countText(count),
  rateText(rate),
  errors > 0 ? `<span class="bad">${countText(errors)}</span>` : "0",
  ...[...TIMES.map((of) => latency[of]), service.p50, service.p99].map((ms) => (count === 0 ? "–" : millisText(ms)))
]

const errorTable = ({ errors }: LoadReport): string => {
  const rows = errors.map(({ kind, count, example }) => [escaped(kind), countText(count), escaped(example)])
  return headedTable("Errors", ["kind", "count", "the first of them"], rows)
}

const generator = ({ health }: LoadReport): string => {
  const figures = [
    ["CPU, of a core", percentText(health.cpu)],
    ["busy", percentText(health.busy)],
    ["timers late, p99", millisText(health.lag_p99_ms)],
    ["timers late, most", millisText(health.lag_max_ms)],
    [`sent over ${health.late_ms} ms late`, countText(health.late)],
    ["waited", countText(health.waited)],
    ["never began", countText(health.dropped)]
  ] as const
  const [head, row] = [figures.map(([name]) => name), figures.map(([, value]) => value)]
  return table("Generator", head, [row])
}

/** The curves of all steps share the percentiles of the whole load. `warmup` is in milliseconds. */
const dataOf = ({ series, warmup_ms, total, steps }: LoadReport, earlier: LoadReport | undefined) => {
  const own = steps.length > 1 ? steps.filter(({ count }) => count > 0).slice(0, CURVES_MAX) : []
  return {
    series,
    warmup: warmup_ms,
    curves: [
      { name: "all steps", points: curveOf(decoded(total.latency)) },
      { name: "all, sent to answered", points: curveOf(decoded(total.service)) },
      ...own.map(({ title, latency }) => ({ name: title, points: curveOf(decoded(latency), total.count) })),
      ...(earlier === undefined ? [] : [{ name: BEFORE, points: curveOf(decoded(earlier.total.latency), total.count) }])
    ]
  }
}

const BEFORE = "all steps, before"
/** A reader cannot tell more lines apart. */
const CURVES_MAX = 2

/** A row for each step, a column for each measure. */
const comparison = (earlier: LoadReport, report: LoadReport): string => {
  const compared = compare(earlier, report)
  const { changes, remarks } = compared
  const rows = [...Map.groupBy(changes, ({ of }) => of)].map(([of, own]) => [
    escaped(of),
    ...MEASURES.map((measure) => cell(own.find((change) => change.measure === measure)))
  ])
  const { worse, judged } = worseOf(compared)
  const verdict =
    worse === 0
      ? '<b class="good">Nothing is worse beyond the noise.</b>'
      : `<b class="bad">${worse} of ${judged} figures are worse beyond the noise.</b>`
  return `<h2 id="compared">Compared with the load of ${escaped(earlier.began)}</h2>
<p>${verdict}</p>
<p class="dim">Each figure: before, now, and the change; ${MARKS.better} better, ${MARKS.worse} worse beyond the noise.</p>
${remarks.map((remark) => `<p class="dim">${escaped(`Note: ${remark}.`)}</p>`).join("\n")}
${table("Compared with an earlier load", ["step", ...MEASURES], rows)}`
}

const MEASURES = [...TIMES, "rate", "errors"]

const cell = (change: Change | undefined): string => {
  if (change === undefined) return "–"
  const { before, after, verdict } = change
  const by = changeText(change)
  const shown =
    verdict === "better" || verdict === "worse"
      ? `<b class="${verdict === "better" ? "good" : "bad"}">${MARKS[verdict]} ${by}</b>`
      : `<span class="dim">${by}</span>`
  return `<span class="dim">${escaped(before)}</span><br>${escaped(after)}<br>${shown}`
}
