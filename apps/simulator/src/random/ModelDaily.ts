/** Daily creates of each scope. Source: service.md "Limits"; decision 26: 200 that refill continuously over the day. */
import * as Limits from "@backlot/domain/Limits"

/** What one create costs, in milliseconds of waiting: 432 s. */
const COST = Limits.rateLimit.dayMs / Limits.rateLimit.dailyCreates

export class DailyBudget {
  /** Milliseconds until nothing is spent, and when that was so. */
  private readonly debts = new Map<string, { readonly debt: number; readonly at: number }>()

  /** False where there is not room for all of them; then none is charged. `charge` undefined: limits are lifted. */
  charge(scope: string, creates: number, charge: { readonly now_ms: number } | undefined): boolean {
    if (charge === undefined || creates === 0) return true
    const last = this.debts.get(scope) ?? { debt: 0, at: charge.now_ms }
    const debt = Math.max(0, last.debt - (charge.now_ms - last.at)) + creates * COST
    if (debt > Limits.rateLimit.dayMs) return false
    this.debts.set(scope, { debt, at: charge.now_ms })
    return true
  }
}
