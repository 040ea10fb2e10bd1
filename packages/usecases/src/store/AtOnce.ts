/** What mostly waits for nothing, for code that runs outside of fibers. */
import { type Effect, Exit } from "effect"
import type { KeptReads } from "./KeptReads.ts"

/** An effect that is an exit already; undefined for any other. */
export const exitOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Exit.Exit<A, E> | undefined =>
  // An exit has the types of its effect.
  Exit.isExit(effect) ? (effect as Exit.Exit<A, E>) : undefined

/** What the reader of this name keeps under this key, if it is valid. */
export const keptAtOnce = <A>(reads: KeptReads["Service"], name: string, key: string): A | undefined =>
  // Only that reader keeps values under its name.
  reads.find(`${name}\n${key}`)?.value as A | undefined
