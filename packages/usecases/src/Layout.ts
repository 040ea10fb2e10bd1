/**
 * The layout of the stored rows: which indexes stand beside the values. Ours: a store that was written before an index
 * was declared gets it at the start, once; nothing is asked of the person who starts the service.
 */
import { Storage, type StorageError, Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import * as Collections from "./Collections.ts"

const KEY = "meta/layout"
/** 2: commands by type and name. A store without the row is of the first layout, or empty. */
const CURRENT = "2"

/** Brings the store to the current layout, in one transaction. To be run before anything else reads or writes it. */
export const upgrade: Effect.Effect<void, StorageError, Storage> = Effect.flatMap(Storage, (storage) =>
  storage.transaction(
    Effect.gen(function* () {
      const transaction = yield* Transaction
      if ((yield* transaction.get(KEY)) === CURRENT) return
      yield* Collections.commands.reindex
      yield* transaction.put(KEY, CURRENT)
    })
  )
)
