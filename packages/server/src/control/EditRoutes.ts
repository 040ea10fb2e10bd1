/** Changes the world while it runs, one element at a time. Source: product.md "Control plane". */
import { http } from "@backlot/domain/base/Limits"
import type { TargetKind, WorldTarget } from "@backlot/domain/element/WorldTarget"
import { type EditMethod, edits } from "@backlot/protocol/control/ControlEdits"
import * as WorldEdits from "@backlot/usecases/world/WorldEdits"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import * as Query from "../http/Query.ts"
import type { Call } from "../http/Route.ts"

/** A guild can be as large as a world. */
const bodyOf = (call: Call) => Body.json(call, http.worldBytes)

const OPERATIONS = {
  get: (target: WorldTarget) => WorldEdits.get(target),
  put: Effect.fnUntraced(function* (target: WorldTarget, call: Call) {
    const { element, created } = yield* WorldEdits.put(target, yield* bodyOf(call))
    return Answer.json(created ? 201 : 200, element)
  }),
  patch: (target: WorldTarget, call: Call) => Effect.flatMap(bodyOf(call), (body) => WorldEdits.patch(target, body)),
  delete: (target: WorldTarget) => WorldEdits.remove(target)
}

const stepOf = (method: EditMethod, kind: string) =>
  Effect.fnUntraced(function* (call: Call) {
    const ids = yield* Query.ids(call, ...Object.keys(call.params))
    // The path of a kind names the ids of its target.
    return yield* OPERATIONS[method]({ kind, ...ids } as WorldTarget, call)
  })

/** Each method with each kind, by the names of the contract. */
export const editRoutes = Object.fromEntries(
  Object.keys(edits).map((name) => {
    const [method = "", kind = ""] = name.split("_world_")
    return [name, stepOf(method as EditMethod, kind)]
  })
) as { readonly [Name in `${EditMethod}_world_${TargetKind}`]: ReturnType<typeof stepOf> }
