import { assert, describe, it } from "@effect/vitest"
import { formatTimestamp } from "../../src/base/IsoTime.ts"
import { ended, exceptionIdOf, whenDue, withExceptions } from "../../src/guild/ScheduledEvent.ts"
import type { ScheduledEvent } from "../../src/record/World.ts"

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
const START = Date.parse("2027-01-04T10:00:00Z")
const at = (ms: number) => formatTimestamp(ms)

const weekly = (exceptions: ReadonlyArray<object>): ScheduledEvent =>
  ({
    entity_type: 3,
    status: 1,
    scheduled_start_time: at(START),
    scheduled_end_time: at(START + HOUR),
    recurrence_rule: { start: at(START), frequency: 2, interval: 1, by_weekday: [0] },
    exceptions
  }) as never

const exception = (ms: number, fields: object) => ({
  event_exception_id: exceptionIdOf(ms),
  scheduled_start_time: null,
  scheduled_end_time: null,
  is_canceled: false,
  ...fields
})

const to = (ms: number) => exception(START, { scheduled_start_time: at(ms) }) as never

/** The event when its first occurrence is moved. */
const moved = (event: ScheduledEvent, ms: number) => {
  const { exceptions: _, ...times } = withExceptions(event, [to(ms)], { exceptionId: exceptionIdOf(START), now: START })
  return times
}

describe("an occurrence of a scheduled event", () => {
  it("keeps its length when it is moved without an end of its own", () => {
    assert.deepStrictEqual(moved(weekly([]), START + 2 * HOUR), {
      scheduled_start_time: at(START + 2 * HOUR),
      scheduled_end_time: at(START + 3 * HOUR)
    })
  })

  it("may be moved again, and back to its usual time", () => {
    const once = { ...weekly([to(START + 2 * HOUR)]), ...moved(weekly([]), START + 2 * HOUR) }
    assert.deepStrictEqual(moved(once, START + 5 * HOUR), {
      scheduled_start_time: at(START + 5 * HOUR),
      scheduled_end_time: at(START + 6 * HOUR)
    })
    const { exceptions: _, ...back } = withExceptions(once, [], { exceptionId: exceptionIdOf(START), now: START })
    assert.deepStrictEqual(back, {
      scheduled_start_time: at(START),
      scheduled_end_time: at(START + HOUR)
    })
  })

  it("is passed over when a clock jumps behind it", () => {
    const active = { ...weekly([]), status: 2 } as const
    const now = START + 500 * WEEK + 2 * HOUR
    assert.deepStrictEqual(whenDue(active, now), {
      status: 1,
      scheduled_start_time: at(START + 501 * WEEK),
      scheduled_end_time: at(START + 501 * WEEK + HOUR)
    })
  })

  it("has no end before its start, whatever its exception says", () => {
    const odd = exception(START + WEEK, { scheduled_end_time: at(START) })
    assert.deepStrictEqual(ended(weekly([odd]), START), {
      status: 1,
      scheduled_start_time: at(START + WEEK),
      scheduled_end_time: at(START + WEEK + HOUR)
    })
  })
})
