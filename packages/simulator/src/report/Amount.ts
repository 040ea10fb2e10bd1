/** Amounts for people, in texts and on the page. */

/** Real time: `12 ms`, `1.2 s`, `3 min 5 s`. */
export const formatSpan = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s`
}

export const formatSteps = (count: number): string => `${count} ${count === 1 ? "step" : "steps"}`
