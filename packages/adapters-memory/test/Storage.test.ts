import { layer } from "@backlot/adapters-memory/Storage"
import { storageSuite } from "@backlot/ports/conformance/StorageSuite"

storageSuite("storage in memory", () => layer)
