import { storageSuite } from "@backlot/ports/conformance/StorageSuite"
import { Layer } from "effect"
import { layer } from "../src/Storage.ts"
import { layerEmptied } from "./Server.ts"

const empty = layerEmptied()

storageSuite("storage in PostgreSQL", () => Layer.provide(layer, empty))
