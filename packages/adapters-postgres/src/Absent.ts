/** Whether a database has a store. */
import type { StorageUnusable } from "@backlot/ports/Storage"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import { Effect } from "effect"
import { connectionConfig, live, nameOf, type Options } from "./Database.ts"
import { DEFAULTS } from "./Session.ts"
import { toUnusable } from "./SqlFailure.ts"

/** Changes nothing. */
export const isAbsent = Effect.fnUntraced(function* ({
  url,
  ...options
}: Options): Effect.fn.Return<boolean, StorageUnusable> {
  const settings = { ...DEFAULTS, ...options }
  const name = yield* nameOf(url, settings.schema)
  const asked = Effect.flatMap(PgConnection.make(connectionConfig(url, settings)), (connection) =>
    connection.query("SELECT to_regclass($1::text) IS NULL AS is_absent", [`${settings.schema}.kv`])
  )
  const { rows } = yield* Effect.mapError(live(Effect.scoped(asked)), (error) => toUnusable(name, error))
  return rows[0]?.["is_absent"] === true
})
