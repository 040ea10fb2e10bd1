/** Creates the tables and the function once, also if many processes start together. Source: architecture.md "Storage". */
import type { StorageUnusable } from "@backlot/ports/Storage"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Connections, Session, Statement } from "./Session.ts"
import { refuse, toUnusable } from "./SqlFailure.ts"

/** The layout of the tables. A larger number comes from a newer release. */
const LAYOUT_VERSION = 1

/** "BLot" in ASCII: an arbitrary number, so that only Backlot processes wait for each other. */
const LOCK = 0x424c_6f74

export const prepare = (database: Connections): Effect.Effect<void, StorageUnusable> =>
  Effect.scoped(Effect.flatMap(database.open, (session) => prepareOn(session, database))).pipe(
    Effect.catchTag("SqlError", (error) => Effect.fail(toUnusable(database.name, error)))
  )

const prepareOn = (session: Session, database: Connections): Effect.Effect<void, SqlError | StorageUnusable> => {
  const { schema } = database.settings
  // Closing a connection rolls back its transaction.
  return Effect.gen(function* () {
    // At this level each statement sees earlier commits, and so the tables that another process made meanwhile.
    yield* session.exchange([["BEGIN ISOLATION LEVEL READ COMMITTED"], ["SELECT pg_advisory_xact_lock($1)", LOCK]])
    const found = yield* tablesIn(session, schema)
    if (found.length === 0) yield* create(session, schema)
    else yield* check(session, database, found)
    yield* session.exchange([["COMMIT"]])
  }).pipe(Effect.onError(() => session.discard))
}

const TABLES = ["counter", "kv", "layout"]

const tablesIn = (session: Session, schema: string) =>
  Effect.map(
    session.exchange([
      [
        `SELECT relname::text AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relname = ANY($2::text[])
         ORDER BY relname COLLATE "C"`,
        schema,
        TABLES
      ]
    ]),
    ([result]) => (result?.rows ?? []).map(({ name }) => name)
  )

const check = Effect.fnUntraced(function* (session: Session, database: Connections, found: ReadonlyArray<unknown>) {
  const { schema } = database.settings
  if (found.join() !== TABLES.join()) return yield* refuse(database.name, "foreign")
  const [layout] = yield* session.exchange([
    [`SELECT version FROM ${schema}.layout WHERE maker = 'backlot'`],
    [`SELECT key, value FROM ${schema}.kv LIMIT 0`]
  ])
  const version = layout?.rows[0]?.["version"]
  if (typeof version !== "number") return yield* refuse(database.name, "foreign")
  if (version > LAYOUT_VERSION) return yield* refuse(database.name, "newer")
})

const create = (session: Session, schema: string) =>
  session.exchange([
    [`CREATE SCHEMA IF NOT EXISTS ${schema}`],
    [`CREATE TABLE ${schema}.kv (key text COLLATE "C" PRIMARY KEY, value text NOT NULL)`],
    [
      `CREATE UNLOGGED TABLE ${schema}.counter (
        key text COLLATE "C" PRIMARY KEY, units float8 NOT NULL, reset_ms float8 NOT NULL)`
    ],
    [`CREATE INDEX counter_reset ON ${schema}.counter (reset_ms)`],
    [takeFunction(schema)],
    [`CREATE TABLE ${schema}.layout (maker text PRIMARY KEY, version int NOT NULL)`],
    [`INSERT INTO ${schema}.layout VALUES ('backlot', ${LAYOUT_VERSION})`]
  ] satisfies ReadonlyArray<Statement>)

/**
 * Takes all claims or none. Callers of the same counters wait for each other, with one order of locks. The caller that
 * gets the sweep lock also removes some ended counters, more than it adds.
 */
const takeFunction = (schema: string) => `
  CREATE FUNCTION ${schema}.take(claims json, now_ms float8)
  RETURNS TABLE (granted boolean, units float8, reset_ms float8) LANGUAGE plpgsql AS $take$
  #variable_conflict use_column
  BEGIN
    PERFORM pg_advisory_xact_lock(hash) FROM (
      SELECT DISTINCT hashtextextended('${schema}/' || key, 0) AS hash FROM json_to_recordset(claims) AS c(key text)
      ORDER BY 1) AS locks;
    RETURN QUERY
      WITH claim AS (
        SELECT * FROM ROWS FROM (json_to_recordset(claims) AS (key text, most float8, span float8, cost float8))
          WITH ORDINALITY AS c(key, most, span, cost, place)),
      found AS (
        SELECT claim.*, coalesce(counter.units, 0) AS used, coalesce(counter.reset_ms, now_ms + span) AS ends
        FROM claim LEFT JOIN ${schema}.counter
          ON counter.key = claim.key AND counter.reset_ms > now_ms AND counter.reset_ms <= now_ms + span),
      verdict AS (
        SELECT bool_and(most IS NULL OR CASE WHEN cost > 0 THEN used + cost <= most ELSE used < most END) AS fits
        FROM found),
      written AS (
        INSERT INTO ${schema}.counter SELECT key, used + cost, ends FROM found, verdict WHERE fits AND cost > 0
        ON CONFLICT (key) DO UPDATE SET units = excluded.units, reset_ms = excluded.reset_ms)
      SELECT fits, CASE WHEN fits THEN used + cost ELSE used END, ends FROM found, verdict ORDER BY place;
    IF pg_try_advisory_xact_lock(hashtextextended('${schema}', 1)) THEN
      DELETE FROM ${schema}.counter WHERE key IN (
        SELECT key FROM ${schema}.counter WHERE reset_ms <= now_ms ORDER BY reset_ms
        LIMIT 10 + 2 * json_array_length(claims) FOR UPDATE SKIP LOCKED);
    END IF;
  END $take$`
