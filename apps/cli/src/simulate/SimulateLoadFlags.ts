/** The load flags of `simulate`. */
import { asksForLoad, type LoadFlags } from "@backlot/simulator/load/LoadFlags"
import type { SimulateFlags } from "./SimulateFlags.ts"

export const isLoad = (flags: SimulateFlags): boolean =>
  flags.random?.value !== true && (flags.load?.value === true || asksForLoad(loadFlagsOf(flags)))

/** Flags without a meaning when no load is played: a threshold would always be met. */
export const LOAD_ONLY = ["threshold", "compare", "think", "warmup"] as const

/** Flags without a meaning for a load: it plays on one server until it is over, and reports sums. */
export const NOT_OF_LOAD = ["parallel", "bail", "retries", "timeout", "transcript", "trace"] as const

export const loadFlagsOf = (flags: SimulateFlags): LoadFlags => ({
  users: flags.users?.value,
  rate: flags.rate?.value,
  duration: flags.duration?.value,
  stages: flags.stages?.value,
  think: flags.think?.value,
  warmup: flags.warmup?.value,
  thresholds: flags.threshold?.value
})
