/**
 * Which kinds of rows other processes have changed, as this one knows. Each commit that writes leaves a line with its
 * kinds; the round trip that counts a request reads the lines since the one before, so that what was kept until then can
 * be judged without a further one. Lines are compared by snapshots, which needs no order among writers and no clock. Source:
 * architecture.md "Storage" (postgres).
 */
import { ANY_KIND } from "@backlot/ports/Bounds"
import type { Result } from "@effect/sql-pg/PgConnection"
import { Effect, Schedule } from "effect"
import type { Connections, Session, Statement } from "./Session.ts"

export type Changes = ReturnType<typeof makeChanges>

/** What a look has found, for the next one. */
interface Seen {
  readonly place: number
  readonly snapshot: string
  readonly epoch: string
}

export const makeChanges = (schema: string) => {
  /** The tick at which each kind was seen changed last. */
  const changed = new Map<string, number>()
  let tick = 0
  /** The tick before which everything counts as changed. */
  let lost = 0
  let last: Seen | undefined
  let looks = 0
  let clears = 0
  const listeners: Array<() => void> = []

  const changedAt = (kind: string) => Math.max(lost, changed.get(kind) ?? 0)
  const note = (kinds: ReadonlyArray<string>) => {
    tick++
    for (const kind of kinds.length > 0 ? [...kinds, ANY_KIND] : []) changed.set(kind, tick)
  }
  const clear = () => {
    tick++
    lost = tick
    last = undefined
    clears++
    for (const act of listeners) act()
  }

  return {
    tick: () => tick,
    /** A number that grows when one of these kinds is seen changed. */
    revision: (kinds: ReadonlyArray<string>): number =>
      kinds.reduce((most, kind) => Math.max(most, changedAt(kind)), lost),
    /** This process has written, or may have. */
    wrote: note,
    /** Begins anew: another server may answer now, which gives the numbers of lost transactions again. */
    clear,
    onClear: (act: () => void) => void listeners.push(act),
    /** Asks what has changed; `see` takes the answer, which may come after that of a later question. */
    look: () => {
      const [since, before, place] = [last, clears, ++looks]
      const statement: Statement = [
        `SELECT pg_current_snapshot()::text AS snapshot, (SELECT id::text FROM ${schema}.epoch) AS epoch,
           EXISTS (SELECT FROM ${schema}.change WHERE xid < pg_snapshot_xmin($1::pg_snapshot)) AS is_whole,
           (SELECT array_agg(DISTINCT kind) FROM ${schema}.change, unnest(kinds) AS kind
             WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)) AS kinds`,
        since?.snapshot ?? NEVER
      ]
      const see = (result: Result | undefined) => {
        const { snapshot, epoch, is_whole, kinds } = result?.rows[0] ?? {}
        if (last !== undefined && epoch !== last.epoch) clear()
        note(Array.isArray(kinds) ? kinds.map(String) : [])
        // Of older lines one always stays, so those since then are whole.
        const isSure = since !== undefined && is_whole === true && epoch === since.epoch && before === clears
        if (!isSure) lost = tick
        // An answer that was overtaken says nothing wrong, but less.
        const isNext = before === clears && typeof epoch === "string" && place > (last?.place ?? 0)
        if (isNext) last = { place, epoch, snapshot: String(snapshot) }
      }
      return { statement, see }
    }
  }
}

/** A snapshot of the future, for which nothing is new. */
const NEVER = "18446744073709551615:18446744073709551615:"

/**
 * The row of `epoch` is there until the database crashes or a standby takes over: its table is not in the log. Then the
 * numbers of transactions may be given again, so what is known by them is not.
 */
export const beginEpoch = (schema: string): Statement => [
  `INSERT INTO ${schema}.epoch DEFAULT VALUES ON CONFLICT DO NOTHING`
]

/** Removes lines that are older than two rounds, all but the newest of them. Runs beside everything. */
export const tend = (database: Pick<Connections, "open" | "settings">) => {
  const { schema } = database.settings
  let bound: unknown
  const removeSome = (session: Session): Effect.Effect<void, unknown> =>
    Effect.flatMap(
      session.exchange([
        ["BEGIN ISOLATION LEVEL READ COMMITTED"],
        [
          `DELETE FROM ${schema}.change WHERE xid IN (
             SELECT xid FROM ${schema}.change WHERE xid < (
               SELECT xid FROM ${schema}.change WHERE xid < $1::xid8 ORDER BY xid DESC LIMIT 1)
             ORDER BY xid LIMIT ${TOGETHER})`,
          bound
        ],
        ["COMMIT"]
      ]),
      ([, removed]) => (removed?.rowCount === TOGETHER ? removeSome(session) : Effect.void)
    )
  const round = Effect.gen(function* () {
    const session = yield* database.open
    if (bound !== undefined) yield* removeSome(session)
    const [, , now] = yield* session.exchange([
      ["BEGIN ISOLATION LEVEL READ COMMITTED"],
      beginEpoch(schema),
      ["SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS bound"],
      ["COMMIT"]
    ])
    bound = now?.rows[0]?.["bound"]
  })
  return Effect.repeat(Effect.ignore(Effect.scoped(Effect.delay(round, EACH))), Schedule.forever)
}

const TOGETHER = 10_000
const EACH = "30 seconds"
