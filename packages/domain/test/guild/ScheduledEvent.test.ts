import { assert, describe, it } from "@effect/vitest"
import { formatTimestamp } from "../../src/base/IsoTime.ts"
import { ended, exceptionIdOf, withException } from "../../src/guild/ScheduledEvent.ts"
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

describe("an occurrence of a scheduled event", () => {
  it("keeps its length when it is moved without an end of its own", () => {
    const moved = exception(START, { scheduled_start_time: at(START + 2 * HOUR) })
    assert.deepStrictEqual(withException(weekly([moved]), exceptionIdOf(START)), {
      scheduled_start_time: at(START + 2 * HOUR),
      scheduled_end_time: at(START + 3 * HOUR)
    })
  })

  it("has no end before its start, whatever its exception says", () => {
    const odd = exception(START + WEEK, { scheduled_end_time: at(START) })
    assert.deepStrictEqual(ended(weekly([odd])), {
      status: 1,
      scheduled_start_time: at(START + WEEK),
      scheduled_end_time: at(START + WEEK + HOUR)
    })
  })
})
