/**
 * Decides where data is kept: `--data`, `--memory` and `--durable` together. Source: product.md "First minute" (table
 * of flags).
 */
import type { StorageChoice } from "@backlot/server/Services"
import { Effect } from "effect"
import type { NamedFile } from "../given/DistinctFiles.ts"
import { exclusive } from "../given/Given.ts"
import { shownPath } from "../given/ShownPath.ts"
import type { ServeFlags } from "./ServeFlags.ts"

const DEFAULT_FILE = ".backlot/backlot.db"

/** Fails with a usage error when one source, flags or environment, gives exclusive values. */
export const storageChoice = Effect.fnUntraced(function* ({
  data,
  memory,
  durable
}: Pick<ServeFlags, "data" | "memory" | "durable">) {
  const inMemory = memory?.value === true ? memory : undefined
  if (data !== undefined && data.by === inMemory?.by) return yield* exclusive(data.by, "data", "memory")
  // A flag wins over the environment, also over the variable of another flag.
  if (inMemory === undefined || data?.by === "flag") {
    const file = data === undefined ? DEFAULT_FILE : shownPath(data.value)
    return { kind: "file", file, durable: durable?.value ?? false } as const
  }
  if (durable?.value === true && durable.by === inMemory.by) return yield* exclusive(durable.by, "durable", "memory")
  return { kind: "memory" } as const
})

/** The data file, if there is one, and the flag that would name another. */
export const dataFile = ({ data }: Pick<ServeFlags, "data">, storage: StorageChoice): ReadonlyArray<NamedFile> =>
  storage.kind === "memory" ? [] : [{ flag: "data", path: storage.file, by: data?.by ?? "flag" }]
