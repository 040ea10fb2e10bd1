/** The use cases over each storage adapter, with a wall clock that stands still until a test moves it. */
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layer as layerFile } from "@backlot/adapters-file/Storage"
import { layer as layerCounters } from "@backlot/adapters-memory/Counters"
import { layer as layerBus } from "@backlot/adapters-memory/EventBus"
import { layer as layerIdTokens } from "@backlot/adapters-memory/IdTokens"
import { layerSeeded } from "@backlot/adapters-memory/Secrets"
import { layer as layerClock } from "@backlot/adapters-memory/ServiceClock"
import { layer as layerMemory } from "@backlot/adapters-memory/Storage"
import { Database, layer as layerDatabase } from "@backlot/adapters-postgres/Database"
import { layer as layerPostgres } from "@backlot/adapters-postgres/Storage"
import { Outbound } from "@backlot/ports/Outbound"
import { Storage, type StorageUnusable, Transaction } from "@backlot/ports/Storage"
import { layer as layerDeadlines } from "@backlot/usecases/Deadlines"
import { EventLog, layer as layerLog } from "@backlot/usecases/EventLog"
import { layer as layerInvalidRequests } from "@backlot/usecases/InvalidRequests"
import * as LobbyIdle from "@backlot/usecases/LobbyIdle"
import { layerMode } from "@backlot/usecases/RateLimits"
import { layer as layerIds } from "@backlot/usecases/SnowflakeIds"
import { describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import { inject } from "vitest"

/** 2026-01-01T00:00:00Z: what the wall clock reads when a test begins. */
export const WALL_MS = 1_767_225_600_000

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "backlot-usecases-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** The path of a data file that is not there yet. */
export const newFile = Effect.map(folder, (path) => join(path, "backlot.db"))

const openDatabase = Effect.suspend(() =>
  Layer.buildWithScope(
    layerDatabase({
      url: Redacted.make(inject("postgresUrl")),
      schema: `test_${randomBytes(8).toString("hex")}`,
      maxConnections: 4
    }),
    // Kept as long as the process.
    Scope.makeUnsafe()
  )
)

/** Schemas that no test uses at the moment: connecting and making tables anew takes longer than most tests. */
const free: Array<Context.Context<Database>> = []

const emptied = Effect.fnUntraced(function* (context: Context.Context<Database>) {
  const database = Context.get(context, Database)
  const { schema } = database.settings
  const session = yield* database.open
  yield* session.exchange([[`TRUNCATE ${schema}.kv, ${schema}.counter`]])
  free.push(context)
})

/** A database of its own for each store, empty: a schema on the server of this run. */
export const newDatabase = Layer.effectContext(
  Effect.acquireRelease(
    Effect.suspend(() => {
      const context = free.pop()
      return context === undefined ? openDatabase : Effect.succeed(context)
    }),
    (context) => Effect.orDie(Effect.scoped(emptied(context)))
  )
)

export const STORES = {
  memory: layerMemory,
  postgres: Layer.provide(layerPostgres, newDatabase),
  file: Layer.unwrap(Effect.map(newFile, (file) => layerFile({ file, durable: false })))
}

/** Deadlines of kind `test.note` append their payload to `notes`. */
export const notes: Array<unknown> = []

const layerNoOutside = Layer.succeed(Outbound, {
  post: ({ url }) => Effect.die(new Error(`nothing was to be sent, but something was to ${url}`))
})

const layerLimits = layerInvalidRequests.pipe(Layer.provideMerge(layerMode(undefined)))

/** Everything that use cases ask for; nothing may be sent, unless a test provides its own `Outbound`. */
export const services = (store: Layer.Layer<Storage, StorageUnusable>) => {
  const ports = Layer.mergeAll(
    store,
    layerBus,
    layerClock,
    layerSeeded(1),
    layerCounters,
    layerIdTokens,
    layerNoOutside
  )
  const deadlines = layerDeadlines({
    ...LobbyIdle.handlers,
    "test.note": (payload) => Effect.sync(() => void notes.push(payload))
  })
  return deadlines.pipe(Layer.provideMerge(Layer.mergeAll(layerIds, layerLog, layerLimits)), Layer.provideMerge(ports))
}

export type Services = Layer.Success<ReturnType<typeof services>>

type Test = (name: string, body: Effect.Effect<void, unknown, Services | Scope.Scope>) => void

/**
 * Registers the same tests once for each storage adapter; `interleave` lets fibers run between any two of its calls.
 * `on` names fewer stores, for tests that fill them by tens of thousands of rows.
 */
export const describeOnEachStore = (
  name: string,
  register: (test: Test) => void,
  {
    interleave = false,
    on = ["memory", "file", "postgres"]
  }: { readonly interleave?: boolean; readonly on?: ReadonlyArray<keyof typeof STORES> } = {}
): void => {
  for (const store of on) {
    const layer = services(interleave ? interleaved(STORES[store]) : STORES[store])
    describe(`${name} (${store})`, () => {
      register((name, body) =>
        it.effect(name, () =>
          TestClock.setTime(WALL_MS).pipe(Effect.andThen(body), Effect.provide(layer, { local: true }), Effect.scoped)
        )
      )
    })
  }
}

/** Runs `body` in one transaction of the store at hand. */
export const transact = <A, E, R>(body: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(body))

/** Every row of the store. */
export const rows = transact(Effect.flatMap(Transaction, (tx) => tx.list({ prefix: "" })))

/** The events of the log, oldest first. */
export const events = Effect.flatMap(EventLog, (log) => log.since(0, 1_000))

/** Runs `body` and tells how many transactions it took, however it ended. */
export const countTransactions = <A, E, R>(body: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Storage, (storage) => {
    const counted = { transactions: 0 }
    const counting: Storage["Service"] = {
      transaction: (inner) => {
        counted.transactions++
        return storage.transaction(inner)
      }
    }
    return Effect.as(Effect.exit(Effect.provideService(body, Storage, counting)), counted)
  })

/** The same store, but other fibers may run before each call inside a transaction. */
const interleaved = (store: Layer.Layer<Storage, StorageUnusable>) =>
  Layer.effect(
    Storage,
    Effect.map(Storage, (storage): Storage["Service"] => ({
      transaction: (body) =>
        storage.transaction(Effect.flatMap(Transaction, (tx) => Effect.provideService(body, Transaction, slow(tx))))
    }))
  ).pipe(Layer.provide(store))

const slow = (tx: Transaction["Service"]): Transaction["Service"] => ({
  get: (key) => Effect.andThen(Effect.yieldNow, tx.get(key)),
  getMany: (keys) => Effect.andThen(Effect.yieldNow, tx.getMany(keys)),
  put: (key, value) => Effect.andThen(Effect.yieldNow, tx.put(key, value)),
  delete: (key) => Effect.andThen(Effect.yieldNow, tx.delete(key)),
  list: (span, options) => Effect.andThen(Effect.yieldNow, tx.list(span, options))
})
