import { assert, describe, it } from "@effect/vitest"
import { formatTimestamp } from "../../src/base/IsoTime.ts"
import type { ScheduledEvent } from "../../src/record/World.ts"
import { dueOf, ended, exceptionIdOf, whenDue, withExceptions } from "../../src/scheduled-event/ScheduledEvent.ts"

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

const moved = (fields: object) => weekly([exception(START, fields)])

describe("an occurrence of a scheduled event", () => {
  it("is due at the time that it is moved to, and keeps its length", () => {
    const later = moved({ scheduled_start_time: at(START + 2 * HOUR) })
    assert.deepStrictEqual(
      [dueOf(later), dueOf({ ...later, status: 2 }), dueOf(weekly([]))],
      [START + 2 * HOUR, START + 3 * HOUR, START]
    )
  })

  it("that was longer leaves the others as they are", () => {
    const longer = moved({ scheduled_end_time: at(START + 4 * HOUR) })
    assert.strictEqual(dueOf({ ...longer, status: 2 }), START + 4 * HOUR)
    assert.deepStrictEqual(ended(longer, START + 4 * HOUR), {
      status: 1,
      scheduled_start_time: at(START + WEEK),
      scheduled_end_time: at(START + WEEK + HOUR)
    })
  })

  it("has no end before its start, whatever its exception says", () => {
    assert.strictEqual(dueOf({ ...moved({ scheduled_end_time: at(START) }), status: 2 }), START + HOUR)
  })

  it("gives way to the next one where it is canceled", () => {
    const canceled = [exception(START, { is_canceled: true })] as never
    assert.deepInclude(withExceptions(weekly([]), canceled, START), { scheduled_start_time: at(START + WEEK) })
    assert.deepStrictEqual(withExceptions({ ...weekly([]), status: 2 }, canceled, START), { exceptions: canceled })
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
})
