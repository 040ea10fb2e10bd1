import { CLOCKS_APART_MS, Counters, SteadyCounters } from "@backlot/ports/Counters"
import { counterSuite } from "@backlot/ports/conformance/CounterSuite"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer } from "../src/Counters.ts"
import { Database } from "../src/Database.ts"
import { layerEmptied, sql } from "./Server.ts"

const held = Effect.gen(function* () {
  const { settings } = yield* Database
  const [row] = yield* sql(`SELECT count(*)::int AS held FROM ${settings.schema}.counter`)
  return row !== undefined && "held" in row ? Number(row.held) : Number.NaN
})

const empty = layerEmptied()

counterSuite("counters in PostgreSQL", () => Layer.provideMerge(layer, empty), held)

it.live("clocks that are a moment apart do not begin a window anew", () =>
  Effect.gen(function* () {
    const { take } = yield* Counters
    const claim = { key: "a", limit: 1, windowMs: 1_000, cost: 1 }
    assert.isTrue((yield* take([claim], 10_000)).granted)
    assert.isFalse((yield* take([claim], 10_000 - CLOCKS_APART_MS)).granted)
  }).pipe(Effect.provide(Layer.provideMerge(layer, empty)))
)

it.live("those on the clock of the database grant as many as they should, however many ask at once", () =>
  Effect.gen(function* () {
    const { take } = yield* SteadyCounters
    const claim = { key: "a", limit: 3, windowMs: 3_600_000, cost: 1 }
    const all = yield* Effect.all(
      Array.from({ length: 40 }, () => take([claim])),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(
      all.filter(({ granted }) => granted),
      3
    )
    const resets = all.flatMap(({ readings }) => readings.map(({ resetMs }) => resetMs))
    assert.isAtMost(Math.max(...resets), 3_600_100)
    assert.isTrue(resets.every(Number.isInteger))
  }).pipe(Effect.provide(Layer.provideMerge(layer, empty)))
)
