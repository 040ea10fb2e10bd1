/**
 * One run of a transaction's body. What this process knows is answered without asking; the first other read begins the
 * transaction on a connection, in the same round trip. Writes wait in a draft. At the end one statement confirms what was
 * known, and writes. Source: packages/ports "Storage"; architecture.md "Storage".
 */
import type { Messages } from "@backlot/ports/Body"
import { type Bounds, boundsOf, isKey, kindOf } from "@backlot/ports/Bounds"
import { type Entry, LOG_POSITION, type Watch } from "@backlot/ports/Storage"
import { Cause, Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Changes } from "./Changes.ts"
import { makeDraft, type Writes } from "./Draft.ts"
import { digestOf, type KnownRow, type KnownRows, type KnownSpan, nameOf } from "./KnownRows.ts"
import { channelOf, type Session, type Statement } from "./Session.ts"
import { kindOf as failureOf, undone } from "./SqlFailure.ts"

export type Work = ReturnType<typeof make>

interface Options {
  readonly schema: string
  /** Locks out other writers from the first read on. */
  readonly alone: boolean
  /** Locks out those that run in turn, from its begin on. */
  readonly inTurn: boolean
  /** Which reads go outside of the transaction. What they find is confirmed like what was known. */
  readonly free: "the first" | "until takeTurn" | "none"
  readonly known: KnownRows
  readonly changes: Changes
}

/** What a run has asked for. */
export interface Asked {
  readonly keys: ReadonlyArray<string>
  /** Those that were to be confirmed, with their versions. */
  readonly versions?: ReadonlyMap<string, string>
  readonly spans: ReadonlyArray<Bounds>
}

export const make = (session: Session, { schema, alone, inTurn, free, known, changes }: Options) => {
  const draft = makeDraft()
  /** Listings of this run, by their bounds. */
  const spans = new Map<string, KnownSpan>()
  /** What is to be confirmed: rows with their versions, and spans with their digests. */
  const guessed = new Map<string, string>()
  const guessedSpans = new Map<string, KnownSpan>()
  let isFree = free !== "none"
  /** So far it has seen what one statement found, which is a transaction of its own. */
  let isOne = true
  let begun = false
  let failure: SqlError | undefined

  /** LOCK takes no snapshot, and SET neither, so the snapshot after the wait is current. */
  const beginning = (): ReadonlyArray<Statement> => {
    if (begun) return []
    begun = true
    return [
      ["BEGIN ISOLATION LEVEL SERIALIZABLE"],
      ["SET LOCAL backlot.block = 'on'"],
      ...(inTurn ? [[`LOCK TABLE ${schema}.turn IN EXCLUSIVE MODE`] as const] : []),
      ...(alone ? [[`LOCK TABLE ${schema}.kv IN SHARE ROW EXCLUSIVE MODE`] as const] : [])
    ]
  }

  /** The rows of each statement. */
  const read = (statements: ReadonlyArray<Statement>): Effect.Effect<ReadonlyArray<ReadonlyArray<KnownRow>>> =>
    Effect.suspend(() => session.exchange([...(isFree ? [] : beginning()), ...statements])).pipe(
      Effect.map((results) => results.slice(results.length - statements.length).map(({ rows }) => rows.map(rowOf))),
      Effect.catch((error) => {
        failure ??= error
        return Effect.die(error)
      })
    )

  const call = <A>(use: () => Effect.Effect<A>): Effect.Effect<A> =>
    Effect.suspend(() => (failure === undefined ? use() : Effect.die(failure)))

  const see = (row: KnownRow) => {
    draft.see(row.key, row.value)
    known.see(row)
  }

  /** After what was found was seen. */
  const wasFree = () => {
    if (free === "the first") isFree = false
    else isOne = false
  }

  const seeAll = (keys: ReadonlyArray<string>, found: ReadonlyArray<KnownRow>) => {
    const rows = new Map(found.map((row) => [row.key, row]))
    for (const key of keys) {
      const row = rows.get(key) ?? { key, value: undefined, version: "" }
      see(row)
      if (isFree) guessed.set(key, row.version)
    }
    if (isFree) wasFree()
  }

  const seeSpan = (span: KnownSpan) => {
    spans.set(nameOf(span.bounds), span)
    if (isFree) guessedSpans.set(nameOf(span.bounds), span)
    for (const row of span.rows) see(row)
    known.seeSpan(span)
    if (isFree) wasFree()
  }

  /** True if the row is known, and will be confirmed. */
  const guess = (key: string): boolean => {
    const row = alone ? undefined : known.row(key)
    if (row === undefined) return false
    draft.see(key, row.value)
    guessed.set(key, row.version)
    isOne = false
    return true
  }

  const guessSpan = (bounds: Bounds): KnownSpan | undefined => {
    const span = alone ? undefined : known.span(bounds)
    if (span === undefined) return undefined
    const name = nameOf(bounds)
    spans.set(name, span)
    guessedSpans.set(name, span)
    isOne = false
    for (const { key, value } of span.rows) if (!draft.knows(key)) draft.see(key, value)
    return span
  }

  const getMany = (keys: ReadonlyArray<string>) => {
    const wanted = [...new Set(keys)].filter((key) => !draft.knows(key) && !guess(key))
    const answer = () => keys.map(draft.get)
    if (wanted.length === 0) return Effect.sync(answer)
    return Effect.map(read([getting(schema, wanted)]), ([found = []]) => {
      seeAll(wanted, found)
      return answer()
    })
  }

  const list = (asked: Bounds) => {
    if (asked.start >= asked.end || asked.limit === 0) return Effect.succeed([])
    const bounds = draft.widen(asked)
    const overlaid = ({ rows }: Pick<KnownSpan, "rows">) => draft.overlay(asked, rows.flatMap(entryOf))
    const seen = spans.get(nameOf(bounds)) ?? guessSpan(bounds)
    if (seen !== undefined) return Effect.sync(() => overlaid(seen))
    return Effect.map(read([listing(schema, bounds)]), ([rows = []]) => {
      seeSpan({ bounds, rows })
      return overlaid({ rows })
    })
  }

  const whole = <A>(keys: ReadonlyArray<string>, use: () => Effect.Effect<A>): Effect.Effect<A> => {
    const bad = keys.find((key) => !isKey(key))
    return bad === undefined ? call(use) : Effect.die(new Error(`not a storage key: ${JSON.stringify(bad)}`))
  }

  const send = (writes: Writes) => {
    const { puts, deletes } = writes
    const isEmpty = puts.length === 0 && deletes.length === 0
    if (isEmpty && (begun ? guessed.size + guessedSpans.size === 0 : isOne)) {
      return begun ? committed(session, [COMMIT]) : Effect.succeed(undefined)
    }
    // A single statement is a transaction. After a failed BEGIN it must not run alone where locks go before it.
    const isBlock = !begun && (alone || (inTurn && !isEmpty))
    const position = puts.find(([key]) => key === LOG_POSITION)?.[1]
    const keep: Statement = [
      `SELECT ${schema}.keep($1::boolean, $2::text[], $3::text[], $4::json, $5::text[], $6::text[], $7::text[],
         $8::text[]) AS version${position === undefined ? "" : `, pg_notify('${channelOf(schema)}', $9)`}`,
      begun || isBlock,
      [...guessed.keys()],
      [...guessed.values()],
      JSON.stringify(
        [...guessedSpans.values()].map((span) => {
          const { start, end, limit, reverse } = span.bounds
          return { start, end, most: limit ?? null, reverse, digest: digestOf(span) }
        })
      ),
      puts.map(([key]) => key),
      puts.map(([, value]) => value),
      deletes,
      kindsOf(writes),
      ...(position === undefined ? [] : [position])
    ]
    return committed(session, begun || isBlock ? [...beginning(), keep, COMMIT] : [keep])
  }

  const learn = ({ puts, deletes }: Writes, version: string) => {
    const written: ReadonlyArray<KnownRow> = [
      ...puts.map(([key, value]) => ({ key, value, version })),
      ...deletes.map((key) => ({ key, value: undefined, version: "" }))
    ]
    known.wrote(written)
    for (const span of spans.values()) {
      const next = known.span(span.bounds) === undefined ? changedBy(span, written) : undefined
      if (next !== undefined) known.seeSpan(next)
    }
  }

  /** Leaves no open transaction on the connection: its next user would get the old snapshot. */
  const rollback = (error: SqlError | undefined): Effect.Effect<void> => {
    // After a stale end its COMMIT was sent too.
    if (!begun || (error !== undefined && failureOf(error) === "stale")) return Effect.void
    if (error !== undefined && failureOf(error) === "lost") return session.discard
    return Effect.catch(session.exchange([["ROLLBACK"]]), () => session.discard)
  }

  const messagesFor = (watch: Watch | undefined): Messages => {
    const write = (key: string, value: string | undefined) =>
      whole([key], () =>
        Effect.sync(() => {
          draft.write(key, value)
          watch?.wrote?.(key, value)
        })
      )
    return {
      get: (key) => {
        watch?.read?.("get", 1)
        return whole([key], () => Effect.map(getMany([key]), ([value]) => value))
      },
      getMany: (keys) => {
        watch?.read?.("getMany", keys.length)
        return whole(keys, () => getMany(keys))
      },
      put: (key, value) => (isText(value) ? write(key, value) : Effect.die(new Error(`not a text to store: ${key}`))),
      delete: (key) => write(key, undefined),
      list: (span, options) => {
        const bounds = boundsOf(span, options)
        return Effect.tap(
          call(() => list(bounds)),
          (found) => Effect.sync(() => watch?.read?.("list", found.length))
        )
      }
    }
  }

  return {
    /** For one body. Several can follow each other: each sees what those before it wrote. */
    messagesFor,
    /** Begins another body. */
    mark: draft.mark,
    /** Takes back what was written since `mark`. */
    undo: draft.undo,
    /** The first failure of the server, with which the transaction must end. */
    failure: () => failure,
    /** Whether something was not asked, so that what a body made of it depends on the end. */
    isGuess: () => (begun ? guessed.size + guessedSpans.size > 0 : !isOne),
    /** From here on it reads in its turn. */
    takeTurn: () => {
      isFree = false
    },
    /** Asks again for what an earlier run has asked for. Gives the keys of rows that have changed since. */
    refresh: ({ keys, versions, spans }: Asked): Effect.Effect<ReadonlyArray<string>> =>
      Effect.map(
        read([...(keys.length > 0 ? [getting(schema, keys)] : []), ...spans.map((bounds) => listing(schema, bounds))]),
        (found) => {
          const [first = [], ...rest] = keys.length > 0 ? found : [[], ...found]
          seeAll(keys, first)
          for (const [i, bounds] of spans.entries()) seeSpan({ bounds, rows: rest[i] ?? [] })
          const now = new Map(first.map(({ key, version }) => [key, version]))
          return [...(versions ?? [])].flatMap(([key, version]) => (version === (now.get(key) ?? "") ? [] : [key]))
        }
      ),
    asked: (): Asked => ({
      keys: draft.seen(),
      versions: guessed,
      spans: [...spans.values()].map(({ bounds }) => bounds)
    }),
    /** Keys that were read and written. */
    changed: draft.changed,
    isWriting: draft.isWriting,
    /** Keeps the writes, or none if `keep` is false. Fails in both cases if the reads conflict with other transactions. */
    commit: (keep: boolean): Effect.Effect<void, SqlError> =>
      Effect.suspend(() => {
        const writes = keep ? draft.writes() : NOTHING
        return Effect.map(send(writes), (version) => {
          if (version !== undefined) learn(writes, version)
        }).pipe(
          // After another end too, they may be kept.
          Effect.ensuring(Effect.sync(() => changes.wrote(kindsOf(writes))))
        )
      }).pipe(
        Effect.tapError((error) => {
          known.forget(
            draft.seen(),
            [...spans.values()].map(({ bounds }) => bounds)
          )
          return rollback(error)
        })
      ),
    rollback: Effect.suspend(() => rollback(failure))
  }
}

const NOTHING: Writes = { puts: [], deletes: [] }

/** A listing after these writes; undefined where it may have got rows that it does not show. */
const changedBy = ({ bounds, rows }: KnownSpan, written: ReadonlyArray<KnownRow>): KnownSpan | undefined => {
  const { start, end, limit = Number.POSITIVE_INFINITY, reverse } = bounds
  const own = written.filter(({ key }) => key >= start && key < end)
  if (rows.length >= limit && own.some(({ value }) => value === undefined)) return undefined
  const changed = [...new Map([...rows, ...own].map((row) => [row.key, row])).values()].filter(
    ({ value }) => value !== undefined
  )
  const sign = reverse ? -1 : 1
  return { bounds, rows: changed.sort((a, b) => (a.key < b.key ? -sign : sign)).slice(0, limit) }
}

const kindsOf = ({ puts, deletes }: Writes) => [...new Set([...puts.map(([key]) => key), ...deletes].map(kindOf))]

/** True if it is unknown after this error of `commit` whether the writes were kept. */
export const isUnknown = (error: SqlError): boolean => failureOf(error) === "lost"

const COMMIT: Statement = ["COMMIT"]

/** Gives the version of what was written. */
const committed = (session: Session, statements: ReadonlyArray<Statement>) =>
  Effect.flatMap(session.exchange(statements), (results) => {
    if (results.at(-1)?.command === "ROLLBACK") return Effect.fail(undone())
    const version = results.flatMap(({ rows }) => rows).at(-1)?.["version"]
    return Effect.succeed(typeof version === "string" ? version : undefined)
  })

/** False for values that PostgreSQL could not return unchanged. */
const isText = (value: string): boolean => value.isWellFormed() && !value.includes("\0")

const getting = (schema: string, keys: ReadonlyArray<string>): Statement => [
  `SELECT key, value, xmin::text AS version FROM ${schema}.kv WHERE key = ANY($1::text[])`,
  keys
]

const listing = (schema: string, { start, end, limit, reverse }: Bounds): Statement => [
  `SELECT key, value, xmin::text AS version FROM ${schema}.kv WHERE key >= $1 AND key < $2
   ORDER BY key${reverse ? " DESC" : ""} LIMIT $3`,
  start,
  end,
  limit === undefined ? null : String(limit)
]

const rowOf = (row: Readonly<Record<string, unknown>>): KnownRow => ({
  key: String(row["key"]),
  value: String(row["value"]),
  version: String(row["version"])
})

const entryOf = ({ key, value }: KnownRow): ReadonlyArray<Entry> => (value === undefined ? [] : [[key, value]])

/** True if a body failed with an error of its own. */
export const isVerdict = (cause: Cause.Cause<unknown>): boolean => !Cause.hasDies(cause) && !Cause.hasInterrupts(cause)
