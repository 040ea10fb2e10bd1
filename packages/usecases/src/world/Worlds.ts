/**
 * Replaces, exports and resets the whole world. Sources: product.md "World file", "Control plane".
 */
import type { Listed, World } from "@backlot/domain/record/World"
import { recordOf } from "@backlot/domain/world/WorldMessage"
import { largestMinted } from "@backlot/domain/world/WorldMint"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { type ClockSetting, ServiceClock } from "@backlot/ports/ServiceClock"
import { type Span, Storage, type StorageError, Transaction } from "@backlot/ports/Storage"
import { Clock, Effect } from "effect"
import * as Commands from "../command/Commands.ts"
import { EventLog } from "../event/EventLog.ts"
import * as Time from "../event/Time.ts"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import * as Collections from "../store/Collections.ts"
import { Deadlines } from "../store/Deadlines.ts"
import type { ListStore, Writer } from "./WorldLists.ts"
import * as WorldLists from "./WorldLists.ts"
import * as WorldSeed from "./WorldSeed.ts"

/** All keys except those below `event/` and `meta/`: the event log and the id generator survive a new world. */
const CLEARED: ReadonlyArray<Span> = [
  { start: " ", end: "event/" },
  { start: "event0", end: "meta/" },
  { start: "meta0", end: "\x7f" }
]

/** Rows held in memory at once while clearing; one of them can be an upload of many megabytes. */
const CLEAR_BATCH = 64

/** True when the store has never held a world. */
export const isEmpty = Effect.gen(function* () {
  const storage = yield* Storage
  return !(yield* storage.transaction(WorldSeed.isThere))
})

/**
 * Replaces everything, in one transaction, and makes this the world that a reset restores. The clock goes to the world's
 * `now`; a world without `now` changes only the mode of the clock.
 */
export const replace = Effect.fn("Worlds.replace")(function* (world: World, mode?: "real" | "frozen") {
  const wall = yield* Clock.currentTimeMillis
  const { now, mode: current } = yield* Time.read
  yield* put(world, Time.settingAt(world.now ?? now, mode ?? current, wall), wall)
})

/** Restores the world of the start or of the last import, and sets the clock to its `now`, or else to the wall clock. */
export const reset = Effect.fn("Worlds.reset")(function* (mode: "real" | "frozen") {
  const storage = yield* Storage
  const wall = yield* Clock.currentTimeMillis
  const world = yield* storage.transaction(WorldSeed.read)
  if (world === undefined) return
  yield* put(world, Time.settingAt(world.now ?? wall, mode, wall), wall)
})

const put = Effect.fnUntraced(function* (world: World, setting: ClockSetting, wall: number) {
  const embedded = world.automatic_launch
    ? world.applications.filter((application) => application.flags.includes("EMBEDDED"))
    : []
  const { goBehind, many } = yield* Ids
  const largest = largestMinted(world)
  if (largest !== undefined) yield* goBehind(largest)
  const ids = yield* many(Commands.LAUNCH_IDS * embedded.length)
  const log = yield* EventLog
  const clock = yield* ServiceClock
  yield* log
    .commit(
      Effect.gen(function* () {
        yield* clear
        yield* WorldSeed.write(world)
        yield* Time.store(setting)
        yield* store(world, Time.readingAt(setting, wall))
        for (const [i, application] of embedded.entries()) {
          const own = ids.slice(Commands.LAUNCH_IDS * i, Commands.LAUNCH_IDS * (i + 1))
          yield* Commands.launch(application, undefined, own)
        }
        return { value: setting, events: [{ type: "world.replaced", data: counts(world) }] }
      })
    )
    .pipe(Effect.flatMap(clock.set), Effect.uninterruptible)
  yield* (yield* Deadlines).wake
})

/** The whole state as a world. */
export const read: Effect.Effect<World, StorageError, Storage | ServiceClock> = Effect.gen(function* () {
  const storage = yield* Storage
  const now = yield* (yield* ServiceClock).now
  // A missing entry point was deleted, and decision 22 makes it only once. Our choice: docs/choices.md "World file".
  return { now, automatic_launch: false, ...(yield* storage.transaction(WorldLists.all)) }
})

const clear = Effect.gen(function* () {
  const tx = yield* Transaction
  for (const span of CLEARED) {
    let found: number
    do {
      const rows = yield* tx.list(span, { limit: CLEAR_BATCH })
      for (const [key] of rows) yield* tx.delete(key)
      found = rows.length
    } while (found === CLEAR_BATCH)
  }
})

const store = Effect.fnUntraced(function* (world: World, nowMs: number) {
  const { sha256 } = yield* Secrets
  const bots = world.applications.map((application) => Collections.botCredential(application, sha256))
  const bearers = world.tokens.map(Collections.tokenCredential)
  yield* putAll(Collections.credentials, [...bots, ...bearers])
  for (const [list, { writer }] of Object.entries<ListStore<object>>(WorldLists.LISTS)) {
    if (writer !== undefined) yield* putAll(writer, world[list as Listed])
  }
  yield* Effect.forEach(world.lobbies, (lobby) => LobbyStore.put(lobby, nowMs), { discard: true })
  yield* putAll(Collections.messages, world.messages.map(recordOf))
})

const putAll = <R>(writer: Writer<R>, records: ReadonlyArray<R>) =>
  Effect.forEach(records, (record) => writer.put(record), { discard: true })

const counts = (world: World) => ({
  applications: world.applications.length,
  users: world.users.length,
  guilds: world.guilds.length
})
