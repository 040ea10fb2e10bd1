/** Faults on purpose: planned, listed, removed. Source: product.md "Control plane" (faults). */
import { fault } from "@backlot/domain/error/Fault"
import { InvalidForm, NotFound } from "@backlot/domain/error/ServiceError"
import { isImmediate } from "@backlot/domain/planned-fault/PlannedFault"
import { decodePlannedFault } from "@backlot/domain/planned-fault/PlannedFaultBody"
import { plannedFault } from "@backlot/domain/planned-fault/PlannedFaultLimits"
import { Ids } from "@backlot/ports/Ids"
import { type PlannedFaultState, PlannedFaults } from "@backlot/usecases/planned-fault/PlannedFaults"
import { Effect, Result } from "effect"
import { performNow } from "../gateway/GatewayFaults.ts"
import { GatewayRegistry } from "../gateway/Registry.ts"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import { idParam } from "./Asked.ts"

export const planFault = Effect.fnUntraced(function* (call: Call) {
  const decoded = decodePlannedFault(yield* Body.json(call))
  if (Result.isFailure(decoded)) return yield* new InvalidForm({ faults: decoded.failure })
  const planned = decoded.success
  const faults = yield* PlannedFaults
  const id = yield* (yield* Ids).next
  if (!faults.plan(id, planned)) return yield* new InvalidForm({ faults: [fault([], FULL)] })
  if (isImmediate(planned)) faults.spend(id, performNow(yield* GatewayRegistry, planned))
  const standing = faults.find(id)
  return Answer.json(201, standing === undefined ? { id } : shown(standing))
})

export const listFaults = Effect.fnUntraced(function* () {
  const faults = yield* PlannedFaults
  return Answer.json(200, { faults: faults.all().map(shown) })
})

export const removeFaults = Effect.fnUntraced(function* () {
  const faults = yield* PlannedFaults
  faults.clear()
  return Answer.noContent
})

export const removeFault = Effect.fnUntraced(function* (call: Call) {
  const id = yield* idParam(call, "fault_id")
  const faults = yield* PlannedFaults
  return faults.remove(id) ? Answer.noContent : yield* new NotFound()
})

const FULL = {
  code: "PLANNED_FAULTS_FULL",
  message: `There are ${plannedFault.faults} planned faults: remove some that are no longer wanted.`
}

const shown = ({ id, planned, hits, remaining }: PlannedFaultState) => ({ id, ...planned, hits, remaining })
