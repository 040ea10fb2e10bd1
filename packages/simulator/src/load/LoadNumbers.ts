/** Formats figures for people. */

/** Three digits and a fitting unit. */
export const millisText = (ms: number): string => {
  if (!Number.isFinite(ms)) return "–"
  if (ms >= 10_000) return `${digits(ms / 1000)} s`
  return `${digits(ms)} ms`
}

export const percentText = (share: number): string => `${digits(share * 100)}%`

export const rateText = (rate: number): string => `${digits(rate)}/s`

/** With thousands separators. */
export const countText = (count: number): string => count.toLocaleString("en-US")

const digits = (value: number): string => {
  if (value === 0) return "0"
  if (value >= 1000) return Math.round(value).toLocaleString("en-US")
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}
