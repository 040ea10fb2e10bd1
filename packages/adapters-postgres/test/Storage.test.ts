import { storageSuite } from "@backlot/ports/conformance/StorageSuite"
import { Storage } from "@backlot/ports/Storage"
import { Effect, Layer } from "effect"
import { layer } from "../src/Storage.ts"
import { layerEmptied } from "./Server.ts"

const empty = layerEmptied()

storageSuite("storage in PostgreSQL", () => Layer.provide(layer, empty))

const inTurn = Layer.effect(
  Storage,
  Effect.map(Storage, ({ transaction }) =>
    Storage.of({ transaction: (body, watch) => transaction(body, watch, "in turn") })
  )
)

storageSuite("storage in PostgreSQL, in turn", () => Layer.provide(Layer.provide(inTurn, layer), empty))
