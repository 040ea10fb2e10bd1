/**
 * Rate-limit windows, and what an answer shows of them. Source: service.md "Limits"; wire-rest.md §4.1; decision 27. A
 * window begins with its first request.
 */
import * as Limits from "./ModelLimits.ts"

interface Window {
  readonly began: number
  readonly used: number
}

/** The bucket of a route, besides the global window. */
export interface Bucket {
  readonly key: string
  readonly limit: number
  readonly window_ms: number
}

export class ModelWindows {
  private readonly windows = new Map<string, Window>()

  /** Counts one request of an application; a refused one is not counted. Without `enforces` none is refused. */
  count(application_id: string, limit: number, bucket: Bucket | undefined, now_ms: number, enforces: boolean) {
    const wide = { key: application_id, limit, window_ms: Limits.calls.all.window_ms }
    const counted = bucket === undefined ? [wide] : [wide, bucket]
    const shown = bucket ?? wide
    const full = counted.find((one) => enforces && this.left(one, now_ms) === 0)
    if (full !== undefined) return { refused: true, global: full === wide, limit: full.limit, remaining: 0 }
    for (const one of counted) this.use(one, now_ms)
    // When limits are not enforced, one request always remains, so that clients do not wait. Our choice:
    // docs/choices.md "Rate limits".
    const remaining = Math.max(enforces ? 0 : 1, this.left(shown, now_ms))
    return { refused: false, global: false, limit: shown.limit, remaining }
  }

  clear(): void {
    this.windows.clear()
  }

  private current({ key, window_ms }: Bucket, now_ms: number): Window | undefined {
    const window = this.windows.get(key)
    return window === undefined || window.began + window_ms <= now_ms ? undefined : window
  }

  private left(bucket: Bucket, now_ms: number): number {
    return Math.max(0, bucket.limit - (this.current(bucket, now_ms)?.used ?? 0))
  }

  private use(bucket: Bucket, now_ms: number): void {
    const window = this.current(bucket, now_ms) ?? { began: now_ms, used: 0 }
    this.windows.set(bucket.key, { ...window, used: window.used + 1 })
  }
}

/** The cost of one create, in milliseconds of refill: 432 s. */
const COST = Limits.creates.dayMs / Limits.creates.perDay

/** Daily creates of each scope. Source: service.md "Limits"; decision 26: 200 that refill continuously over the day. */
export class DailyBudget {
  /** Milliseconds until everything is refilled, and the time of that count. */
  private readonly debts = new Map<string, { readonly debt: number; readonly at: number }>()

  /** False if there is no room for all of them; then none is charged. `charge` is undefined if limits are lifted. */
  charge(scope: string, creates: number, charge: { readonly now_ms: number } | undefined): boolean {
    if (charge === undefined || creates === 0) return true
    const debt = this.debt(scope, charge.now_ms) + creates * COST
    if (debt > Limits.creates.dayMs) return false
    this.debts.set(scope, { debt, at: charge.now_ms })
    return true
  }

  /** How many creates there is room for. */
  room(scope: string, now_ms: number): number {
    return Math.floor((Limits.creates.dayMs - this.debt(scope, now_ms)) / COST)
  }

  private debt(scope: string, now_ms: number): number {
    const last = this.debts.get(scope)
    return last === undefined ? 0 : Math.max(0, last.debt - (now_ms - last.at))
  }
}
