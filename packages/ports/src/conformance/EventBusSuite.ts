/** The conformance suite of the event bus. Source: architecture.md "Storage". */
import * as KeptLimits from "@backlot/domain/base/KeptLimits"
import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { EventBus, type LoggedEvent, subscribe } from "../EventBus.ts"
import { type Case, rule, suite } from "./suite/Suite.ts"

const event = (seq: number): LoggedEvent => ({ seq, type: "test.event", at: seq, data: { seq } })
const events = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => event(from + i))
const take = (stream: Stream.Stream<LoggedEvent>, count: number) => Stream.runCollect(Stream.take(stream, count))

const delivery: ReadonlyArray<Case<EventBus>> = [
  rule("a subscriber gets what is published from then on, in order", function* () {
    const bus = yield* EventBus
    bus.publish(events(1, 3))
    const stream = yield* subscribe(bus)
    bus.publish(events(4, 5))
    bus.publish([])
    bus.publish(events(6, 9))
    assert.deepStrictEqual(yield* take(stream, 6), events(4, 9))
  }),
  rule("every subscriber gets every event", function* () {
    const bus = yield* EventBus
    const streams = yield* Effect.all([subscribe(bus), subscribe(bus), subscribe(bus)])
    bus.publish(events(1, 5))
    for (const stream of streams) assert.deepStrictEqual(yield* take(stream, 5), events(1, 5))
  }),
  rule("a listener has the events when the publication returns", function* () {
    const bus = yield* EventBus
    const heard: Array<LoggedEvent> = []
    yield* bus.listen((news) => void heard.push(...news))
    bus.publish(events(1, 3))
    assert.deepStrictEqual(heard, events(1, 3))
  }),
  rule("what a listener publishes comes to all listeners after what it heard", function* () {
    const bus = yield* EventBus
    const heard: Array<number> = []
    yield* bus.listen(([first]) => {
      if (first?.seq === 1) bus.publish(events(2, 2))
    })
    yield* bus.listen((news) => void heard.push(...news.map(({ seq }) => seq)))
    bus.publish(events(1, 1))
    assert.deepStrictEqual(heard, [1, 2])
  }),
  rule("a listener hears nothing after its scope", function* () {
    const bus = yield* EventBus
    const heard: Array<LoggedEvent> = []
    yield* Effect.scoped(bus.listen((news) => void heard.push(...news)))
    bus.publish(events(1, 1))
    assert.deepStrictEqual(heard, [])
  }),
  rule("a subscriber that is gone holds up nobody", function* () {
    const bus = yield* EventBus
    yield* Effect.scoped(subscribe(bus))
    const stream = yield* subscribe(bus)
    bus.publish(events(1, 2))
    assert.deepStrictEqual(yield* take(stream, 2), events(1, 2))
  }),
  rule(
    "a subscriber that lags by more than the buffer loses the oldest, and never holds up the publisher",
    function* () {
      const bus = yield* EventBus
      const stream = yield* subscribe(bus)
      const last = KeptLimits.events.streamBuffer + 10
      bus.publish(events(1, last))
      const seen = yield* Stream.runCollect(Stream.takeUntil(stream, ({ seq }) => seq === last))
      assert.deepStrictEqual(seen, events(11, last))
    }
  )
]

export const eventBusSuite = suite({ delivery })
