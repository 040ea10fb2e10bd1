/** Users act when the programs that follow the clock are idle, as people do who look first: docs/time.md. */
import * as Time from "@backlot/usecases/event/Time"
import { PlannedFaults } from "@backlot/usecases/planned-fault/PlannedFaults"
import { Deferred, Effect } from "effect"

/** A user waits at most so long. So many looks in a row, so far apart, prove that nothing comes any more. Real times. */
const BOUNDS = { actMs: 1_000, looks: 2, apartMs: 250 } as const

export interface Programs {
  /** Whether there are programs, all of them can tell when they are idle, and their timers stand. */
  readonly isWatched: () => boolean
  readonly isFollowing: (applicationId: string) => boolean
  /** Waits until all are idle; false if they do not become so. */
  readonly isIdle: Effect.Effect<boolean>
}

export const idling = ({ isWatched, isFollowing, isIdle }: Programs) => {
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
    const idle = Effect.timeoutOption(Effect.interruptible(isIdle), BOUNDS.actMs)
    return Effect.ensuring(Effect.asVoid(idle), end)
  })

  const begin = Effect.suspend(() => (isWatched() && acting === 0 ? settle : Effect.void))

  const count = (by: number) =>
    Effect.sync(() => {
      acting += by
    })

  return {
    /**
     * Lets the programs finish what they do first, such as what follows their answer to the last act. Acts at the same
     * time as others wait for nothing.
     */
    whenIdle: <A, E, R>(act: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.andThen(
        begin,
        Effect.acquireUseRelease(
          count(1),
          () => act,
          () => count(-1)
        )
      ),
    /** Ends once the programs of the application have nothing under way; never, while that cannot be known or the clock passes. */
    quiet: (applicationId: string) =>
      Effect.suspend(() => {
        let idle = 0
        const look = Effect.gen(function* () {
          yield* Effect.sleep(BOUNDS.apartMs)
          // On a clock that passes, a timer of the app may come. What a planned fault delays is still on its way.
          const { mode } = yield* Time.read
          const isDelayed = (yield* PlannedFaults).all().some(({ planned }) => planned.delay_ms !== undefined)
          const isKnown = mode === "frozen" && !isDelayed && isWatched() && isFollowing(applicationId)
          idle = isKnown && (yield* isIdle) ? idle + 1 : 0
        })
        return Effect.asVoid(Effect.repeat(look, { until: () => idle === BOUNDS.looks }))
      })
  }
}
