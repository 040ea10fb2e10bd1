/** Tables of a load's page. */
import { escaped } from "../../report/HtmlPage.ts"

/** Cells are HTML. A table that is too wide scrolls in its own region, which can have the focus. */
export const table = (
  title: string,
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => {
  const columns = head.map((cell) => `<th scope="col">${cell}</th>`).join("")
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")
  return (
    `<div class="wide" tabindex="0" role="region" aria-label="${escaped(title)}">` +
    `<table><thead><tr>${columns}</tr></thead><tbody>${body}</tbody></table></div>`
  )
}

/** A heading and its table; nothing without rows. */
export const headedTable = (
  title: string,
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => (rows.length === 0 ? "" : `<h2>${title}</h2>${table(title, head, rows)}`)
