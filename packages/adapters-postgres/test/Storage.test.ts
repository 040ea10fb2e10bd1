import { layer } from "@backlot/adapters-postgres/Storage"
import { storageSuite } from "@backlot/ports/conformance/StorageSuite"
import { Layer } from "effect"
import { layerNew } from "./Server.ts"

storageSuite("storage in PostgreSQL", () => Layer.provide(layer, layerNew()))
