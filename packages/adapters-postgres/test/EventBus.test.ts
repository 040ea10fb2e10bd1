import { eventBusSuite } from "@backlot/ports/conformance/EventBusSuite"
import { Layer } from "effect"
import { layer } from "../src/EventBus.ts"
import { layerNew } from "./Server.ts"

eventBusSuite("the event bus on PostgreSQL", () => Layer.provide(layer, layerNew()))
