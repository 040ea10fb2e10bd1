/** What apps did that no step shows: calls that were refused or are not implemented. Steps do some of it themselves. */
import type { RefusedCall } from "@backlot/protocol/control/ControlRefused"
import { fieldsOf } from "@backlot/scenario/Fields"
import { Effect } from "effect"
import type { Playing } from "./Playing.ts"

/** The number of the last refused call; 0 where the server has no such list. */
export const lastRefused = (control: Playing["control"]) =>
  Effect.map(Effect.option(control("GET", `/refused_calls?after=${LATEST}`)), (answer) => {
    const { total } = fieldsOf(answer._tag === "Some" && answer.value.status === 200 ? answer.value.body : undefined)
    return typeof total === "number" ? total : 0
  })

/** Higher than any number. */
const LATEST = 2 ** 31 - 1

/** The refused calls of apps after this number. */
export const refusedSince = Effect.fnUntraced(function* ({ control, own }: Playing, after: number) {
  const answer = yield* Effect.option(control("GET", `/refused_calls?after=${after}`))
  if (answer._tag === "None" || answer.value.status !== 200) return []
  // The shape of RefusedCalls (ControlRefused of the protocol).
  const { calls = [] } = fieldsOf(answer.value.body) as { readonly calls?: ReadonlyArray<RefusedCall> }
  const ours = [...own.refused]
  return calls.filter(({ method, status }) => {
    const at = ours.findIndex((one) => one.method === method && one.status === status)
    if (at !== -1) ours.splice(at, 1)
    return at === -1
  })
})

/** Calls of apps that are not implemented, one sentence each. */
export const lackingNow = ({ events, own }: Playing): ReadonlyArray<string> =>
  (events?.notImplemented.all() ?? []).filter((line) => !own.lacking.has(line))
