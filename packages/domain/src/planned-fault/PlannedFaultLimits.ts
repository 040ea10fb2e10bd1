/**
 * Ours: bounds of faults on purpose: how many are kept, a delay in real milliseconds, how often, and the answer that
 * one gives. `told`: applications of faults that wait to be told of in the log.
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
