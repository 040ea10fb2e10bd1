/** Use cases with a name. */
import { Effect, References } from "effect"

/**
 * A use case: its effect runs in a span of this name when tracing is on. `Effect.fn` with a name draws a stack trace and
 * asks for a span at every call even when nothing is traced, which cost a tenth of a small GET.
 */
export const operation =
  <Args extends ReadonlyArray<unknown>, A, E, R>(name: string, run: (...args: Args) => Effect.Effect<A, E, R>) =>
  (...args: Args): Effect.Effect<A, E, R> =>
    Effect.flatMap(References.TracerEnabled, (isTraced) =>
      isTraced ? Effect.withSpan(run(...args), name) : run(...args)
    )
