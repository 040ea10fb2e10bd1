/** One transaction for each use case. Source: architecture.md "One request in a straight line". */
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage } from "@backlot/ports/Storage"
import { Effect } from "effect"

/** Runs the body in one transaction, for the end of an `Effect.fnUntraced`. */
export const inTransaction = <A, E, R>(body: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(body))

/** Runs the body in one transaction. `now` is drawn before it, because the body may run again. */
export const transact = <Eff extends Effect.Effect<unknown, unknown, unknown>, A>(
  body: (now: number) => Generator<Eff, A, never>
) => Effect.flatMap(readNow, (now) => inTransaction(Effect.gen(() => body(now))))

/** Milliseconds of the service clock. */
export const readNow = Effect.flatMap(ServiceClock, ({ now }) => now)

/** The value that was read, or the failure that says what is missing. */
export const existing = <A, E, R, F>(found: Effect.Effect<A | undefined, E, R>, Missing: new () => F) =>
  Effect.flatMap(
    found,
    (value): Effect.Effect<A, F> => (value === undefined ? Effect.fail(new Missing()) : Effect.succeed(value))
  )

/** Logs a failure or defect of something on the side, which must not end the caller. */
export const quietly =
  (message: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.catch((error) => Effect.logWarning(message, error)),
      Effect.catchDefect((defect) => Effect.logWarning(message, defect))
    )
