import { layer } from "@backlot/adapters-memory/ServiceClock"
import { serviceClockSuite } from "@backlot/ports/conformance/ServiceClockSuite"

serviceClockSuite("the clock of one process", () => layer)
