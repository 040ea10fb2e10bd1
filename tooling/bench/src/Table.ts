/** The result for people: one line per row, in aligned columns. */
import { goalText, type Row } from "./Row.ts"

const headings = ["benchmark", "ours", "baseline", "unit", "ratio", "goal", "met?", "beside it"]
const numeric = new Set([1, 2, 4])

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

const cellsOf = ({ benchmark, ours, baseline, unit, ratio, goal, met, notes }: Row): ReadonlyArray<string> => [
  benchmark,
  shown(ours),
  shown(baseline),
  unit,
  shown(ratio),
  goalText(goal),
  met === undefined ? "–" : met ? "yes" : "NO",
  notes
]
