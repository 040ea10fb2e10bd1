import { serviceClockSuite } from "@backlot/ports/conformance/ServiceClockSuite"
import { layer } from "../src/ServiceClock.ts"

serviceClockSuite("the clock of one process", () => layer)
