import { layer } from "@backlot/adapters-postgres/EventBus"
import { eventBusSuite } from "@backlot/ports/conformance/EventBusSuite"
import { Layer } from "effect"
import { layerNew } from "./Server.ts"

eventBusSuite("the event bus on PostgreSQL", () => Layer.provide(layer, layerNew()))
