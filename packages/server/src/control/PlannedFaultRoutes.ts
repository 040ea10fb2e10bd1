/** Plans, lists and removes planned faults. Source: product.md "Control plane" (faults). */
import { fault } from "@backlot/domain/error/Fault"
import { InvalidForm, NotFound } from "@backlot/domain/error/ServiceError"
import { limits } from "@backlot/domain/planned-fault/PlannedFault"
import { decodePlannedFault } from "@backlot/domain/planned-fault/PlannedFaultBody"
import { Ids } from "@backlot/ports/Ids"
import { changeAll, type PlannedFaultState, PlannedFaults, states } from "@backlot/usecases/planned-fault/PlannedFaults"
import { Effect, Result } from "effect"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"

export const plannedFaultRoutes = {
  list_faults: () => Effect.map(states, (planned) => ({ faults: planned.map(shown) })),
  plan_fault: Effect.fnUntraced(function* (call: Call) {
    const decoded = decodePlannedFault(yield* Body.json(call))
    if (Result.isFailure(decoded)) return yield* new InvalidForm({ faults: decoded.failure })
    const planned = decoded.success
    const plannedFaults = yield* PlannedFaults
    const id = yield* (yield* Ids).next
    if (!plannedFaults.hasRoom()) return yield* new InvalidForm({ faults: [fault([], FULL)] })
    yield* changeAll({ do: "plan", id, planned })
    const standing = plannedFaults.find(id)
    return standing === undefined ? { id } : shown(standing)
  }),
  remove_faults: () => changeAll({ do: "clear" }),
  remove_fault: Effect.fnUntraced(function* (call: Call) {
    const { fault_id } = yield* Query.ids(call, "fault_id")
    if ((yield* PlannedFaults).find(fault_id) === undefined) return yield* new NotFound()
    yield* changeAll({ do: "remove", id: fault_id })
  })
}

const FULL = {
  code: "PLANNED_FAULTS_FULL",
  message: `There are ${limits.faults} planned faults already: remove some first.`
}

const shown = ({ id, planned, hits, remaining }: PlannedFaultState) => ({ id, ...planned, hits, remaining })
