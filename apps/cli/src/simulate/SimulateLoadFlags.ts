/** The flags of a load among those of `simulate`. */
import type { LoadFlags } from "@backlot/simulator/load/LoadFlags"
import type { SimulateFlags } from "./SimulateFlags.ts"

export const loadFlagsOf = (flags: SimulateFlags): LoadFlags => ({
  users: flags.users?.value,
  rate: flags.rate?.value,
  duration: flags.duration?.value,
  stages: flags.stages?.value,
  think: flags.think?.value,
  warmup: flags.warmup?.value,
  thresholds: flags.threshold?.value
})
