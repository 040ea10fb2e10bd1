/** Plans, lists and removes planned faults. Source: product.md "Control plane" (faults). */
import { fault } from "@backlot/domain/error/Fault"
import { InvalidForm, NotFound } from "@backlot/domain/error/ServiceError"
import { isImmediate, limits } from "@backlot/domain/planned-fault/PlannedFault"
import { decodePlannedFault } from "@backlot/domain/planned-fault/PlannedFaultBody"
import { Ids } from "@backlot/ports/Ids"
import { type PlannedFaultState, PlannedFaults } from "@backlot/usecases/planned-fault/PlannedFaults"
import { Effect, Result } from "effect"
import { performNow } from "../gateway/PlannedGatewayFaults.ts"
import { GatewayRegistry } from "../gateway/SessionRegistry.ts"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import { idParam } from "./Asked.ts"

export const planFault = Effect.fnUntraced(function* (call: Call) {
  const decoded = decodePlannedFault(yield* Body.json(call))
  if (Result.isFailure(decoded)) return yield* new InvalidForm({ faults: decoded.failure })
  const planned = decoded.success
  const plannedFaults = yield* PlannedFaults
  const id = yield* (yield* Ids).next
  if (!plannedFaults.plan(id, planned)) return yield* new InvalidForm({ faults: [fault([], FULL)] })
  if (isImmediate(planned)) plannedFaults.spend(id, performNow(yield* GatewayRegistry, planned))
  const standing = plannedFaults.find(id)
  return Answer.json(201, standing === undefined ? { id } : shown(standing))
})

export const listFaults = Effect.fnUntraced(function* () {
  const plannedFaults = yield* PlannedFaults
  return Answer.json(200, { faults: plannedFaults.all().map(shown) })
})

export const removeFaults = Effect.fnUntraced(function* () {
  const plannedFaults = yield* PlannedFaults
  plannedFaults.clear()
  return Answer.noContent
})

export const removeFault = Effect.fnUntraced(function* (call: Call) {
  const id = yield* idParam(call, "fault_id")
  const plannedFaults = yield* PlannedFaults
  return plannedFaults.remove(id) ? Answer.noContent : yield* new NotFound()
})

const FULL = {
  code: "PLANNED_FAULTS_FULL",
  message: `There are ${limits.faults} planned faults already: remove some first.`
}

const shown = ({ id, planned, hits, remaining }: PlannedFaultState) => ({ id, ...planned, hits, remaining })
