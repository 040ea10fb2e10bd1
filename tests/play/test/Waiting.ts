/** Waits apart from the machine: their time is over when the test says so, or is that which this process saw pass. */
import { Clock, Deferred, Effect, Fiber } from "effect"

/** Begins a step, and ends once it waits. What this gives lets its time be over, and then has its result. */
export const waitingUntil = Effect.fnUntraced(function* <A, E, R>(step: Effect.Effect<A, E, R>) {
  const clock = yield* Clock.Clock
  const waits = yield* Deferred.make<void>()
  const over = yield* Deferred.make<void>()
  const sleep = () => Effect.andThen(Deferred.succeed(waits, undefined), Deferred.await(over))
  const standing: Clock.Clock = Object.assign(Object.create(clock), { sleep })
  const fiber = yield* Effect.forkChild(Effect.provideService(step, Clock.Clock, standing))
  yield* Effect.raceFirst(Deferred.await(waits), Fiber.await(fiber))
  return Effect.andThen(Deferred.succeed(over, undefined), Fiber.join(fiber))
})

const STEP_MS = 20

/** The milliseconds that this process saw pass meanwhile, and the result: while it stands still, it sees none. */
export const seen = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let steps = 0
    const step = Effect.map(Effect.sleep(STEP_MS), () => {
      steps++
    })
    const counting = yield* Effect.forkChild(Effect.forever(step))
    const value = yield* effect
    yield* Fiber.interrupt(counting)
    return [steps * STEP_MS, value] as const
  })
