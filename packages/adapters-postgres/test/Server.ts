/** The test server: a separate schema per store, and plain SQL beside the adapter. */
import { randomBytes } from "node:crypto"
import type { Storage, StorageUnusable } from "@backlot/ports/Storage"
import { layer as layerClient, PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Layer, Redacted } from "effect"
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

export const layerNew = (options: Partial<Database.Options> = {}) =>
  Layer.unwrap(Effect.map(newSchema, (schema) => databaseIn(schema, options)))

/** Runs one statement as the administrator. */
export const sql = (
  text: string,
  parameters: ReadonlyArray<unknown> = []
): Effect.Effect<ReadonlyArray<object>, SqlError> =>
  Effect.provide(
    Effect.flatMap(PgClient, (client) => client.unsafe<object>(text, parameters)),
    layerClient({ url: Redacted.make(url) })
  )
