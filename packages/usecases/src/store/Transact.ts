/** One transaction for each use case. Source: architecture.md "One request in a straight line". */

import type { Step } from "@backlot/ports/Body"
import * as Body from "@backlot/ports/Body"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Clock, Effect, Result } from "effect"

/** Runs the body in one transaction. */
export const inTransaction = <Y extends Step, A>(body: () => Iterable<Y, A, unknown>) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(body))

/** The same for a body with arguments. */
export const transacting =
  <Args extends ReadonlyArray<unknown>, Y extends Step, A>(body: (...args: Args) => Iterable<Y, A, unknown>) =>
  (...args: Args) =>
    inTransaction(() => body(...args))

/** Runs the body in one transaction. `now` is drawn before it, because the body may run again. */
export const transact = <Y extends Step, A>(body: (now: number) => Iterable<Y, A, unknown>) =>
  Effect.flatMap(readNow, (now) => inTransaction(() => body(now)))

/** Milliseconds of the service clock. */
export const readNow = Effect.flatMap(ServiceClock, ({ now }) => now)

/** The same in a transaction. */
export const clockTime = Body.gen(function* () {
  const clock = yield* Body.use(ServiceClock)
  return clock.at(yield* Body.use(Clock.Clock))
})

/** The value that was read, or the failure that says what is missing. In a transaction. */
export const existing = function* <Y extends Step, A, F>(
  found: Iterable<Y, A | undefined, unknown>,
  Missing: new () => F
) {
  const value = yield* found
  return value === undefined ? yield* Result.fail(new Missing()) : value
}

/** Logs a failure or defect of something on the side, which must not end the caller. */
export const quietly =
  (message: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.catch((error) => Effect.logWarning(message, error)),
      Effect.catchDefect((defect) => Effect.logWarning(message, defect))
    )
