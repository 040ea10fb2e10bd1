/** The test server: a separate schema per store, and plain SQL beside the adapter. */
import { randomBytes } from "node:crypto"
import type { Storage, StorageUnusable } from "@backlot/ports/Storage"
import { layer as layerClient, PgClient } from "@effect/sql-pg/PgClient"
import { Context, Effect, Layer, Redacted, Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { inject } from "vitest"
import * as Database from "../src/Database.ts"
import { layer as layerStorage } from "../src/Storage.ts"

export const url = inject("postgresUrl")

export const newSchema = Effect.sync(() => `test_${randomBytes(8).toString("hex")}`)

export const databaseIn = (schema: string, options: Partial<Database.Options> = {}) =>
  Database.layer({ url: Redacted.make(url), schema, ...options })

/** The same store with separate connections, like another process. */
export const storageIn = (
  schema: string,
  options: Partial<Database.Options> = {}
): Layer.Layer<Storage, StorageUnusable> => Layer.provide(layerStorage, databaseIn(schema, options))

/** A database of its own for each test of a suite, in a new schema. */
export const layerNew = (options: Partial<Database.Options> = {}) =>
  Layer.unwrap(Effect.map(newSchema, (schema) => databaseIn(schema, options)))

/**
 * The same for stores and counters, which leave only rows behind: databases are emptied and used again, because
 * connecting and making tables takes longer than most tests.
 */
export const layerEmptied = (options: Partial<Database.Options> = {}) => {
  const free: Array<Context.Context<Database.Database>> = []
  // Kept as long as the process.
  const open = Effect.suspend(() => Layer.buildWithScope(Layer.fresh(layerNew(options)), Scope.makeUnsafe()))
  const emptied = Effect.fnUntraced(function* (context: Context.Context<Database.Database>) {
    const database = Context.get(context, Database.Database)
    const { schema } = database.settings
    const session = yield* database.open
    yield* session.exchange([[`TRUNCATE ${schema}.kv, ${schema}.counter`]])
    free.push(context)
  })
  return Layer.effectContext(
    Effect.acquireRelease(
      Effect.suspend(() => {
        const context = free.pop()
        return context === undefined ? open : Effect.succeed(context)
      }),
      (context) => Effect.orDie(Effect.scoped(emptied(context)))
    )
  )
}

/** Runs one statement as the administrator. */
export const sql = (
  text: string,
  parameters: ReadonlyArray<unknown> = []
): Effect.Effect<ReadonlyArray<object>, SqlError> =>
  Effect.provide(
    Effect.flatMap(PgClient, (client) => client.unsafe<object>(text, parameters)),
    layerClient({ url: Redacted.make(url) })
  )
