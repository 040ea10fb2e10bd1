/** What mostly waits for nothing, for code that runs outside of fibers. */
import { type Context, Effect, Exit, Fiber } from "effect"
import type { KeptReads } from "./KeptReads.ts"

/** Runs an effect until it waits. Gives its exit if it never did, else an effect that waits for the rest. */
export const atOnce = <R>(services: Context.Context<R>) => {
  const run = Effect.runForkWith(services)
  return <A, E>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E> => {
    const exit = exitOf(effect)
    if (exit !== undefined) return exit
    const fiber = run(effect, { uninterruptible: true })
    return fiber.pollUnsafe() ?? Fiber.join(fiber)
  }
}

/** An effect that is an exit already; undefined for any other. */
export const exitOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Exit.Exit<A, E> | undefined =>
  // An exit has the types of its effect.
  Exit.isExit(effect) ? (effect as Exit.Exit<A, E>) : undefined

/** What the reader of this name keeps under this key, if it is valid. */
export const keptAtOnce = <A>(reads: KeptReads["Service"], name: string, key: string): A | undefined =>
  // Only that reader keeps values under its name.
  reads.find(`${name}\n${key}`)?.value as A | undefined
