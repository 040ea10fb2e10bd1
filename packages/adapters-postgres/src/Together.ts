/**
 * Lets what comes while a batch is under way wait, and puts it together into the next one: one exchange with the database
 * then serves many. Source: architecture.md "Storage" (postgres).
 */
import { StorageError } from "@backlot/ports/Storage"
import { Deferred, Effect, Exit, Queue, type Scope } from "effect"

/** Parts of one batch. */
export const TOGETHER = 64

interface Waiting<P, A, E> {
  readonly part: P
  readonly done: Deferred.Deferred<A, E | StorageError>
  begun: boolean
  gone: boolean
}

/**
 * `run` gives the end of each part. Its failure is the end of all. There may be as many parts as requests under way: each
 * waits for its own.
 */
export const together = <P, A, E>(
  name: string,
  run: (parts: ReadonlyArray<P>) => Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>, E>
): Effect.Effect<(part: P) => Effect.Effect<A, E | StorageError>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const waiting = yield* Queue.unbounded<Waiting<P, A, E>>()

    const runNext = Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(Queue.takeBetween(waiting, 1, TOGETHER)), (taken) => {
        const all = taken.filter(({ gone }) => !gone)
        for (const one of all) one.begun = true
        if (all.length === 0) return Effect.void
        return Effect.flatMap(Effect.exit(Effect.suspend(() => run(all.map(({ part }) => part)))), (exit) =>
          tell(all, (i) =>
            Exit.isFailure(exit)
              ? Exit.failCause(exit.cause)
              : (exit.value[i] ?? Exit.die("a part of a batch without an end"))
          )
        )
      })
    )

    let isOver = false
    const over = Exit.fail(new StorageError({ message: `${name}: the store was closed` }))
    yield* Effect.addFinalizer(() =>
      Effect.flatMap(Queue.clear(waiting), (left) => {
        isOver = true
        return tell(left, () => over)
      })
    )
    yield* Effect.forkScoped(Effect.forever(runNext))

    return (part) =>
      Effect.suspend(() => {
        if (isOver) return over
        const one: Waiting<P, A, E> = { part, done: Deferred.makeUnsafe(), begun: false, gone: false }
        Queue.offerUnsafe(waiting, one)
        return Effect.onInterrupt(Deferred.await(one.done), () =>
          Effect.suspend(() => {
            one.gone = true
            // What has begun may be kept.
            return one.begun ? Effect.ignore(Deferred.await(one.done)) : Effect.void
          })
        )
      })
  })

const tell = <P, A, E>(
  all: ReadonlyArray<Waiting<P, A, E>>,
  endOf: (i: number) => Exit.Exit<A, E | StorageError>
): Effect.Effect<void> => Effect.forEach(all, ({ done }, i) => Deferred.done(done, endOf(i)), { discard: true })
