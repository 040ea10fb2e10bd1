/**
 * One run of a transaction's body on one connection. The first read begins the transaction in the same round trip; writes
 * wait in a draft and are sent with the COMMIT. Source: packages/ports "Storage"; architecture.md "Storage".
 */
import type { Messages } from "@backlot/ports/Body"
import { type Bounds, boundsOf, isKey } from "@backlot/ports/Bounds"
import type { Entry, Watch } from "@backlot/ports/Storage"
import { Cause, Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Session, Statement } from "./Session.ts"
import { kindOf, undone } from "./SqlFailure.ts"

export type Work = ReturnType<typeof make>

interface Options {
  readonly schema: string
  /** Locks out other writers from the first read on. */
  readonly alone: boolean
  /** Locks out those that run in turn, from the first read on. */
  readonly inTurn: boolean
}

export const make = (session: Session, { schema, alone, inTurn }: Options) => {
  const draft = makeDraft()
  let begun = false
  let failure: SqlError | undefined

  /** LOCK takes no snapshot, so the snapshot after the wait is current. */
  const beginning = (): ReadonlyArray<Statement> => {
    if (begun) return []
    begun = true
    return [
      ["BEGIN ISOLATION LEVEL SERIALIZABLE"],
      ...(inTurn ? [[`LOCK TABLE ${schema}.turn IN EXCLUSIVE MODE`] as const] : []),
      ...(alone ? [[`LOCK TABLE ${schema}.kv IN SHARE ROW EXCLUSIVE MODE`] as const] : [])
    ]
  }

  /** The keys and values of the statement's rows. */
  const read = (statement: Statement): Effect.Effect<ReadonlyArray<Entry>> =>
    session.exchange([...beginning(), statement]).pipe(
      Effect.map((results) =>
        (results.at(-1)?.rows ?? []).map((row): Entry => [String(row["key"]), String(row["value"])])
      ),
      Effect.catch((error) => {
        failure ??= error
        return Effect.die(error)
      })
    )

  const call = <A>(use: () => Effect.Effect<A>): Effect.Effect<A> =>
    Effect.suspend(() => (failure === undefined ? use() : Effect.die(failure)))

  const getMany = (keys: ReadonlyArray<string>) => {
    const wanted = [...new Set(keys.filter((key) => !draft.knows(key)))]
    const answer = () => keys.map(draft.get)
    if (wanted.length === 0) return Effect.sync(answer)
    const statement: Statement = [`SELECT key, value FROM ${schema}.kv WHERE key = ANY($1::text[])`, wanted]
    return Effect.map(read(statement), (found) => {
      const values = new Map(found)
      for (const key of wanted) draft.see(key, values.get(key))
      return answer()
    })
  }

  const list = (bounds: Bounds) =>
    bounds.start >= bounds.end || bounds.limit === 0
      ? Effect.succeed([])
      : Effect.map(read(listing(schema, draft.widen(bounds))), (found) => draft.overlay(bounds, found))

  const whole = <A>(keys: ReadonlyArray<string>, use: () => Effect.Effect<A>): Effect.Effect<A> => {
    const bad = keys.find((key) => !isKey(key))
    return bad === undefined ? call(use) : Effect.die(new Error(`not a storage key: ${JSON.stringify(bad)}`))
  }

  const send = (writing: ReadonlyArray<Statement>) => {
    if (writing.length === 0) return begun ? committed(session, [COMMIT]) : Effect.void
    // A single statement is a transaction, also after a failed BEGIN. So BEGIN is sent, and answered, first.
    if (!begun && !alone && !inTurn) return committed(session, writing)
    const began = begun ? Effect.void : session.exchange(beginning())
    return Effect.andThen(began, committed(session, [...writing, COMMIT]))
  }

  /** Leaves no open transaction on the connection: its next user would get the old snapshot. */
  const rollback = (error: SqlError | undefined): Effect.Effect<void> => {
    if (!begun) return Effect.void
    if (error !== undefined && kindOf(error) === "lost") return session.discard
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
    /** Keeps the writes, or none if `keep` is false. Fails in both cases if the reads conflict with other transactions. */
    commit: (keep: boolean): Effect.Effect<void, SqlError> =>
      Effect.tapError(
        Effect.suspend(() => send(keep ? writes(schema, draft.writes()) : [])),
        rollback
      ),
    rollback: Effect.suspend(() => rollback(failure))
  }
}

/** The reads and writes of one transaction. The writes are sent as one statement at the end. */
const makeDraft = () => {
  const seen = new Map<string, string | undefined>()
  const written = new Map<string, string | undefined>()
  /** What stood before, for each key that was written since the mark; undefined where nothing was written. */
  let before = new Map<string, { readonly value: string | undefined } | undefined>()
  const writtenIn = ({ start, end }: Bounds) => [...written].filter(([key]) => key >= start && key < end)
  const isEntry = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined

  return {
    /** True if `get` needs no query: for own writes and for keys read before. */
    knows: (key: string) => written.has(key) || seen.has(key),
    get: (key: string) => (written.has(key) ? written.get(key) : seen.get(key)),
    /** Undefined deletes. */
    write: (key: string, value: string | undefined) => {
      if (!before.has(key)) before.set(key, written.has(key) ? { value: written.get(key) } : undefined)
      written.set(key, value)
    },
    mark: () => {
      before = new Map()
    },
    undo: () => {
      for (const [key, old] of before) {
        if (old === undefined) written.delete(key)
        else written.set(key, old.value)
      }
    },
    /** Remembers the value that was read for a key. */
    see: (key: string, value: string | undefined) => void seen.set(key, value),
    /** Raises the limit of a listing, so that it stays complete after own deletes. */
    widen: (bounds: Bounds): Bounds =>
      bounds.limit === undefined ? bounds : { ...bounds, limit: bounds.limit + writtenIn(bounds).length },
    /** Applies own writes to the result of the widened listing. */
    overlay: (bounds: Bounds, found: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
      const own = writtenIn(bounds)
      if (own.length === 0) return found
      const sign = bounds.reverse ? -1 : 1
      return [...new Map<string, string | undefined>([...found, ...own])]
        .filter(isEntry)
        .sort(([a], [b]) => (a < b ? -sign : sign))
        .slice(0, bounds.limit)
    },
    /** All writes in key order, so that all transactions take row locks in the same order. */
    writes: () => {
      const sorted = [...written].sort(([a], [b]) => (a < b ? -1 : 1))
      return {
        puts: sorted.filter(isEntry),
        deletes: sorted.flatMap(([key, value]) => (value === undefined ? [key] : []))
      }
    }
  }
}

/** True if it is unknown after this error of `commit` whether the writes were kept. */
export const isUnknown = (error: SqlError): boolean => kindOf(error) === "lost"

const COMMIT: Statement = ["COMMIT"]

const committed = (session: Session, statements: ReadonlyArray<Statement>) =>
  Effect.flatMap(session.exchange(statements), (results) =>
    results.at(-1)?.command === "ROLLBACK" ? Effect.fail(undone()) : Effect.void
  )

/** False for values that PostgreSQL could not return unchanged. */
const isText = (value: string): boolean => value.isWellFormed() && !value.includes("\0")

const listing = (schema: string, { start, end, limit, reverse }: Bounds): Statement => [
  `SELECT key, value FROM ${schema}.kv WHERE key >= $1 AND key < $2 ORDER BY key${reverse ? " DESC" : ""} LIMIT $3`,
  start,
  end,
  limit === undefined ? null : String(limit)
]

const writes = (
  schema: string,
  { puts, deletes }: ReturnType<ReturnType<typeof makeDraft>["writes"]>
): ReadonlyArray<Statement> => {
  const put: Statement = [
    `INSERT INTO ${schema}.kv SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    puts.map(([key]) => key),
    puts.map(([, value]) => value)
  ]
  const remove: Statement = [`DELETE FROM ${schema}.kv WHERE key = ANY($1::text[])`, deletes]
  if (puts.length === 0) return deletes.length === 0 ? [] : [remove]
  if (deletes.length === 0) return [put]
  return [[`WITH gone AS (DELETE FROM ${schema}.kv WHERE key = ANY($3::text[])) ${put[0]}`, put[1], put[2], deletes]]
}

/** True if a body failed with an error of its own. */
export const isVerdict = (cause: Cause.Cause<unknown>): boolean => !Cause.hasDies(cause) && !Cause.hasInterrupts(cause)
