/** A wall clock that a test sets back and forward while time runs on. */
import { Clock, Effect } from "effect"

/** Moves the wall clock by this many milliseconds; the monotonic clock and sleeps do not notice. */
export type Step = (ms: number) => Effect.Effect<void>

export const withWallClock = <A, E, R>(body: (step: Step) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Clock.clockWith((clock) => {
    let moved = 0
    const millis = () => clock.currentTimeMillisUnsafe() + moved
    const nanos = () => clock.currentTimeNanosUnsafe() + BigInt(moved) * 1_000_000n
    // All else stays that of the clock, whose methods may be those of a class.
    const stepped: Clock.Clock = Object.assign(Object.create(clock), {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos)
    })
    const step: Step = (ms) =>
      Effect.sync(() => {
        moved += ms
      })
    return Effect.provideService(body(step), Clock.Clock, stepped)
  })
