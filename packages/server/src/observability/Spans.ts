/** Durations, and spans without secrets: no causes or messages of failures, which may quote a request. */
import { Clock, Effect, Exit, Option, Tracer } from "effect"
import { Headers } from "effect/http"
import * as HttpTraceContext from "effect/http/HttpTraceContext"

export interface SpanOptions {
  readonly kind: Tracer.SpanKind
  readonly parent?: Tracer.AnySpan | undefined
  readonly links?: ReadonlyArray<Tracer.SpanLink>
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

/** The span of another program or server, by W3C Trace Context; undefined for any other text. */
export const spanAt = (traceparent: string | undefined): Tracer.ExternalSpan | undefined =>
  traceparent === undefined
    ? undefined
    : Option.getOrUndefined(HttpTraceContext.w3c(Headers.fromInput({ traceparent })))

export const FAILED = Exit.fail("failed")

/** Runs `effect` and reports its duration. The report is an effect only if it has something to do. */
export const timed = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  report: (exit: Exit.Exit<A, E>, seconds: number) => Effect.Effect<void> | undefined
) =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    const begun = clock.monotonicTimeNanosUnsafe()
    // A finalizer that is an Effect would cost a fiber's turn, mostly for nothing.
    return Effect.onExitPrimitive(effect, (exit) => report(exit, secondsSince(clock, begun)))
  })

export const secondsSince = (clock: Clock.Clock, begun: bigint): number =>
  Number(clock.monotonicTimeNanosUnsafe() - begun) / 1e9
