import { events as limits } from "@backlot/domain/base/KeptLimits"
import type { EventType } from "@backlot/domain/event/EventType"
import * as Body from "@backlot/ports/Body"
import type { LoggedEvent } from "@backlot/ports/EventBus"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { EventLog, type NewEvent } from "../../src/event/EventLog.ts"
import { InteractionWatch, layer, type Watch } from "../../src/interaction/InteractionWatch.ts"
import { STORES, services } from "../fixture/Stores.ts"

const MINE = "500000000000000001"
const OTHER = "500000000000000002"
/** Only marks that everything before it was read. */
const LAST = "500000000000000009"

const event = (interaction_id: string, type: EventType = "interaction.responded"): NewEvent => ({
  type,
  data: { interaction_id }
})
const REPLACED: NewEvent = { type: "world.replaced", data: {} }

const any = () => true

const begin = (id: string, fits: (event: LoggedEvent) => boolean = any) =>
  Effect.map(InteractionWatch, (watches) => watches.begin(id, fits))

const tell = (...events: ReadonlyArray<NewEvent>) =>
  Effect.flatMap(EventLog, (log) => log.commit(() => Body.succeed({ value: undefined, events })))

/** Publishes these, and continues once they were read. */
const tellAll = Effect.fnUntraced(function* (...events: ReadonlyArray<NewEvent>) {
  const last = yield* begin(LAST)
  yield* tell(...events, event(LAST))
  yield* last.found
})

/** The type of the found event; null if none was found so far. */
const seen = ({ found }: Watch) =>
  Effect.map(Effect.raceFirst(found, Effect.as(Effect.yieldNow, undefined)), (event) => event?.type ?? null)

/** Counts how often a watcher tested an event. */
const counting = () => {
  const counted = { asked: 0 }
  const fits = () => {
    counted.asked++
    return false
  }
  return { counted, fits }
}

const store = services(STORES.memory)
const test = <A, E>(name: string, body: Effect.Effect<A, E, InteractionWatch | EventLog>) =>
  it.effect(name, () => Effect.provide(body, Layer.provideMerge(layer, store), { local: true }))

describe("an event of an interaction", () => {
  test(
    "is seen by everybody who watches for it, and by nobody else",
    Effect.gen(function* () {
      const [one, two, other] = [yield* begin(MINE), yield* begin(MINE), yield* begin(OTHER)]
      const picky = yield* begin(MINE, ({ type }) => type === "interaction.failed")
      yield* tellAll({ type: "command.created", data: { id: MINE } }, event(MINE))
      assert.deepStrictEqual(yield* Effect.forEach([one, two, other, picky], seen), [
        "interaction.responded",
        "interaction.responded",
        null,
        null
      ])
    })
  )

  test(
    "is the first that fits, however many follow",
    Effect.gen(function* () {
      const watch = yield* begin(MINE, ({ type }) => type !== "interaction.created")
      yield* tellAll(event(MINE, "interaction.created"), event(MINE, "interaction.acknowledged"), event(MINE))
      assert.strictEqual(yield* seen(watch), "interaction.acknowledged")
    })
  )

  test(
    "is not seen by those who begin to watch after it was told",
    Effect.gen(function* () {
      yield* tellAll(event(MINE))
      assert.isNull(yield* seen(yield* begin(MINE)))
    })
  )

  test(
    "reaches each of many who watch at once",
    Effect.gen(function* () {
      const ids = Array.from({ length: 5_000 }, (_, i) => String(600_000_000_000_000_000n + BigInt(i)))
      const watches = yield* Effect.forEach(ids, (id) => begin(id))
      for (const id of ids.toReversed()) yield* tell(event(id))
      const found = yield* Effect.forEach(watches, ({ found }) => found)
      assert.deepStrictEqual(
        found.map(({ data }) => data),
        ids.map((interaction_id) => ({ interaction_id }))
      )
    })
  )
})

describe("a new world", () => {
  test(
    "is seen by everybody who watches, and by nobody who watches later",
    Effect.gen(function* () {
      const before = [yield* begin(MINE), yield* begin(OTHER)]
      yield* tellAll(REPLACED)
      const later = yield* begin(MINE)
      assert.deepStrictEqual(yield* Effect.forEach([...before, later], seen), [
        "world.replaced",
        "world.replaced",
        null
      ])
      yield* tellAll(event(MINE))
      assert.strictEqual(yield* seen(later), "interaction.responded")
    })
  )
})

describe("watching", () => {
  test(
    "leaves nothing behind once it was ended",
    Effect.gen(function* () {
      const { counted, fits } = counting()
      const watches = yield* Effect.forEach(Array.from({ length: 100 }), () => begin(MINE, fits))
      yield* tellAll(event(MINE))
      assert.strictEqual(counted.asked, 100)
      for (const { end } of watches) end()
      for (const { end } of watches) end()
      yield* tellAll(event(MINE))
      assert.strictEqual(counted.asked, 100)
    })
  )

  test(
    "leaves nothing behind once it has found its event, even when nobody ends it",
    Effect.gen(function* () {
      let asked = 0
      yield* begin(MINE, () => {
        asked++
        return true
      })
      yield* tellAll(event(MINE), event(MINE))
      assert.strictEqual(asked, 1)
    })
  )
})

describe("a reader that lags", () => {
  const FLOOD = Array.from({ length: 2 * limits.streamBuffer }, () => event(OTHER, "message.created"))

  test(
    "reads in the log what the bus dropped, so that nobody waits for ever",
    Effect.gen(function* () {
      yield* tellAll(event(OTHER))
      const watch = yield* begin(MINE)
      yield* tellAll(...FLOOD, event(MINE), ...FLOOD)
      assert.strictEqual(yield* seen(watch), "interaction.responded")
    })
  )

  test(
    "tells each event once, in order",
    Effect.gen(function* () {
      yield* tellAll(event(OTHER))
      const told: Array<number> = []
      const watch = yield* begin(OTHER, ({ seq }) => {
        told.push(seq)
        return false
      })
      yield* tellAll(...FLOOD)
      watch.end()
      assert.deepStrictEqual(
        told,
        FLOOD.map((_, i) => (told[0] ?? 0) + i)
      )
    })
  )
})

describe("the layer", () => {
  it.effect("reads no more once its scope is closed", () =>
    Effect.gen(function* () {
      const { counted, fits } = counting()
      const build = Effect.map(Layer.build(layer), Context.get(InteractionWatch))
      const closed = yield* Effect.scoped(Effect.tap(build, ({ begin }) => Effect.sync(() => begin(MINE, fits))))
      closed.begin(MINE, fits)
      yield* Effect.provideServiceEffect(tellAll(event(MINE)), InteractionWatch, build)
      assert.strictEqual(counted.asked, 0)
    }).pipe(Effect.scoped, Effect.provide(store, { local: true }))
  )
})
