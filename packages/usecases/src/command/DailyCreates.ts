/** The stored counts of daily creates: one row for each application and scope. Source: decision 26. */

import type { Snowflake } from "@backlot/domain/base/Snowflake"
import * as DailyCreates from "@backlot/domain/command/DailyCreates"
import { DailyCreatesSpent } from "@backlot/domain/error/ServiceError"
import type { LimitsMode } from "@backlot/domain/limit/RateLimit"
import type { Scope } from "@backlot/domain/record/ApplicationCommand"
import type { Application } from "@backlot/domain/record/World"
import type * as Body from "@backlot/ports/Body"
import { Result } from "effect"
import { collection } from "../store/Collection.ts"
import { commandScope } from "../store/Collections.ts"

interface Row extends DailyCreates.DailyCreates {
  readonly application_id: Snowflake
  readonly scope: Scope
}

/** A reset clears the rows; an export leaves them out, like all counters (product.md "World file"). */
const dailyCreates = collection<Row>({
  name: "daily_creates",
  key: ({ application_id, scope }) => commandScope(application_id, scope)
})

/** Deletes the counts of a deleted application. Inside a transaction. */
export const forget = function* (applicationId: Snowflake) {
  for (const { application_id, scope } of yield* dailyCreates.list([applicationId])) {
    yield* dailyCreates.delete(...commandScope(application_id, scope))
  }
}

/**
 * Charges new commands, inside the transaction that stores them. `enforce` refuses a charge that does not fit, as a
 * whole; `observe` only counts; `off` and a charge of 0 change nothing (decision 29).
 */
export const charge: (
  target: { readonly application: Application; readonly scope: Scope },
  created: number,
  nowMs: number,
  mode: LimitsMode
) => Body.Body<void, DailyCreatesSpent> = function* (target, created, nowMs, mode) {
  if (created === 0 || mode === "off") return
  const application_id = target.application.id
  const before = yield* dailyCreates.get(...commandScope(application_id, target.scope))
  const charged =
    mode === "enforce"
      ? DailyCreates.charge(before, created, nowMs)
      : Result.succeed(DailyCreates.note(before, created, nowMs))
  if (Result.isFailure(charged)) return yield* new DailyCreatesSpent(charged.failure)
  yield* dailyCreates.put({ application_id, scope: target.scope, ...charged.success })
}
