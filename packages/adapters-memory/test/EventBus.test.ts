import { layer } from "@backlot/adapters-memory/EventBus"
import { eventBusSuite } from "@backlot/ports/conformance/EventBusSuite"

eventBusSuite("the event bus in memory", () => layer)
