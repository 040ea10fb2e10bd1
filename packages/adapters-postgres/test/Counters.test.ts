import { counterSuite } from "@backlot/ports/conformance/CounterSuite"
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
