/**
 * Spans that can hold no secret: each is named by its place in the code, has only the attributes given here, and of a
 * failure only that it was one. Causes and messages, which may quote what was sent, stay out of them.
 */
import { Clock, Effect, Exit, Tracer } from "effect"

export interface SpanOptions {
  readonly kind: Tracer.SpanKind
  readonly parent?: Tracer.AnySpan | undefined
  readonly attributes: Readonly<Record<string, string | number>>
}

/** Runs `effect` in a span; `told` gives attributes of its end, and `failed` whether that is an error. */
export const spanned = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  name: string,
  options: SpanOptions,
  told: (exit: Exit.Exit<A, E>) => { readonly failed: boolean; readonly attributes: SpanOptions["attributes"] }
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    return Effect.flatMap(Effect.makeSpan(name, options), (span) =>
      Effect.onExit(Effect.provideService(effect, Tracer.ParentSpan, span), (exit) =>
        Effect.sync(() => {
          const { failed, attributes } = told(exit)
          for (const [key, value] of Object.entries(attributes)) span.attribute(key, value)
          span.end(clock.currentTimeNanosUnsafe(), failed ? FAILED : Exit.void)
        })
      )
    )
  })

/** The same, but only as a part of something that is traced. */
export const part: typeof spanned = (effect, name, options, told) =>
  Effect.withFiber((fiber) =>
    fiber.context.mapUnsafe.has(Tracer.ParentSpan.key) ? spanned(effect, name, options, told) : effect
  )

export const FAILED = Exit.fail("failed")
