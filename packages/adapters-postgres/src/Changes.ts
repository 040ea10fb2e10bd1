/**
 * Which kinds of rows other processes have changed, as this one knows. Each commit that writes leaves a line with its
 * kinds; the round trip that counts a request reads the lines since the one before, so that what was kept until then can
 * be judged without a further one. Lines are compared by snapshots, which needs no order among writers. Source:
 * architecture.md "Storage" (postgres).
 */
import { performance } from "node:perf_hooks"
import { ANY_KIND } from "@backlot/ports/Bounds"
import type { Result } from "@effect/sql-pg/PgConnection"
import type { Statement } from "./Session.ts"

export type Changes = ReturnType<typeof makeChanges>

/** After this time without a look, lines may be missing. Milliseconds. */
const TRUSTED_MS = 30_000
/** Lines are there for at least so long: longer by more than a question can take. */
const KEPT_MS = 60_000

export const makeChanges = (schema: string, now: () => number = () => performance.now()) => {
  /** The tick at which each kind was seen changed last. */
  const changed = new Map<string, number>()
  let tick = 0
  /** The tick before which everything counts as changed. */
  let lost = 0
  let last: { readonly ms: number; readonly snapshot: string } | undefined
  /** Some time ago, for what can be removed. */
  let early: typeof last

  const changedAt = (kind: string) => Math.max(lost, changed.get(kind) ?? 0)
  const note = (kinds: ReadonlyArray<string>) => {
    tick++
    for (const kind of kinds.length > 0 ? [...kinds, ANY_KIND] : []) changed.set(kind, tick)
  }

  return {
    tick: () => tick,
    /** A number that grows when one of these kinds is seen changed. */
    revision: (kinds: ReadonlyArray<string>): number =>
      kinds.reduce((most, kind) => Math.max(most, changedAt(kind)), lost),
    /** This process has written, or may have. */
    wrote: note,
    /** Begins anew. */
    clear: () => {
      tick++
      lost = tick
      last = undefined
      early = undefined
    },
    /** Asks what has changed; `see` takes the answers, which may come after those of a later question. */
    look: () => {
      const ms = now()
      const since = last !== undefined && ms - last.ms < TRUSTED_MS ? last.snapshot : undefined
      const statements: Array<Statement> = [
        [
          `SELECT pg_current_snapshot()::text AS snapshot, (SELECT array_agg(DISTINCT kind) FROM ${schema}.change, unnest(kinds) AS kind
             WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)) AS kinds`,
          since ?? NEVER
        ]
      ]
      early ??= last
      if (early !== undefined && ms - early.ms > KEPT_MS) {
        statements.push([`DELETE FROM ${schema}.change WHERE xid < pg_snapshot_xmin($1::pg_snapshot)`, early.snapshot])
        early = last
      }
      const see = (result: Result | undefined) => {
        const row = result?.rows[0]
        const kinds = row?.["kinds"]
        note(Array.isArray(kinds) ? kinds.map(String) : [])
        if (since === undefined) lost = tick
        // An answer that was overtaken says nothing wrong, but less.
        if (last === undefined || ms >= last.ms) last = { ms, snapshot: String(row?.["snapshot"]) }
      }
      return { statements, see }
    }
  }
}

/** A snapshot of the future, for which nothing is new. */
const NEVER = "18446744073709551615:18446744073709551615:"
