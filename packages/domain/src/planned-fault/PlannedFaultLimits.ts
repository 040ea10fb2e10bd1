/**
 * Bounds of planned faults: their number, a delay in real milliseconds, repetitions, and the answer of one fault.
 * `told`: applications of faults that wait to be written to the log. Our choice: docs/choices.md "Planned faults".
 */
export const plannedFault = {
  faults: 100,
  delayMs: 600_000,
  times: 1_000_000,
  retryAfterMs: 86_400_000,
  bodyBytes: 256 * 1024,
  headers: 50,
  headerBytes: 8 * 1024,
  pathMax: 2048,
  eventMax: 100,
  told: 10_000
} as const
