import { SessionStarts } from "@backlot/ports/Counters"
import { counterSuite } from "@backlot/ports/conformance/CounterSuite"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer } from "../src/Counters.ts"
import { Database } from "../src/Database.ts"
import { layerEmptied, layerNew, sql } from "./Server.ts"

const held = Effect.gen(function* () {
  const { settings } = yield* Database
  const [row] = yield* sql(`SELECT count(*)::int AS held FROM ${settings.schema}.counter`)
  return row !== undefined && "held" in row ? Number(row.held) : Number.NaN
})

const empty = layerEmptied()

counterSuite("counters in PostgreSQL", () => Layer.provideMerge(layer, empty), held)

it.live("a session start that waits for another counts from when it has its turn", () =>
  Effect.gen(function* () {
    const { take } = yield* SessionStarts
    // Many at once: some begin their transaction before the window begins that they then find.
    for (let round = 0; round < 20; round++) {
      const claim = { key: `round-${round}`, limit: 1, windowMs: 60_000, cost: 1 }
      const takings = yield* Effect.all(
        Array.from({ length: 10 }, () => take([claim])),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(takings.filter(({ granted }) => granted).length, 1)
    }
  }).pipe(Effect.provide(Layer.provide(layer, layerNew())))
)
