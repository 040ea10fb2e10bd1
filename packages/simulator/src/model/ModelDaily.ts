/** Daily creates of each scope. Source: service.md "Limits"; decision 26: 200 that refill continuously over the day. */
import * as Limits from "./ModelLimits.ts"

/** The cost of one create, in milliseconds of refill: 432 s. */
const COST = Limits.creates.dayMs / Limits.creates.perDay

export class DailyBudget {
  /** Milliseconds until everything is refilled, and the time of that count. */
  private readonly debts = new Map<string, { readonly debt: number; readonly at: number }>()

  /** False if there is no room for all of them; then none is charged. `charge` is undefined if limits are lifted. */
  charge(scope: string, creates: number, charge: { readonly now_ms: number } | undefined): boolean {
    if (charge === undefined || creates === 0) return true
    const debt = this.debt(scope, charge.now_ms) + creates * COST
    if (debt > Limits.creates.dayMs) return false
    this.debts.set(scope, { debt, at: charge.now_ms })
    return true
  }

  /** How many creates there is room for. */
  room(scope: string, now_ms: number): number {
    return Math.floor((Limits.creates.dayMs - this.debt(scope, now_ms)) / COST)
  }

  private debt(scope: string, now_ms: number): number {
    const last = this.debts.get(scope)
    return last === undefined ? 0 : Math.max(0, last.debt - (now_ms - last.at))
  }
}
