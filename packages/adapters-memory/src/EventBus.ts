/** The event bus of one process. Source: architecture.md "Storage". */
import { EventBus, listeners } from "@backlot/ports/EventBus"
import { Layer } from "effect"

export const layer: Layer.Layer<EventBus> = Layer.sync(EventBus, listeners)
