/**
 * Begins plays when they are due. Open model: at the moments from `arrivals`, whatever happens to earlier plays.
 * Closed model: each virtual user plays one after the other. Time is Effect's clock, so tests control it.
 */
import { BOUNDS } from "@backlot/scenario/Bounds"
import { Clock, Effect, Exit, FiberSet, Option, type Scope } from "effect"
import { arrivals, type LoadCourse, spansOf } from "./LoadCourse.ts"
import type { LoadMeter } from "./LoadMeter.ts"

/** One play of one virtual user. */
export interface Turn {
  /** The virtual user, from 1. */
  readonly vu: number
  /** The number of the play within the load, from 0. */
  readonly iteration: number
  /** When it was due, in milliseconds since the load began. */
  readonly due: number
  /** It waited for a free virtual user. */
  readonly waited: boolean
}

/** True if no step failed. */
export type Play<R> = (turn: Turn) => Effect.Effect<boolean, never, R>

/** How long plays in progress may take after the end; then they are cut. */
export const DRAIN_MS = BOUNDS.loadEnd.value

/** Milliseconds since this effect ran, with fractions. */
export const stopwatch: Effect.Effect<() => number> = Effect.map(Clock.Clock, (clock) => {
  const began = clock.monotonicTimeNanosUnsafe()
  return () => Number(clock.monotonicTimeNanosUnsafe() - began) / 1e6
})

/** Runs the whole course, and `tick` once per second, including the drain. */
export const runCourse = <R>(
  course: LoadCourse,
  elapsed: () => number,
  meter: LoadMeter,
  play: Play<R>,
  tick: Effect.Effect<void>
): Effect.Effect<void, never, R> =>
  Effect.scoped(
    Effect.gen(function* () {
      const plays = yield* FiberSet.make<void, never>()
      yield* Effect.forkScoped(everySecond(elapsed, tick))
      const begin = course.model === "open" ? open : closed
      const whole = Effect.gen(function* () {
        yield* begin({ course, elapsed, meter, play, plays })
        yield* Effect.sleep(Math.max(0, course.duration_ms - elapsed()))
      })
      // A bug in a play ends the load with that bug.
      yield* Effect.raceFirst(whole, FiberSet.join(plays))
      const drained = yield* Effect.timeoutOption(FiberSet.awaitEmpty(plays), DRAIN_MS)
      if (Option.isNone(drained)) {
        meter.cut(elapsed())
        yield* FiberSet.clear(plays)
      }
      yield* tick
    })
  )

const everySecond = Effect.fnUntraced(function* (elapsed: () => number, tick: Effect.Effect<void>) {
  for (let second = 1; ; second++) {
    yield* sleepUntil(second * 1000, elapsed)
    yield* tick
  }
})

const sleepUntil = (due: number, elapsed: () => number): Effect.Effect<void> => {
  const rest = due - elapsed()
  return rest > 0 ? Effect.sleep(rest) : Effect.void
}

interface Running<R> {
  readonly course: LoadCourse
  readonly elapsed: () => number
  readonly meter: LoadMeter
  readonly play: Play<R>
  readonly plays: FiberSet.FiberSet<void, never>
}

const open = Effect.fnUntraced(function* <R>(running: Running<R>): Effect.fn.Return<void, never, R | Scope.Scope> {
  const { course, elapsed, meter, play, plays } = running
  const free = Array.from({ length: course.most }, (_, i) => course.most - i)
  /** Arrivals that found no free virtual user, and how many of them have begun since. */
  const waiting: Array<number> = []
  let taken = 0
  let iteration = 0
  const seat = Effect.fnUntraced(function* (vu: number, first: number) {
    let turn: Turn | undefined = { vu, iteration: iteration++, due: first, waited: false }
    while (turn !== undefined) {
      yield* one(meter, play, turn)
      const due: number | undefined = waiting[taken]
      if (due !== undefined) taken += 1
      turn = due === undefined ? undefined : { vu, iteration: iteration++, due, waited: true }
    }
    free.push(vu)
  })
  // Arrivals that still wait when the fibers are cut never begin.
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      meter.dropped += waiting.slice(taken).filter((due) => meter.counts(due)).length
    })
  )
  for (const due of arrivals(course)) {
    yield* sleepUntil(due, elapsed)
    const vu = free.pop()
    meter.arrived(due, vu === undefined)
    if (vu === undefined) waiting.push(due)
    else yield* FiberSet.run(plays, seat(vu, due))
  }
})

const closed = Effect.fnUntraced(function* <R>(running: Running<R>): Effect.fn.Return<void, never, R> {
  const { course, elapsed, meter, play, plays } = running
  let iteration = 0
  const user = Effect.fnUntraced(function* (vu: number) {
    for (const { from, to } of spansOf(course, vu)) {
      yield* sleepUntil(from, elapsed)
      // At least one play, however late.
      let due = from
      do {
        meter.arrived(due, false)
        yield* one(meter, play, { vu, iteration: iteration++, due, waited: false })
        due = elapsed()
      } while (due < to)
    }
  })
  for (let vu = 1; vu <= Math.ceil(course.most); vu++) yield* FiberSet.run(plays, user(vu))
})

const one = <R>(meter: LoadMeter, play: Play<R>, turn: Turn): Effect.Effect<void, never, R> =>
  Effect.suspend(() => {
    meter.began(turn.due)
    return Effect.asVoid(
      Effect.onExit(play(turn), (exit) => Effect.sync(() => meter.over(turn.due, Exit.isSuccess(exit) && exit.value)))
    )
  })
