/** Users act when the programs that follow the clock are idle, as people do who look first: docs/time.md. */
import { Deferred, Effect } from "effect"

/**
 * How long a user waits for a program that was idle before, which says itself when that takes longer than 8 s, and for one
 * that was not. Our choice: docs/choices.md "Scenarios".
 */
const ACT_MS = { idle: 9_000, busy: 1_000 } as const

/** Real time passes in slices: of a time in which the whole machine stood still, one at most is counted. */
const SLICE_MS = 100

/** Waits so long, a multiple of 100 ms. */
export const passing = (ms: number): Effect.Effect<unknown> =>
  Effect.repeat(Effect.sleep(SLICE_MS), { times: ms / SLICE_MS - 1 })

export interface Programs {
  /** Whether there are programs, all of them can tell when they are idle, and their timers stand. */
  readonly isWatched: () => boolean
  /** Whether one of them said last that it does not become idle. */
  readonly isBusy: () => boolean
  /** Waits until all are idle, or one says that it will not be. */
  readonly idle: Effect.Effect<unknown>
}

/**
 * Lets the programs finish what they do before an act of a user, such as what follows their answer to the last one. Acts
 * at the same time as others wait for nothing.
 */
export const idling = ({ isWatched, isBusy, idle }: Programs) => {
  /** Acts of users that are not answered yet. */
  let acting = 0
  let settling: Deferred.Deferred<void> | undefined

  /** Acts that come meanwhile wait for the same moment. */
  const settle = Effect.suspend(() => {
    if (settling !== undefined) return Deferred.await(settling)
    const settled = Deferred.makeUnsafe<void>()
    settling = settled
    const end = Effect.sync(() => {
      settling = undefined
      Deferred.doneUnsafe(settled, Effect.void)
    })
    return Effect.ensuring(Effect.asVoid(Effect.raceFirst(idle, passing(ACT_MS[isBusy() ? "busy" : "idle"]))), end)
  })

  const begin = Effect.suspend(() => (isWatched() && acting === 0 ? settle : Effect.void))

  const count = (by: number) =>
    Effect.sync(() => {
      acting += by
    })

  return <A, E, R>(act: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.andThen(
      begin,
      Effect.acquireUseRelease(
        count(1),
        () => act,
        () => count(-1)
      )
    )
}
