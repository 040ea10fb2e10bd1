/**
 * The layout of the stored rows, such as the indexes of the values. A store that was written before an index existed gets
 * it once, at the start, without a question. Our choice: docs/choices.md "Storage and time".
 */
import { begun } from "@backlot/domain/guild/ThreadActivity"
import { isThread, type Lobby } from "@backlot/domain/record/World"
import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { type Entry, type Storage, StorageError } from "@backlot/ports/Storage"
import { Clock, Effect } from "effect"
import * as Time from "../event/Time.ts"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import { deleteRows } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import * as KeptThreads from "../store/KeptThreads.ts"
import { inTransaction } from "../store/Transact.ts"
import { isInGuild } from "./WorldLists.ts"
import * as WorldSeed from "./WorldSeed.ts"

const KEY = "meta/layout"
/**
 * 2: commands by type and name. 3: issued tokens by their end, and no rows that find a deadline by its name. 4: the
 * events of a commit share rows; older rows stay as they are until they expire. 5: members of lobbies in rows of their
 * own, tokens by user, and the world of a reset in many rows. 6: channels by parent, position and pair, threads, names. 7: the
 * weights of messages. 8: deadlines of threads. A store without this row has the first layout, or is empty.
 */
const CURRENT = 8

/**
 * Brings the store to the current layout, in one transaction. Run it before anything else reads or writes the store. It
 * fails on a store of a later layout, because this release would break its rows, and leaves it unchanged.
 */
export const upgrade: Effect.Effect<void, StorageError, Storage> = Effect.gen(function* () {
  const wall = yield* Clock.currentTimeMillis
  yield* inTransaction(function* () {
    const layout = Number((yield* store.get(KEY)) ?? 1)
    if (layout === CURRENT) return
    // Written this way, a layout that is not a number is refused too.
    if (!(layout < CURRENT)) return yield* new StorageError({ message: NEWER })
    if (layout < 3) yield* makeIndexes
    else if (layout < 5) yield* Collections.credentials.reindex
    if (layout < 5) {
      yield* partLobbies(yield* Time.readingOfStore(wall))
      yield* WorldSeed.part
    }
    if (layout < 6) {
      for (const list of [Collections.channels, Collections.users, Collections.members]) yield* list.reindex
    }
    if (layout < 7) yield* Collections.messages.reindex
    yield* beginThreads(yield* Time.readingOfStore(wall))
    yield* store.put(KEY, String(CURRENT))
  })
})

/**
 * Puts saved rows into an empty store. With `isCurrent` they are of the current layout, even if its row is lost. Run
 * `upgrade` behind it.
 */
export const refill = (entries: ReadonlyArray<Entry>, isCurrent: boolean) =>
  inTransaction(function* () {
    if (isCurrent) yield* store.put(KEY, String(CURRENT))
    for (const [key, value] of entries) yield* store.put(key, value)
  })

/** The silence of threads begins now. */
const beginThreads = function* (nowMs: number) {
  for (const channel of yield* Collections.channels.list([])) {
    if (isInGuild(channel) && isThread(channel)) yield* KeptThreads.put(begun(channel, nowMs))
  }
}

/** Their idle time begins now. */
const partLobbies = function* (nowMs: number) {
  for (const [key, row] of yield* store.list({ prefix: "lobby/" })) {
    yield* store.delete(key)
    // Earlier layouts stored lobbies in the shape of a world.
    yield* LobbyStore.put(JSON.parse(row) as Lobby, nowMs)
  }
}

const makeIndexes = Body.gen(function* () {
  yield* Collections.commands.reindex
  yield* Collections.credentials.reindex
  yield* deleteRows({ prefix: "deadline_name/" })
  // These counts may lack what the indexes lacked; they are counted again when they are needed.
  yield* deleteRows({ prefix: "kept/" })
})

const NEWER = "The stored data was written by a newer Backlot; use that release, or choose another place for the data"
