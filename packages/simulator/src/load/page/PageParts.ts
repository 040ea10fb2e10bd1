/** What the parts of the page are made of. */
import { ENTITIES } from "../../report/Entities.ts"

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

/** Cells are HTML. A table that is too wide is scrolled by itself, by keys too. */
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
