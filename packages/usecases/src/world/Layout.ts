/**
 * The layout of the stored rows: which indexes stand beside the values. Ours: a store that was written before an index
 * was declared gets it at the start, once; nothing is asked of the person who starts the service.
 */
import type { Lobby } from "@backlot/domain/record/World"
import { Storage, StorageError, Transaction } from "@backlot/ports/Storage"
import { Clock, Effect } from "effect"
import * as Time from "../event/Time.ts"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import * as Collections from "../store/Collections.ts"
import * as WorldSeed from "./WorldSeed.ts"

const KEY = "meta/layout"
/**
 * 2: commands by type and name. 3: issued tokens by their end, and no rows that find a deadline by its name. 4: events
 * of a commit together in rows; those of before stay as they are, and go in their turn. 5: members of lobbies in rows of
 * their own, tokens by user, and the world of a reset in many rows. A store without the row is of the first layout, or empty.
 */
const CURRENT = 5

/**
 * Brings the store to the current layout, in one transaction. To be run before anything else reads or writes it. Fails
 * on a store of a later layout, whose rows this release would break, and leaves it as it is.
 */
export const upgrade: Effect.Effect<void, StorageError, Storage> = Effect.gen(function* () {
  const storage = yield* Storage
  const wall = yield* Clock.currentTimeMillis
  yield* storage.transaction(
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const layout = Number((yield* transaction.get(KEY)) ?? 1)
      if (layout === CURRENT) return
      // So put that what is no number is refused as well.
      if (!(layout < CURRENT)) return yield* new StorageError({ message: NEWER })
      if (layout < 3) yield* makeIndexes
      else if (layout < 5) yield* Collections.credentials.reindex
      if (layout < 5) {
        yield* partLobbies(yield* Time.readingOfStore(wall))
        yield* WorldSeed.part
      }
      yield* transaction.put(KEY, String(CURRENT))
    })
  )
})

/** Their idle time begins now: nothing acted on them before. */
const partLobbies = Effect.fnUntraced(function* (nowMs: number) {
  const transaction = yield* Transaction
  for (const [key, row] of yield* transaction.list({ prefix: "lobby/" })) {
    yield* transaction.delete(key)
    // Earlier layouts stored them as a world shows them.
    yield* LobbyStore.put(JSON.parse(row) as Lobby, nowMs)
  }
})

const makeIndexes = Effect.gen(function* () {
  yield* Collections.commands.reindex
  yield* Collections.credentials.reindex
  yield* deleteBelow("deadline_name/")
  // Counts of what is kept, which may have been made without what the indexes lacked: they are made anew when asked.
  yield* deleteBelow("kept/")
})

const NEWER = "The stored data was written by a newer Backlot; use that release, or choose another place for the data"

/** Ours: rows held in memory at once. */
const BATCH = 256

const deleteBelow = Effect.fnUntraced(function* (prefix: string) {
  const transaction = yield* Transaction
  let found: number
  do {
    const rows = yield* transaction.list({ prefix }, { limit: BATCH })
    for (const [key] of rows) yield* transaction.delete(key)
    found = rows.length
  } while (found === BATCH)
})
