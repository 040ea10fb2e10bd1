/** The result for people: one line per row, in aligned columns. */
import { goalText, type Row } from "./Row.ts"

const headings = ["benchmark", "ours", "baseline", "floor", "unit", "ratio", "of floor", "goal", "met?", "beside it"]
const numeric = new Set([1, 2, 3, 5, 6])

/** The whole table without a trailing newline. */
export const tableOf = (rows: ReadonlyArray<Row>): string => {
  const cells = [headings, ...rows.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const lines = cells.map((line) =>
    line
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return numeric.has(column) ? cell.padStart(width) : cell.padEnd(width)
      })
      .join("  ")
      .trimEnd()
  )
  const rule = widths.map((width) => "─".repeat(width)).join("  ")
  return [lines[0], rule, ...lines.slice(1)].join("\n")
}

/** Three significant digits, with thousands separated. */
export const shown = (value: number): string => {
  if (!Number.isFinite(value)) return "–"
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const cellsOf = (row: Row): ReadonlyArray<string> => {
  const { benchmark, ours, baseline, floor, unit, ratio, ofFloor, goal, met, notes } = row
  return [
    benchmark,
    shown(ours),
    shown(baseline),
    shown(floor?.value ?? Number.NaN),
    unit,
    shown(ratio),
    shown(ofFloor ?? Number.NaN),
    goalText(goal),
    met === undefined ? "–" : met ? "yes" : "NO",
    notes
  ]
}
