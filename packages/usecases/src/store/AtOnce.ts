/** What mostly waits for nothing, for code that runs outside of fibers. */
import { type Effect, Exit } from "effect"

/** An effect that is an exit already; undefined for any other. */
export const exitOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Exit.Exit<A, E> | undefined =>
  // An exit has the types of its effect.
  Exit.isExit(effect) ? (effect as Exit.Exit<A, E>) : undefined
