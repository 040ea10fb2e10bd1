import { eventBusSuite } from "@backlot/ports/conformance/EventBusSuite"
import { layer } from "../src/EventBus.ts"

eventBusSuite("the event bus in memory", () => layer)
