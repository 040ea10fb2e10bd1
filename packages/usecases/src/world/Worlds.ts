/**
 * Decodes, replaces, exports and resets the whole world. Sources: product.md "World file", "Control plane".
 */

import { parseTime } from "@backlot/domain/base/IsoTime"
import { validate } from "@backlot/domain/command/CommandValidation"
import { begun } from "@backlot/domain/guild/ThreadActivity"
import type { Listed, Lists, World } from "@backlot/domain/record/World"
import { decodeWorld } from "@backlot/domain/world/WorldDecoder"
import { listsIn, type WorldPart } from "@backlot/domain/world/WorldExport"
import { recordOf } from "@backlot/domain/world/WorldMessage"
import { freshIds, largestMinted } from "@backlot/domain/world/WorldMint"
import * as Body from "@backlot/ports/Body"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { Servers } from "@backlot/ports/Servers"
import { type ClockSetting, ServiceClock } from "@backlot/ports/ServiceClock"
import type { Span, Storage, StorageError } from "@backlot/ports/Storage"
import { Clock, Effect } from "effect"
import * as Commands from "../command/Commands.ts"
import { EventLog } from "../event/EventLog.ts"
import * as Time from "../event/Time.ts"
import { UserPresences } from "../gateway/UserPresences.ts"
import * as LobbyStore from "../lobby/LobbyStore.ts"
import { deleteRows } from "../store/Collection.ts"
import * as Collections from "../store/Collections.ts"
import { Deadlines } from "../store/Deadlines.ts"
import * as KeptPolls from "../store/KeptPolls.ts"
import { operation } from "../store/Operation.ts"
import { inTransaction, readNow } from "../store/Transact.ts"
import * as WorldEdits from "./WorldEdits.ts"
import type { ListStore, Writer } from "./WorldLists.ts"
import * as WorldLists from "./WorldLists.ts"
import * as WorldSeed from "./WorldSeed.ts"

/** All keys except those below `event/` and `meta/`: the event log and the id generator survive a new world. */
const CLEARED: ReadonlyArray<Span> = [
  { start: " ", end: "event/" },
  { start: "event0", end: "meta/" },
  { start: "meta0", end: "\x7f" }
]

/** True when the store has never held a world. */
export const isEmpty = Effect.map(
  inTransaction(() => WorldSeed.isThere),
  (isThere) => !isThere
)

/**
 * Replaces everything, in one transaction, and makes this the world that a reset restores. The clock goes to the world's
 * `now`; a world without `now` changes only the mode of the clock.
 */
export const replace = operation(
  "Worlds.replace",
  Effect.fnUntraced(function* (world: World, mode?: "real" | "frozen") {
    const wall = yield* Clock.currentTimeMillis
    const { now, mode: current } = yield* Time.read
    yield* put(world, Time.settingAt(world.now ?? now, mode ?? current, wall), wall)
  })
)

/** The same for an empty store; false when another process has filled it meanwhile. */
export const seed = operation(
  "Worlds.seed",
  Effect.fnUntraced(function* (world: World, mode: "real" | "frozen") {
    const wall = yield* Clock.currentTimeMillis
    const { now } = yield* Time.read
    return yield* put(world, Time.settingAt(world.now ?? now, mode, wall), wall, "only if empty")
  })
)

/** Restores the world of the start or of the last import, and sets the clock to its `now`, or else to the wall clock. */
export const reset = operation(
  "Worlds.reset",
  Effect.fnUntraced(function* (mode: "real" | "frozen") {
    const wall = yield* Clock.currentTimeMillis
    const world = yield* readSeed
    if (world === undefined) return
    yield* put(world, Time.settingAt(world.now ?? wall, mode, wall), wall)
  })
)

/** The world that a reset restores; undefined when the store has never held one. */
export const readSeed = inTransaction(() => WorldSeed.read)

/** False when it was to fill an empty store, which is not empty any more. */
const put = Effect.fnUntraced(function* (
  world: World,
  setting: ClockSetting,
  wall: number,
  condition?: "only if empty"
) {
  const embedded = world.automatic_launch
    ? world.applications.filter((application) => application.flags.includes("EMBEDDED"))
    : []
  const { goBehind, many } = yield* Ids
  const largest = largestMinted(world)
  // The clock is set only after the commit.
  const moment = Time.readingAt(setting, wall)
  if (largest !== undefined) yield* goBehind(largest, moment)
  const ids = yield* many(Commands.LAUNCH_IDS * embedded.length, moment)
  const clock = yield* ServiceClock
  const log = yield* EventLog
  const { value: isPut, position } = yield* log
    .commitAt(function* () {
      if (condition !== undefined && (yield* WorldSeed.isThere)) return { value: false, events: [] }
      yield* Body.forEach(CLEARED, deleteRows)
      yield* WorldSeed.write(world)
      yield* Time.keep(setting)
      yield* store(world, moment)
      for (const [i, application] of embedded.entries()) {
        const own = ids.slice(Commands.LAUNCH_IDS * i, Commands.LAUNCH_IDS * (i + 1))
        yield* Commands.launch(application, undefined, own)
      }
      return { value: true, events: [{ type: "world.replaced", data: counts(world) }] }
    })
    .pipe(
      Effect.tap(({ value }) => (value ? clock.set(setting) : Effect.void)),
      Effect.uninterruptible
    )
  if (!isPut) return false
  const presences = yield* UserPresences
  presences.clear()
  yield* (yield* Deadlines).wake
  const { everywhere } = yield* Servers
  yield* everywhere(position)
  return true
})

const readOf = (lists: Body.Body<Lists>) =>
  Effect.gen(function* () {
    const now = yield* readNow
    // A missing entry point was deleted, and decision 22 makes it only once. Our choice: docs/choices.md "World file".
    return { now, automatic_launch: false, ...(yield* inTransaction(() => lists)) } satisfies World
  })

/** The whole state as a world. */
export const read: Effect.Effect<World, StorageError, Storage | ServiceClock> = readOf(WorldLists.all)

/** The state as far as these fields of a world file show it; the other lists are empty. */
export const readParts = (parts: ReadonlyArray<WorldPart>) => readOf(WorldLists.some(new Set(parts.flatMap(listsIn))))

const store = function* (world: World, nowMs: number) {
  const { sha256 } = yield* Body.use(Secrets)
  const bots = world.applications.map((application) => Collections.botCredential(application, sha256))
  const bearers = world.tokens.map(Collections.tokenCredential)
  yield* putAll(Collections.credentials, [...bots, ...bearers])
  const begins = { ...world, channels: world.channels.map((channel) => begun(channel, nowMs)) }
  for (const [list, { writer }] of Object.entries<ListStore<object>>(WorldLists.LISTS)) {
    if (writer !== undefined) yield* putAll(writer, begins[list as Listed])
  }
  yield* Body.forEach(world.lobbies, (lobby) => LobbyStore.put(lobby, nowMs))
  const messages = world.messages.map(recordOf)
  yield* putAll(Collections.messages, messages)
  yield* Body.forEach(messages, (message) => KeptPolls.follow(message))
}

const putAll = <R>(writer: Writer<R>, records: ReadonlyArray<R>) =>
  Body.forEach(records, (record) => writer.put(record))

const counts = (world: World) => ({
  applications: world.applications.length,
  users: world.users.length,
  guilds: world.guilds.length
})

/** Decodes a given world, whole, or refused with every fault: the world that `value` describes, with keys, secrets and ids minted where it leaves them out. */
export const decode = Effect.fnUntraced(function* (value: unknown) {
  const mint = yield* WorldEdits.mint(yield* fresh(value))
  return decodeWorld(value, mint, yield* readNow, validate)
})

/** Fresh ids continue behind the ids of the same world, so that none occurs twice. */
const fresh = Effect.fnUntraced(function* (value: unknown) {
  const ids = yield* Ids
  const count = freshIds(value)
  const largest = largestMinted(value)
  const moment = momentOf(value)
  if (count > 0 && largest !== undefined) yield* ids.goBehind(largest, moment)
  return yield* ids.many(count, moment)
})

/** The time that the clock goes to with this world; the decoder reports a `now` that is not a time. */
const momentOf = (value: unknown): number | undefined =>
  typeof value === "object" && value !== null && "now" in value && typeof value.now === "string"
    ? parseTime(value.now)
    : undefined
