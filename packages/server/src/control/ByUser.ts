/** Who changes something over the control plane, for the audit log. */
import { changedBy } from "@backlot/usecases/audit/AuditLog"
import { reasonOf } from "../http/AuditReason.ts"
import type { Call } from "../http/Route.ts"

/** The reason is in the header that bots use too. */
export const byUser = (user_id: string | undefined, call: Call) =>
  changedBy(user_id === undefined ? undefined : { user_id, reason: reasonOf(call) })
