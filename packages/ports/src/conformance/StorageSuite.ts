import { isolation, rollback } from "./storage/Isolation.ts"
import { listing, reading } from "./storage/Reading.ts"
import { serializability } from "./storage/Serializability.ts"
import { values } from "./storage/Values.ts"
import { suite } from "./suite/Suite.ts"

export const sections = { reading, listing, values, rollback, isolation, serializability }

/** Registers the suite. `layer` gives an empty store each time it is called. */
export const storageSuite = suite(sections)
