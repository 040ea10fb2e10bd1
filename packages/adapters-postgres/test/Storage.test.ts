import { storageSuite } from "@backlot/ports/conformance/StorageSuite"
import { Layer } from "effect"
import { layer } from "../src/Storage.ts"
import { layerNew } from "./Server.ts"

storageSuite("storage in PostgreSQL", () => Layer.provide(layer, layerNew()))
