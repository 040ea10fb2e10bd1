/** Users act when the programs that follow the clock are idle, as people do who look first: docs/time.md. */
import { Deferred, Effect } from "effect"

/** A user waits at most so long, in real time. Our choice: docs/choices.md "Scenarios". */
const ACT_MS = 1_000

export interface Programs {
  /** Whether there are programs, all of them can tell when they are idle, and their timers stand. */
  readonly isWatched: () => boolean
  /** Waits until all are idle, or one says that it will not be. */
  readonly idle: Effect.Effect<unknown>
}

/**
 * Lets the programs finish what they do before an act of a user, such as what follows their answer to the last one. Acts
 * at the same time as others wait for nothing.
 */
export const idling = ({ isWatched, idle }: Programs) => {
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
    return Effect.ensuring(Effect.asVoid(Effect.timeoutOption(idle, ACT_MS)), end)
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
