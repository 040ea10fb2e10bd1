/** Lets few of many alike through, so that what is told loudly is no flood. */

export interface Sieve {
  /**
   * 0 when this one is held back; otherwise how many it stands for, itself and those held back since the last one that
   * was let through. `now` never goes back.
   */
  readonly admit: (key: string, now: number) => number
}

export interface SieveBounds {
  /** Of one key at most one is let through in so many milliseconds. */
  readonly windowMs: number
  /** Of all keys together at most so many. */
  readonly perWindow: number
  /** So many keys are remembered; the one that was let through longest ago is forgotten first. */
  readonly keys: number
}

export const make = ({ windowMs, perWindow, keys }: SieveBounds): Sieve => {
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
    // Anew at the end of the map's order.
    seen.delete(key)
    seen.set(key, { until, held })
    const [oldest] = seen.keys()
    if (seen.size > keys && oldest !== undefined) seen.delete(oldest)
  }

  return {
    admit: (key, now) => {
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
