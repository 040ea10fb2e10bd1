/** Use cases with a name. */
import { Effect, References } from "effect"

type Pipeable = (effect: Effect.Effect<unknown, unknown, unknown>, ...args: ReadonlyArray<unknown>) => typeof effect

/**
 * As `Effect.fn` with a name: a span of this name, when tracing is on. `Effect.fn` draws a stack trace and asks for a span
 * at every call even when nothing is traced, which cost a tenth of a small GET.
 */
export const operation = (name: string): Effect.fn.Traced =>
  // The types of the parameters and the result are those of `Effect.fn`.
  ((body: (...args: ReadonlyArray<unknown>) => unknown, ...pipeables: ReadonlyArray<Pipeable>) =>
    (...args: ReadonlyArray<unknown>) => {
      const begun: Effect.Effect<unknown, unknown, unknown> = Effect.suspend(() => {
        const made = body(...args)
        return Effect.isEffect(made) ? made : Effect.gen(() => made as Generator<never, unknown, never>)
      })
      const run = pipeables.reduce((effect, pipeable) => pipeable(effect, ...args), begun)
      return Effect.flatMap(References.TracerEnabled, (isTraced) => (isTraced ? Effect.withSpan(run, name) : run))
    }) as unknown as Effect.fn.Traced
