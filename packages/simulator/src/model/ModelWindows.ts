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

export interface Counted {
  readonly refused: boolean
  readonly global: boolean
  readonly limit: number
  readonly remaining: number
}

export class ModelWindows {
  private readonly windows = new Map<string, Window>()

  /** Counts one request of an application; a refused one is not counted. Without `enforces` none is refused. */
  count(
    application_id: string,
    per_second: number,
    bucket: Bucket | undefined,
    now_ms: number,
    enforces: boolean
  ): Counted {
    const wide = { key: application_id, limit: per_second, window_ms: Limits.calls.all.window_ms }
    if (enforces && this.left(wide, now_ms) === 0)
      return { refused: true, global: true, limit: per_second, remaining: 0 }
    const shown = bucket ?? wide
    if (enforces && bucket !== undefined && this.left(bucket, now_ms) === 0) {
      return { refused: true, global: false, limit: bucket.limit, remaining: 0 }
    }
    this.use(wide, now_ms)
    if (bucket !== undefined) this.use(bucket, now_ms)
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
