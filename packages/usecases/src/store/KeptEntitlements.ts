/** Entitlements with the deadlines at which their subscriptions renew or end. Inside a transaction; `Deadlines` is woken after it. */
import { parseTime } from "@backlot/domain/base/IsoTime"
import type { Entitlement } from "@backlot/domain/record/World"
import * as Collections from "./Collections.ts"
import { cancel, schedule } from "./Deadlines.ts"

/** The kind of deadline that ends a period of a subscription. */
export const PERIOD_KIND = "subscription_period"

export interface Period {
  readonly application_id: string
  readonly entitlement_id: string
}

/** `before`: the record that it replaces. */
export const put = function* (entitlement: Entitlement, before?: Entitlement) {
  if (before !== undefined) yield* cancelled(before)
  const due_ms = endOf(entitlement)
  if (due_ms !== undefined) {
    const payload: Period = { application_id: entitlement.application_id, entitlement_id: entitlement.id }
    yield* schedule({ name: nameOf(entitlement), kind: PERIOD_KIND, due_ms, payload })
  }
  yield* Collections.entitlements.put(entitlement, before)
}

export const remove = function* (entitlement: Entitlement) {
  yield* cancelled(entitlement)
  yield* Collections.entitlements.remove(entitlement)
}

/** Undefined for a subscription that has ended. */
const endOf = ({ subscription }: Entitlement): number | undefined =>
  subscription === undefined || subscription.status === 1 ? undefined : parseTime(subscription.current_period_end)

const nameOf = ({ application_id, id }: Entitlement) => `subscription/${application_id}/${id}`

const cancelled = function* (entitlement: Entitlement) {
  const due_ms = endOf(entitlement)
  if (due_ms !== undefined) yield* cancel({ name: nameOf(entitlement), due_ms })
}
