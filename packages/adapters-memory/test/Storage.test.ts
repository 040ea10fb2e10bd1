import { storageSuite } from "@backlot/ports/conformance/StorageSuite"
import { layer } from "../src/Storage.ts"

storageSuite("storage in memory", () => layer)
