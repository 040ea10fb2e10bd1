/** The latest items of a stream, in order. Can be searched from a mark on, and waited for without polling. */
import { BOUNDS } from "@backlot/scenario/Bounds"
import { Effect } from "effect"

export interface Feed<A> {
  /** The number of items so far: a place to search from. */
  readonly mark: () => number
  readonly since: (mark: number) => ReadonlyArray<A>
  /** The first item from `mark` on that fits, with the mark after it. Waits for it if necessary. */
  readonly next: (mark: number, fits: (one: A) => boolean) => Effect.Effect<{ readonly one: A; readonly mark: number }>
  readonly push: (one: A) => void
}

const KEPT = BOUNDS.kept.value

interface Waiter<A> {
  readonly fits: (one: A) => boolean
  readonly found: (one: A, mark: number) => void
}

export const make = <A>(): Feed<A> => {
  let forgotten = 0
  let kept: Array<A> = []
  const waiters = new Set<Waiter<A>>()
  const mark = () => forgotten + kept.length
  return {
    mark,
    since: (from) => kept.slice(Math.max(0, from - forgotten)),
    next: (from, fits) =>
      Effect.callback((resume) => {
        const found = (one: A, at: number) => resume(Effect.succeed({ one, mark: at }))
        for (let at = Math.max(from, forgotten); at < mark(); at++) {
          // The bounds of the loop ensure that there is one.
          const one = kept[at - forgotten] as A
          if (fits(one)) return found(one, at + 1)
        }
        const waiter: Waiter<A> = { fits, found }
        waiters.add(waiter)
        return Effect.sync(() => waiters.delete(waiter))
      }),
    push: (one) => {
      kept.push(one)
      if (kept.length >= 2 * KEPT) {
        forgotten += kept.length - KEPT
        kept = kept.slice(-KEPT)
      }
      const at = mark()
      for (const waiter of [...waiters]) {
        if (!waiter.fits(one)) continue
        waiters.delete(waiter)
        waiter.found(one, at)
      }
    }
  }
}
