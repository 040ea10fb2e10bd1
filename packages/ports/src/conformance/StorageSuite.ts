/** The conformance suite of the storage port, for every adapter. Source: architecture.md "Storage". */
import type { Layer } from "effect"
import type { Storage } from "../Storage.ts"
import { isolation } from "./storage/Isolation.ts"
import { listing } from "./storage/Listing.ts"
import { reading } from "./storage/Reading.ts"
import { rollback } from "./storage/Rollback.ts"
import { serializability } from "./storage/Serializability.ts"
import { values } from "./storage/Values.ts"
import { registerSuite, type Selection } from "./suite/Suite.ts"

export const sections = { reading, listing, values, rollback, isolation, serializability }

/** Registers the suite. `layer` gives an empty store each time it is called. */
export const storageSuite = <E>(
  name: string,
  layer: () => Layer.Layer<Storage, E>,
  selection?: Selection<keyof typeof sections>
): void => registerSuite(name, layer, sections, selection)
