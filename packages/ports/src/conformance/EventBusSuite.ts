/** The conformance suite of the event bus. Source: architecture.md "Storage". */
import * as KeptLimits from "@backlot/domain/base/KeptLimits"
import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { EventBus, type LoggedEvent } from "../EventBus.ts"
import { type Case, rule, suite } from "./suite/Suite.ts"

const event = (seq: number): LoggedEvent => ({ seq, type: "test.event", at: seq, data: { seq } })
const events = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => event(from + i))
const take = (stream: Stream.Stream<LoggedEvent>, count: number) => Stream.runCollect(Stream.take(stream, count))

const delivery: ReadonlyArray<Case<EventBus>> = [
  rule("a subscriber gets what is published from then on, in order", function* () {
    const bus = yield* EventBus
    yield* bus.publish(events(1, 3))
    const stream = yield* bus.subscribe
    yield* bus.publish(events(4, 5))
    yield* bus.publish([])
    yield* bus.publish(events(6, 9))
    assert.deepStrictEqual(yield* take(stream, 6), events(4, 9))
  }),
  rule("every subscriber gets every event", function* () {
    const bus = yield* EventBus
    const streams = yield* Effect.all([bus.subscribe, bus.subscribe, bus.subscribe])
    yield* bus.publish(events(1, 5))
    for (const stream of streams) assert.deepStrictEqual(yield* take(stream, 5), events(1, 5))
  }),
  rule("a subscriber that is gone holds up nobody", function* () {
    const bus = yield* EventBus
    yield* Effect.scoped(bus.subscribe)
    const stream = yield* bus.subscribe
    yield* bus.publish(events(1, 2))
    assert.deepStrictEqual(yield* take(stream, 2), events(1, 2))
  }),
  rule(
    "a subscriber that lags by more than the buffer loses the oldest, and never holds up the publisher",
    function* () {
      const bus = yield* EventBus
      const stream = yield* bus.subscribe
      const last = KeptLimits.events.streamBuffer + 10
      yield* bus.publish(events(1, last))
      const seen = yield* Stream.runCollect(Stream.takeUntil(stream, ({ seq }) => seq === last))
      assert.deepStrictEqual(seen, events(11, last))
    }
  )
]

export const eventBusSuite = suite({ delivery })
