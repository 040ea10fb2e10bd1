/**
 * The world as a whole: put in place of everything, exported, reset. Sources: product.md "World file", "Control plane".
 */
import * as Registry from "@backlot/domain/CommandRegistry"
import { MessageFlag, type MessageObject, type MessageRecord } from "@backlot/domain/Message"
import type { Application, GuildChannel, World, WorldMessage } from "@backlot/domain/World"
import { isDirect } from "@backlot/domain/World"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Storage, type StorageError, Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import type { Collection } from "./Collection.ts"
import * as Collections from "./Collections.ts"
import { keep } from "./Commands.ts"
import { Deadlines } from "./Deadlines.ts"
import { EventLog } from "./EventLog.ts"
import * as Time from "./Time.ts"

/** The world that a reset goes back to. */
const SEED = "meta/world"

/** What survives a new world: the generator of ids and the log of events. */
const KEPT: ReadonlyArray<string> = ["meta/", "event/"]

const CLEAR_BATCH = 1_000

/** True when the store has never held a world. */
export const isEmpty = Effect.gen(function* () {
  const storage = yield* Storage
  return (yield* storage.transaction(Effect.flatMap(Transaction, (tx) => tx.get(SEED)))) === undefined
})

/** Replaces everything, in one transaction, and makes this the world to reset to. */
export const replace = Effect.fnUntraced(function* (world: World, mode?: "real" | "frozen") {
  const embedded = world.applications.filter((application) => application.flags.includes("EMBEDDED"))
  const ids = yield* (yield* Ids).many(Registry.idsNeeded(embedded.length))
  const log = yield* EventLog
  yield* log.commit(
    Effect.gen(function* () {
      yield* clear
      yield* Effect.flatMap(Transaction, (tx) => tx.put(SEED, JSON.stringify(world)))
      yield* store(world)
      for (const [i, application] of embedded.entries()) {
        yield* launch(application, ids.slice(Registry.idsNeeded(i), Registry.idsNeeded(i + 1)))
      }
      return { value: undefined, events: [{ type: "world.replaced", data: counts(world) }] }
    })
  )
  yield* wind(world, mode)
})

/** Back to the world it was started with or last given; the clock too. */
export const reset = Effect.fnUntraced(function* (mode: "real" | "frozen") {
  const storage = yield* Storage
  const seed = yield* storage.transaction(Effect.flatMap(Transaction, (tx) => tx.get(SEED)))
  // Only `replace` writes this key.
  if (seed !== undefined) yield* replace(JSON.parse(seed) as World, mode)
})

/** The whole state as a world. */
export const read: Effect.Effect<World, StorageError, Storage | ServiceClock> = Effect.gen(function* () {
  const storage = yield* Storage
  const now = yield* (yield* ServiceClock).now
  return yield* storage.transaction(
    Effect.gen(function* () {
      const channels = yield* Collections.channels.list([])
      const credentials = yield* Collections.credentials.list([])
      return {
        now,
        applications: yield* Collections.applications.list([]),
        users: yield* Collections.users.list([]),
        user_installs: yield* Collections.userInstalls.list([]),
        guilds: yield* Collections.guilds.list([]),
        roles: yield* Collections.roles.list([]),
        channels: channels.filter((channel): channel is GuildChannel => !isDirect(channel)),
        members: yield* Collections.members.list([]),
        guild_installs: yield* Collections.guildInstalls.list([]),
        direct_channels: channels.filter(isDirect),
        tokens: credentials.flatMap(({ kind, ...token }) => (kind === "bearer" ? [token] : [])),
        rate_limits: yield* Collections.rateLimits.list([]),
        commands: yield* Collections.commands.list([]),
        command_permissions: yield* Collections.commandPermissions.list([]),
        lobbies: yield* Collections.lobbies.list([]),
        messages: (yield* Collections.messages.list([])).map(({ message }) => ({ ...message }))
      }
    })
  )
})

const clear = Effect.gen(function* () {
  const tx = yield* Transaction
  let after: string | undefined
  do {
    const rows = yield* tx.list({ prefix: "" }, { limit: CLEAR_BATCH, ...(after === undefined ? {} : { after }) })
    for (const [key] of rows) if (!KEPT.some((prefix) => key.startsWith(prefix))) yield* tx.delete(key)
    after = rows.length < CLEAR_BATCH ? undefined : rows.at(-1)?.[0]
  } while (after !== undefined)
})

const store = Effect.fnUntraced(function* (world: World) {
  const { sha256 } = yield* Secrets
  const bots = world.applications.map(({ id, bot }) => ({
    kind: "bot" as const,
    token: bot.token,
    token_hash: sha256(bot.token),
    application_id: id,
    scopes: [],
    expires_at: null
  }))
  const bearers = world.tokens.map((token) => ({ kind: "bearer" as const, ...token }))
  yield* putAll(Collections.applications, world.applications)
  yield* putAll(Collections.credentials, [...bots, ...bearers])
  yield* putAll(Collections.users, world.users)
  yield* putAll(Collections.userInstalls, world.user_installs)
  yield* putAll(Collections.guilds, world.guilds)
  yield* putAll(Collections.roles, world.roles)
  yield* putAll(Collections.channels, [...world.channels, ...world.direct_channels])
  yield* putAll(Collections.members, world.members)
  yield* putAll(Collections.guildInstalls, world.guild_installs)
  yield* putAll(Collections.rateLimits, world.rate_limits)
  yield* putAll(Collections.commands, world.commands)
  yield* putAll(Collections.commandPermissions, world.command_permissions)
  yield* putAll(Collections.lobbies, world.lobbies)
  yield* putAll(Collections.messages, world.messages.map(recordOf))
})

const putAll = <A>(collection: Collection<A>, values: ReadonlyArray<A>) =>
  Effect.forEach(values, (value) => collection.put(value), { discard: true })

/** An ephemeral message is seen by the user of its interaction alone. */
const recordOf = (given: WorldMessage): MessageRecord => {
  // A world's messages are wire message objects; what they leave out stays out of answers.
  const message = given as unknown as MessageObject
  const ephemeral = ((message.flags ?? 0) & MessageFlag.EPHEMERAL) !== 0
  return {
    id: message.id,
    channel_id: message.channel_id,
    visible_to: ephemeral ? (message.interaction_metadata?.user.id ?? null) : null,
    message
  }
}

/** The entry point that an application with an Activity gets by itself (decision 22). */
const launch = Effect.fnUntraced(function* (application: Application, ids: ReadonlyArray<string>) {
  const target = { application, scope: "global" as const }
  const globals = yield* Collections.commands.list(Collections.commandScope(application.id, "global"))
  const content = Registry.automaticLaunch(globals, undefined, application)
  if (content === undefined) return
  const names = { application_id: application.id, scope: "global" as const, content }
  yield* keep(target, yield* Effect.fromResult(Registry.upsert(globals, names, { ids })).pipe(Effect.orDie))
})

/** Sets the clock to the world's `now`; without one it runs with the wall again. */
const wind = Effect.fnUntraced(function* (world: World, mode: "real" | "frozen" | undefined) {
  const { now, mode: current } = yield* Time.read
  const wanted = mode ?? current
  if (world.now !== null) yield* Time.set(yield* Time.at(world.now, wanted))
  else if (mode !== undefined) yield* Time.set(mode === "real" ? { mode, offset_ms: 0 } : { mode, now_ms: now })
  yield* (yield* Deadlines).wake
})

const counts = (world: World) => ({
  applications: world.applications.length,
  users: world.users.length,
  guilds: world.guilds.length
})
