/** Changes the world while it runs, one element at a time. Source: product.md "Control plane". */
import { http } from "@backlot/domain/base/Limits"
import type { TargetKind, WorldTarget } from "@backlot/domain/element/WorldTarget"
import * as WorldEdits from "@backlot/usecases/world/WorldEdits"
import { Effect } from "effect"
import * as Answer from "../http/Answer.ts"
import * as Body from "../http/Body.ts"
import type { Call } from "../http/Route.ts"
import { idParam } from "./Asked.ts"

/** The path parameters that name an element of each kind, in their order. */
const IDS: { readonly [K in TargetKind]: ReadonlyArray<Exclude<keyof Extract<WorldTarget, { kind: K }>, "kind">> } = {
  application: ["application_id"],
  user: ["user_id"],
  user_install: ["user_id", "application_id"],
  guild: ["guild_id"],
  role: ["guild_id", "role_id"],
  channel: ["guild_id", "channel_id"],
  member: ["guild_id", "user_id"],
  guild_install: ["guild_id", "application_id"],
  direct_channel: ["channel_id"]
}

const targetOf = Effect.fnUntraced(function* (kind: TargetKind, call: Call) {
  const ids: Record<string, string> = {}
  for (const name of IDS[kind]) ids[name] = yield* idParam(call, name)
  // The table has the ids of each kind.
  return { kind, ...ids } as WorldTarget
})

/** A guild can be as large as a world. */
const bodyOf = (call: Call) => Body.json(call, http.worldBytes)

const OPERATIONS = {
  get: Effect.fnUntraced(function* (target: WorldTarget) {
    return Answer.json(200, yield* WorldEdits.get(target))
  }),
  put: Effect.fnUntraced(function* (target: WorldTarget, call: Call) {
    const { element, created } = yield* WorldEdits.put(target, yield* bodyOf(call))
    return Answer.json(created ? 201 : 200, element)
  }),
  patch: Effect.fnUntraced(function* (target: WorldTarget, call: Call) {
    return Answer.json(200, yield* WorldEdits.patch(target, yield* bodyOf(call)))
  }),
  delete: Effect.fnUntraced(function* (target: WorldTarget) {
    yield* WorldEdits.remove(target)
    return Answer.noContent
  })
}

type Method = keyof typeof OPERATIONS

const METHODS: ReadonlyArray<Method> = ["get", "put", "patch", "delete"]
// The table has every kind.
const KINDS = Object.keys(IDS) as ReadonlyArray<TargetKind>

const handlerOf = (method: Method, kind: TargetKind) =>
  Effect.fnUntraced(function* (call: Call) {
    return yield* OPERATIONS[method](yield* targetOf(kind, call), call)
  })

/** By the names of the contract (protocol ControlEdits): each method with each kind. */
export const editRoutes = Object.fromEntries(
  KINDS.flatMap((kind) => METHODS.map((method) => [`${method}_world_${kind}`, handlerOf(method, kind)]))
) as { readonly [Name in `${Method}_world_${TargetKind}`]: ReturnType<typeof handlerOf> }
