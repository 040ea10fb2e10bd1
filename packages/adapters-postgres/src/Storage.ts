/**
 * The storage port on PostgreSQL, for many processes. Transactions are serializable; a body runs again after a conflict,
 * up to a limit. Source: architecture.md "Storage" (postgres).
 */
import { converse, type Failure, type Messages, type Services, type Step } from "@backlot/ports/Body"
import { kindOf as kindOfKey, kindOfSpan } from "@backlot/ports/Bounds"
import { ReadLog, type ReadNote, Storage, StorageError, type Watch } from "@backlot/ports/Storage"
import { Cause, Clock, Context, Effect, Exit, identity, Layer, Scope } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Changes } from "./Changes.ts"
import { Database, live } from "./Database.ts"
import { makeKnownRows } from "./KnownRows.ts"
import type { Session } from "./Session.ts"
import { describe, kindOf, toStorageError } from "./SqlFailure.ts"
import { together } from "./Together.ts"
import * as Work from "./Work.ts"

export const layer: Layer.Layer<Storage, never, Database> = Layer.effect(Storage, Effect.flatMap(Database, make))

/** How one run ended: finally, or with a failure after which another run may succeed. */
type Ending<A, E> =
  | { readonly exit: Exit.Exit<A, E | StorageError> }
  | { readonly again: SqlError; readonly asked?: Work.Asked }

/** Bodies that are kept together or not at all. Gives the end of each. */
interface Batch {
  readonly parts: ReadonlyArray<Part>
  readonly inTurn: boolean
}

/** A body with its services. */
interface Part {
  readonly run: (messages: Messages) => Effect.Effect<unknown, unknown>
  readonly watch: Watch | undefined
}

type Ends = ReadonlyArray<Exit.Exit<unknown, unknown>>

export function make(database: Database["Service"]) {
  const { settings, changes } = database
  const give = (error: SqlError): Ending<never, never> => ({ exit: Exit.fail(toStorageError(database.name, error)) })
  const known = makeKnownRows()
  const turns = makeTurns()
  changes.onClear(known.clear)
  /** For a failure before any write could have been kept. */
  const judge = (error: SqlError): Ending<never, never> => {
    const kind = kindOf(error)
    if (kind === "lost") changes.clear()
    return kind === "refused" ? give(error) : { again: error }
  }

  const settle = (work: Work.Work, ends: Ends): Effect.Effect<Ending<Ends, never>> => {
    const failure = work.failure()
    if (failure !== undefined) return Effect.as(work.rollback, judge(failure))
    // A defect may come from what is not so any more.
    const isVerdict = (end: Exit.Exit<unknown, unknown>) =>
      Exit.isSuccess(end) || Work.isVerdict(end.cause) || (work.isGuess() && !Cause.hasInterrupts(end.cause))
    if (!ends.some(isVerdict)) return Effect.as(work.rollback, { exit: Exit.succeed(ends) })
    // An error of a body depends on its reads, so it is valid only if the commit confirms them.
    const keep = ends.some(Exit.isSuccess)
    return Effect.match(work.commit(keep), {
      onSuccess: (): Ending<Ends, never> => ({ exit: Exit.succeed(ends) }),
      onFailure: (error) => {
        if (!keep || !work.isWriting() || !Work.isUnknown(error)) return { ...judge(error), asked: work.asked() }
        changes.clear()
        return { exit: Exit.fail(unknown(database.name, error)) }
      }
    })
  }

  const runOn = (session: Session, alone: boolean, restore: Restore, { parts, inTurn }: Batch, before?: Work.Asked) =>
    Effect.suspend(() => {
      const work = Work.make(session, { schema: settings.schema, alone, inTurn, known, changes })
      const play = Effect.fnUntraced(function* ({ run, watch }: Part) {
        work.mark()
        const end = yield* Effect.exit(restore(run(work.messagesFor(watch))))
        if (Exit.isFailure(end)) work.undo()
        return end
      })
      const first = before ?? (inTurn ? turns.hot() : undefined)
      const refreshed = first === undefined ? Effect.void : Effect.exit(restore(work.refresh(first)))
      return Effect.andThen(refreshed, Effect.forEach(parts, play)).pipe(
        Effect.flatMap((ends) => settle(work, ends)),
        Effect.tap((ending) =>
          Effect.sync(() => {
            if (inTurn) turns.ended(work.changed(), "again" in ending && kindOf(ending.again) === "stale")
          })
        )
      )
    })

  const attempt = (
    run: number,
    /** When a connection was lost first, in real milliseconds. */
    lostMs: number | undefined,
    restore: Restore,
    batch: Batch,
    before?: Work.Asked
  ): Effect.Effect<Ends, StorageError> =>
    Effect.flatMap(Scope.make(), (scope) =>
      Scope.provide(restore(database.open), scope).pipe(
        Effect.flatMap((session) => runOn(session, run >= settings.aloneFrom, restore, batch, before)),
        Effect.catchIf(isSqlError, (error) => Effect.succeed<Ending<Ends, never>>(judge(error))),
        Effect.onExit((exit) => Scope.close(scope, exit)),
        Effect.flatMap((ending) => {
          if ("exit" in ending) return ending.exit
          const { again, asked } = ending
          const kind = kindOf(again)
          return Effect.flatMap(now, (ms) => {
            const since = kind === "lost" ? (lostMs ?? ms) : undefined
            const isAway = since !== undefined && (database.silence.isNow() || ms - since > settings.awayMs)
            if (run >= settings.attempts || isAway) return Effect.fail(gaveUp(database.name, run, again))
            // What was asked is asked again at once, so that it is current; others need not get out of the way.
            const paused = kind === "stale" ? Effect.void : restore(pause(run, settings))
            return Effect.andThen(paused, attempt(run + 1, since, restore, batch, fewer(asked)))
          })
        })
      )
    )

  return Effect.gen(function* () {
    /** Together they read what is hot once, and are written by one commit. */
    const endsOf = (parts: ReadonlyArray<Part>): Effect.Effect<Ends> =>
      Effect.catch(attempt(1, undefined, identity, { parts, inTurn: true }), (error) =>
        // What the server refuses of one is not the fault of the others.
        error.isAway === true || error.isUnknown === true || parts.length === 1
          ? Effect.succeed(parts.map(() => Exit.fail(error)))
          : Effect.map(
              Effect.forEach(parts, (part) => endsOf([part])),
              (ends) => ends.flat()
            )
      )
    const inNextTurn = yield* together(database.name, endsOf)

    return Storage.of({
      lastKnown: changes.revision,
      transaction: <Y extends Step, A>(body: () => Iterable<Y, A, unknown>, watch?: Watch, inTurn?: "in turn") =>
        Effect.contextWith((services: Context.Context<Services<Y>>) => {
          const log = Context.get(services, ReadLog)
          const note = log === undefined ? undefined : makeNote(changes)
          const run = (messages: Messages) =>
            Effect.provideContext(converse(note === undefined ? messages : note.reading(messages), body), services)
          const ended =
            inTurn === undefined
              ? Effect.uninterruptibleMask((restore) =>
                  Effect.flatMap(
                    attempt(1, undefined, restore, { parts: [{ run, watch }], inTurn: false }),
                    ([end]) => end ?? Effect.die("a transaction without an end")
                  )
                )
              : inNextTurn({ run, watch })
          // The body has these types.
          const typed = ended as Effect.Effect<A, Failure<Y> | StorageError>
          return note === undefined ? typed : Effect.onExit(typed, () => Effect.sync(() => log?.push(note.end())))
        })
    })
  })
}

/** So much is asked again together. More is asked as it is needed. */
const MOST_ASKED = { keys: 1_000, spans: 100 }

const fewer = (asked: Work.Asked | undefined): Work.Asked | undefined =>
  asked === undefined || asked.keys.length > MOST_ASKED.keys || asked.spans.length > MOST_ASKED.spans
    ? undefined
    : asked

/**
 * The rows that every transaction in turn changes. While other processes change them too, what is known of them is
 * stale mostly, so they are read after the lock.
 */
const makeTurns = () => {
  let left = 0
  let last: ReadonlySet<string> = new Set()
  let hot: ReadonlyArray<string> = []
  return {
    hot: (): Work.Asked | undefined => (left > 0 && hot.length > 0 ? { keys: hot, spans: [] } : undefined),
    ended: (changed: ReadonlyArray<string>, isStale: boolean) => {
      if (isStale) left = CAREFUL
      else if (left > 0) left--
      if (changed.length === 0) return
      hot = changed.filter((key) => last.has(key))
      last = new Set(changed)
    }
  }
}

/** So many transactions after a stale one. */
const CAREFUL = 16

/** Notes the kinds of what is read. */
const makeNote = ({ tick, revision }: Changes) => {
  const began = tick()
  const kinds = new Set<string>()
  return {
    reading: (messages: Messages): Messages => ({
      ...messages,
      get: (key) => {
        kinds.add(kindOfKey(key))
        return messages.get(key)
      },
      getMany: (keys) => {
        for (const key of keys) kinds.add(kindOfKey(key))
        return messages.getMany(keys)
      },
      list: (span, options) => {
        kinds.add(kindOfSpan(span))
        return messages.list(span, options)
      }
    }),
    end: (): ReadNote => {
      const now = revision([...kinds])
      // What was seen changed meanwhile may have been read before or after.
      return { kinds: [...kinds], revision: now > began ? Number.NaN : now }
    }
  }
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const now = live(Clock.currentTimeMillis)

/** A growing random pause in real time, so that the same transactions do not conflict again. */
const pause = (run: number, { backoffMs, backoffMaxMs }: Database["Service"]["settings"]) =>
  live(Effect.sleep(Math.random() * Math.min(backoffMaxMs, backoffMs * 2 ** run)))

const unknown = (name: string, error: SqlError) =>
  new StorageError({
    isUnknown: true,
    message: `${name}: the connection was lost while the transaction was committed; whether it was kept is not known: ${describe(error)}`,
    cause: error
  })

const gaveUp = (name: string, runs: number, error: SqlError) =>
  new StorageError({
    message: `${name}: gave up after ${runs} runs: ${describe(error)}`,
    isAway: kindOf(error) === "lost",
    cause: error
  })
