/** Real time for durations, windows and time limits: no change of the wall clock moves it. */
import { Clock, Effect } from "effect"

/** Whole milliseconds since some moment of this process. */
export const elapsedOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / NANOS_PER_MS)

/** Whole milliseconds since some moment of this process. */
export const elapsed: Effect.Effect<number> = Clock.clockWith((clock) => Effect.sync(() => elapsedOf(clock)))

const NANOS_PER_MS = 1_000_000n
