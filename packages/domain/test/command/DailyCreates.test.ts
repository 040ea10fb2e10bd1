import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { charge, type DailyCreates, note, REFILL_MS } from "../../src/command/DailyCreates.ts"

const NOW = 1_767_225_600_000
const DAY = 86_400_000

/** `created` creates at once in a new scope. */
const spent = (created: number): DailyCreates => Result.getOrThrow(charge(undefined, created, NOW))
const refusal = (before: DailyCreates | undefined, created: number, nowMs = NOW) =>
  Result.getOrThrow(Result.flip(charge(before, created, nowMs))).retry_after_ms

describe("daily creates", () => {
  test("200 commands may be created in a day, and the next is refused for at most 432 s", () => {
    expect(refusal(spent(200), 1)).toBe(432_000)
    expect(refusal(spent(200), 1, NOW + 431_999)).toBe(1)
    expect(refusal(undefined, 201)).toBe(432_000)
  })

  test("one create comes back every 432 s, to the millisecond", () => {
    expect(REFILL_MS).toBe(432_000)
    expect(Result.isSuccess(charge(spent(200), 1, NOW + 432_000))).toBe(true)
    expect(Result.isSuccess(charge(spent(200), 2, NOW + 863_999))).toBe(false)
    expect(Result.isSuccess(charge(spent(200), 2, NOW + 864_000))).toBe(true)
  })

  test("all of them are back after a day, and no more than all", () => {
    for (const later of [DAY, 10 * DAY]) {
      const again = Result.getOrThrow(charge(spent(200), 200, NOW + later))
      expect(refusal(again, 1, NOW + later)).toBe(432_000)
    }
  })

  test("a bulk with more new commands than room is refused whole", () => {
    expect(refusal(spent(150), 51)).toBe(432_000)
    expect(Result.isSuccess(charge(spent(150), 50, NOW))).toBe(true)
  })

  test("creates of a time that has not come count as none: the clock was set back", () => {
    expect(Result.isSuccess(charge(spent(200), 200, NOW - DAY))).toBe(true)
    expect(Result.isSuccess(charge(spent(200), 200, NOW - REFILL_MS - 1))).toBe(true)
  })

  test("a clock that was only corrected gives nothing back", () => {
    for (const back of [1, 1_000, REFILL_MS]) expect(refusal(spent(200), 1, NOW - back)).toBe(432_000)
  })

  test("what is only observed is counted and never refused", () => {
    expect(note(spent(200), 5, NOW)).toEqual(spent(200))
    expect(note(undefined, 5, NOW)).toEqual(spent(5))
  })

  test("however creates fall, no more than 200 and what came back since are granted", () => {
    const step = fc.record({ created: fc.integer({ min: 1, max: 131 }), afterMs: fc.integer({ min: 0, max: DAY / 4 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let [state, now, granted]: [DailyCreates | undefined, number, number] = [undefined, NOW, 0]
        for (const { created, afterMs } of steps) {
          now += afterMs
          const charged = charge(state, created, now)
          if (Result.isFailure(charged)) {
            expect(charged.failure.retry_after_ms).toBeGreaterThan(0)
            expect(charged.failure.retry_after_ms).toBeLessThanOrEqual(REFILL_MS)
            continue
          }
          state = charged.success
          granted += created
          expect(granted).toBeLessThanOrEqual(200 + (now - NOW) / REFILL_MS)
        }
      })
    )
  })
})
