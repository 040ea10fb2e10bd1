/**
 * Spans without secrets: fixed names, only the attributes given here, and no causes or messages of failures, which may
 * quote a request.
 */
import { Clock, Effect, Exit, Tracer } from "effect"

export interface SpanOptions {
  readonly kind: Tracer.SpanKind
  readonly parent?: Tracer.AnySpan | undefined
  readonly attributes: Readonly<Record<string, string | number>>
}

/** Runs `effect` in a span; `outcome` gives the attributes of its end, and whether it failed. */
export const spanned = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  name: string,
  options: SpanOptions,
  outcome: (exit: Exit.Exit<A, E>) => { readonly failed: boolean; readonly attributes: SpanOptions["attributes"] }
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    return Effect.flatMap(Effect.makeSpan(name, options), (span) =>
      Effect.onExit(Effect.provideService(effect, Tracer.ParentSpan, span), (exit) =>
        Effect.sync(() => {
          const { failed, attributes } = outcome(exit)
          for (const [key, value] of Object.entries(attributes)) span.attribute(key, value)
          span.end(clock.currentTimeNanosUnsafe(), failed ? FAILED : Exit.void)
        })
      )
    )
  })

/** The same, but only inside another span. */
export const part: typeof spanned = (effect, name, options, outcome) =>
  Effect.withFiber((fiber) =>
    fiber.context.mapUnsafe.has(Tracer.ParentSpan.key) ? spanned(effect, name, options, outcome) : effect
  )

export const FAILED = Exit.fail("failed")
