/** The tables of the page, and that of the changes since an earlier load. */
import { escaped } from "../../report/HtmlPage.ts"
import { type Change, changeText, compare, MARKS, worseOf } from "../LoadCompare.ts"
import { type LoadReport, TIMES } from "../LoadReport.ts"

/** A row for each step, a column for each measure. */
export const comparison = (earlier: LoadReport, report: LoadReport): string => {
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

/** Cells are HTML. A table that is too wide scrolls in its own region, which can have the focus. */
export const table = (title: string, head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const columns = head.map((cell) => `<th scope="col">${cell}</th>`).join("")
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")
  return (
    `<div class="wide" tabindex="0" role="region" aria-label="${escaped(title)}">` +
    `<table><thead><tr>${columns}</tr></thead><tbody>${body}</tbody></table></div>`
  )
}
