/** Planned faults that wait for no event: done at once to the sessions that are there. */
import type { PlannedFault } from "@backlot/domain/planned-fault/PlannedFault"
import { actOf } from "@backlot/domain/planned-fault/PlannedFault"
import { perform } from "./Deliver.ts"
import type { Registry } from "./Registry.ts"

/** To the connected sessions of the fault's application, or of all; gives how many these were. */
export const performNow = (registry: Registry, fault: PlannedFault): number => {
  const { application } = fault.match
  // Some are forgotten meanwhile.
  const sessions = [...(application === undefined ? registry.sessions() : registry.of(application))]
  const act = actOf(fault)
  let hits = 0
  for (const { connection } of sessions) {
    if (connection === undefined) continue
    perform(registry, connection, act)
    hits++
  }
  return hits
}
