import * as Body from "@backlot/ports/Body"
import { storageSuite } from "@backlot/ports/conformance/StorageSuite"
import { inTurn, Storage } from "@backlot/ports/Storage"
import { Effect, Layer } from "effect"
import { layer } from "../src/Storage.ts"
import { layerEmptied } from "./Server.ts"

const empty = layerEmptied()

storageSuite("storage in PostgreSQL", () => Layer.provide(layer, empty))

const layerInTurn = Layer.effect(
  Storage,
  Effect.map(Storage, (storage) =>
    Storage.of({ transaction: (body, watch) => inTurn(storage)(body, (value) => Body.succeed(value), watch) })
  )
)

storageSuite("storage in PostgreSQL, in turn", () => Layer.provide(Layer.provide(layerInTurn, layer), empty))
