/** Limits how often similar log lines and events appear. */

export interface SieveBounds {
  /** At most one is admitted per key in this window. */
  readonly windowMs: number
  /** At most this many are admitted per window for all keys together. */
  readonly perWindow: number
  /** At most this many keys are remembered; the least recent one is forgotten first. */
  readonly keys: number
}

export const make = ({ windowMs, perWindow, keys }: SieveBounds) => {
  const seen = new Map<string, { readonly until: number; held: number }>()
  let begun = Number.NEGATIVE_INFINITY
  let passed = 0

  const isFull = (now: number): boolean => {
    if (now - begun >= windowMs) {
      begun = now
      passed = 0
    }
    return passed >= perWindow
  }

  const remember = (key: string, until: number, held: number) => {
    // Moves the key to the end of the map's order.
    seen.delete(key)
    seen.set(key, { until, held })
    const [oldest] = seen.keys()
    if (seen.size > keys && oldest !== undefined) seen.delete(oldest)
  }

  return {
    /** 0 if suppressed, else 1 plus the number suppressed since the last admitted one. `now` never goes back. */
    admit: (key: string, now: number): number => {
      const last = seen.get(key)
      if (last !== undefined && now < last.until) {
        last.held++
        return 0
      }
      if (isFull(now)) {
        remember(key, now, (last?.held ?? 0) + 1)
        return 0
      }
      passed++
      remember(key, now + windowMs, 0)
      return (last?.held ?? 0) + 1
    }
  }
}
