/** Creates the tables and the functions once, also if many processes start together. Source: architecture.md "Storage". */
import { CLOCKS_APART_MS } from "@backlot/ports/Counters"
import type { StorageUnusable } from "@backlot/ports/Storage"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { beginEpoch } from "./Changes.ts"
import type { Connections, Session, Statement } from "./Session.ts"
import { refuse, STALE, toUnusable } from "./SqlFailure.ts"

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
    const version = found.length === 0 ? 0 : yield* versionOf(session, database, found)
    yield* migrate(session, schema, version)
    yield* session.exchange([beginEpoch(schema), ["COMMIT"]])
  }).pipe(Effect.onError(() => session.discard))
}

/** Every layout has these. */
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

const versionOf = Effect.fnUntraced(function* (session: Session, database: Connections, found: ReadonlyArray<unknown>) {
  const { schema } = database.settings
  if (found.join() !== TABLES.join()) return yield* refuse(database.name, "foreign")
  const [layout] = yield* session.exchange([
    [`SELECT version FROM ${schema}.layout WHERE maker = 'backlot'`],
    [`SELECT key, value FROM ${schema}.kv LIMIT 0`]
  ])
  const version = layout?.rows[0]?.["version"]
  if (typeof version !== "number") return yield* refuse(database.name, "foreign")
  if (version > LAYOUTS.length) return yield* refuse(database.name, "newer")
  return version
})

/**
 * A layout only adds to the one before it. Servers of the release before may still run, but for layout 3: those of layout 2
 * do not leave what they change in `change`.
 */
const migrate = (session: Session, schema: string, from: number) => {
  const steps = LAYOUTS.slice(from).flatMap((layout) => layout(schema))
  return steps.length === 0
    ? Effect.void
    : session.exchange([...steps, [`UPDATE ${schema}.layout SET version = ${LAYOUTS.length} WHERE maker = 'backlot'`]])
}

/** Layout 1 and the steps to each later one. The version of a store is the number of steps it has taken. */
const LAYOUTS: ReadonlyArray<(schema: string) => ReadonlyArray<Statement>> = [
  (schema) => [
    [`CREATE SCHEMA IF NOT EXISTS ${schema}`],
    [`CREATE TABLE ${schema}.kv (key text COLLATE "C" PRIMARY KEY, value text NOT NULL)`],
    ...counters(schema, "counter", "take"),
    [`CREATE TABLE ${schema}.layout (maker text PRIMARY KEY, version int NOT NULL)`],
    [`INSERT INTO ${schema}.layout VALUES ('backlot', 1)`]
  ],
  (schema) => [
    ...counters(schema, "session_start", "take_session_start"),
    // Layout 1 had it without the slack.
    [`DROP FUNCTION ${schema}.take(json, float8)`],
    [takeFunction(schema, "counter", "take")],
    [
      `CREATE UNLOGGED TABLE ${schema}.gateway_session (
        id text PRIMARY KEY, owner text NOT NULL, token_hash text NOT NULL, at timestamptz NOT NULL DEFAULT now(), text text NOT NULL)`
    ],
    [
      `CREATE UNLOGGED TABLE ${schema}.gateway_entry (
        owner text, n bigint, at timestamptz NOT NULL DEFAULT now(), text text NOT NULL, PRIMARY KEY (owner, n))`
    ],
    [`CREATE TABLE ${schema}.turn ()`],
    [`CREATE UNLOGGED TABLE ${schema}.server (name text PRIMARY KEY, position bigint NOT NULL)`],
    [`CREATE INDEX gateway_entry_at ON ${schema}.gateway_entry (at)`]
  ],
  (schema) => [
    [`CREATE TABLE ${schema}.change (xid xid8 PRIMARY KEY, kinds text[] NOT NULL)`],
    [
      `CREATE UNLOGGED TABLE ${schema}.epoch (
        one boolean PRIMARY KEY DEFAULT true, id uuid NOT NULL DEFAULT gen_random_uuid())`
    ],
    [keepFunction(schema)]
  ]
]

/** Short-lived, and so not in the log of the database: empty after its crash. */
const counters = (schema: string, table: string, take: string): ReadonlyArray<Statement> => [
  [
    `CREATE UNLOGGED TABLE ${schema}.${table} (
      key text COLLATE "C" PRIMARY KEY, units float8 NOT NULL, reset_ms float8 NOT NULL)`
  ],
  [`CREATE INDEX ${table}_reset ON ${schema}.${table} (reset_ms)`],
  [takeFunction(schema, table, take)]
]

/** The number of the advisory lock of a counter, by its column `key`. */
export const counterLock = (schema: string, table: string): string =>
  `hashtextextended('${schema}/${table}/' || key, 0)`

/**
 * Takes all claims or none. Callers of the same counters wait for each other, with one order of locks. The caller that
 * gets the sweep lock also removes some ended counters, more than it adds.
 */
const takeFunction = (schema: string, table: string, name: string) => `
  CREATE FUNCTION ${schema}.${name}(claims json, now_ms float8)
  RETURNS TABLE (granted boolean, units float8, reset_ms float8) LANGUAGE plpgsql AS $take$
  #variable_conflict use_column
  BEGIN
    PERFORM pg_advisory_xact_lock(hash) FROM (
      SELECT DISTINCT ${counterLock(schema, table)} AS hash FROM json_to_recordset(claims) AS c(key text)
      ORDER BY 1) AS locks;
    RETURN QUERY
      WITH claim AS (
        SELECT * FROM ROWS FROM (json_to_recordset(claims) AS (key text, most float8, span float8, cost float8))
          WITH ORDINALITY AS c(key, most, span, cost, place)),
      found AS (
        SELECT claim.*, coalesce(counter.units, 0) AS used, coalesce(counter.reset_ms, now_ms + span) AS ends
        FROM claim LEFT JOIN ${schema}.${table} AS counter
          ON counter.key = claim.key AND counter.reset_ms > now_ms AND counter.reset_ms <= now_ms + span + ${CLOCKS_APART_MS}),
      verdict AS (
        SELECT bool_and(most IS NULL OR CASE WHEN cost > 0 THEN used + cost <= most ELSE used < most END) AS fits
        FROM found),
      written AS (
        INSERT INTO ${schema}.${table} SELECT key, used + cost, ends FROM found, verdict WHERE fits AND cost > 0
        ON CONFLICT (key) DO UPDATE SET units = excluded.units, reset_ms = excluded.reset_ms)
      SELECT fits, CASE WHEN fits THEN used + cost ELSE used END, ends FROM found, verdict ORDER BY place;
    IF pg_try_advisory_xact_lock(hashtextextended('${schema}/${table}', 1)) THEN
      DELETE FROM ${schema}.${table} WHERE key IN (
        SELECT key FROM ${schema}.${table} WHERE reset_ms <= now_ms ORDER BY reset_ms
        LIMIT 10 + 2 * json_array_length(claims) FOR UPDATE SKIP LOCKED);
    END IF;
  END $take$`

/**
 * Ends a transaction: fails where a row or a span is not as it was seen any more, else writes, and leaves the kinds that
 * were written in `change`. Gives the version of what
 * was written. `in_block` refuses to run alone: what goes before it in its transaction must have been done. Each row is
 * looked up by its key, since a scan of the table would conflict with every writer.
 */
const keepFunction = (schema: string) => `
  CREATE FUNCTION ${schema}.keep(
    in_block boolean, seen text[], versions text[], spans json, keys text[], new_values text[], gone text[],
    written text[])
  RETURNS text LANGUAGE plpgsql AS $keep$
  DECLARE
    span record;
    now_is text;
  BEGIN
    IF in_block AND coalesce(current_setting('backlot.block', true), '') <> 'on' THEN
      RAISE EXCEPTION 'the transaction has not begun' USING ERRCODE = '25P01';
    END IF;
    PERFORM 1 FROM unnest(seen, versions) AS s(seen_key, version)
      WHERE version <> coalesce((SELECT kv.xmin::text FROM ${schema}.kv WHERE kv.key = seen_key), '');
    IF FOUND THEN RAISE EXCEPTION 'a row has changed' USING ERRCODE = '${STALE}'; END IF;
    FOR span IN SELECT * FROM json_to_recordset(spans) AS s("start" text, "end" text, most bigint, reverse boolean, digest text) LOOP
      IF span.reverse THEN
        SELECT string_agg(row, E'\\n' ORDER BY row COLLATE "C") INTO now_is FROM (
          SELECT key || ' ' || kv.xmin::text AS row FROM ${schema}.kv
          WHERE key >= span."start" AND key < span."end" ORDER BY key DESC LIMIT span.most) AS found;
      ELSE
        SELECT string_agg(row, E'\\n' ORDER BY row COLLATE "C") INTO now_is FROM (
          SELECT key || ' ' || kv.xmin::text AS row FROM ${schema}.kv
          WHERE key >= span."start" AND key < span."end" ORDER BY key LIMIT span.most) AS found;
      END IF;
      IF encode(sha256(convert_to(coalesce(now_is, ''), 'UTF8')), 'hex') <> span.digest THEN
        RAISE EXCEPTION 'a span has changed' USING ERRCODE = '${STALE}';
      END IF;
    END LOOP;
    IF cardinality(gone) > 0 THEN DELETE FROM ${schema}.kv WHERE key = ANY(gone); END IF;
    IF cardinality(keys) > 0 THEN
      INSERT INTO ${schema}.kv SELECT * FROM unnest(keys, new_values)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value;
    END IF;
    IF cardinality(written) > 0 THEN INSERT INTO ${schema}.change VALUES (pg_current_xact_id(), written); END IF;
    RETURN pg_current_xact_id_if_assigned()::xid::text;
  END $keep$`
