/** Formats figures and tables for people. */

/** Three digits and a fitting unit. */
export const millisText = (ms: number): string => {
  if (!Number.isFinite(ms)) return "–"
  return ms >= 10_000 ? `${digits(ms / 1000)} s` : `${digits(ms)} ms`
}

export const percentText = (share: number): string => `${digits(share * 100)}%`

export const rateText = (rate: number): string => `${digits(rate)}/s`

/** 0 of nothing. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** The texts whose condition holds. */
export const sentences = (texts: ReadonlyArray<readonly [isSo: boolean, text: string]>): ReadonlyArray<string> =>
  texts.flatMap(([isSo, text]) => (isSo ? [text] : []))

/** With thousands separators. */
export const countText = (count: number): string => count.toLocaleString("en-US")

const digits = (value: number): string => {
  if (value === 0) return "0"
  if (value >= 1000) return Math.round(value).toLocaleString("en-US")
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}

/** The first column is left-aligned, the others right-aligned; the first row is the head. */
export const tableOf = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd()
  )
}
