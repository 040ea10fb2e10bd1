/**
 * The storage port on PostgreSQL, for many processes. Transactions are serializable; a body runs again after a conflict,
 * up to a limit. Source: architecture.md "Storage" (postgres).
 */
import { type Body, converse, type Failure, type Messages, type Services, type Step } from "@backlot/ports/Body"
import { boundsOf, kindOf as kindOfKey, kindOfSpan } from "@backlot/ports/Bounds"
import { type Listing, ReadLog, type ReadNote, Storage, StorageError, type Watch } from "@backlot/ports/Storage"
import { Cause, Clock, Context, Effect, Exit, identity, Layer, Scope } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Changes } from "./Changes.ts"
import { isCrossed, noting, type Touched, untouched } from "./Crossing.ts"
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

/** A body with its services, and the end that it has in turn. */
interface Part {
  readonly run: (messages: Messages) => Effect.Effect<unknown, unknown>
  readonly last?: (messages: Messages, value: unknown) => Effect.Effect<unknown>
  readonly watch: Watch | undefined
  readonly ahead?: (() => Listing) | undefined
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

  const runOn = Effect.fnUntraced(function* (
    session: Session,
    alone: boolean,
    restore: Restore,
    { parts, inTurn }: Batch,
    before?: Work.Asked
  ) {
    const isAgain = alone || before !== undefined
    const isEarly = inTurn && (isAgain || turns.isEarly())
    const free = isAgain || isEarly ? "none" : inTurn ? "until takeTurn" : "the first"
    const work = Work.make(session, { schema: settings.schema, alone, inTurn, free, known, changes })
    const refreshed = (asked: Work.Asked | undefined) =>
      asked === undefined ? NOTHING : Effect.orElseSucceed(Effect.sandbox(restore(work.refresh(asked))), () => [])
    /** What others change is read in the turn, and with it what the ends will ask for then. */
    const hot = (): Work.Asked | undefined => {
      const keys = turns.hot()
      if (keys.length === 0) return undefined
      const ahead = parts[0]?.ahead?.()
      return { keys, spans: ahead === undefined ? [] : [boundsOf(...ahead)] }
    }
    const stale = yield* refreshed(before ?? (isEarly ? hot() : undefined))
    const isOne = parts.length === 1
    const [bodies, lasts] = isOne ? [[], []] : [parts.map(untouched), parts.map(untouched)]
    const messagesFor = ({ watch }: Part, touched: Touched | undefined) =>
      touched === undefined ? work.messagesFor(watch) : noting(work.messagesFor(watch), touched)
    const played = yield* Effect.forEach(parts, (part, i) =>
      Effect.suspend(() => {
        work.mark()
        return Effect.onExit(restore(part.run(messagesFor(part, bodies[i]))), (exit) =>
          Effect.sync(() => {
            if (Exit.isSuccess(exit)) return
            work.undo()
            bodies[i]?.writes.clear()
          })
        )
      }).pipe(Effect.exit)
    )
    if (inTurn) turns.played(work.changed())
    if (inTurn && !isEarly && played.some(Exit.isSuccess)) {
      work.takeTurn()
      yield* refreshed(hot())
    }
    const ends = yield* Effect.forEach(parts, (part, i) => {
      const end = played[i] ?? Exit.die("a body without an end")
      return part.last === undefined || Exit.isFailure(end)
        ? Effect.succeed(end)
        : Effect.exit(restore(part.last(messagesFor(part, lasts[i]), end.value)))
    })
    if (inTurn) turns.ended(work.changed(), stale)
    const isCut = ends.some((end, i) => end !== played[i] && Exit.isFailure(end))
    if (work.failure() === undefined && !isOne && (isCut || isCrossed(bodies, lasts))) {
      // What bodies wrote together is taken back together; each then runs by itself.
      return yield* Effect.as(work.rollback, { exit: Exit.fail(apart(database.name)) })
    }
    if (isCut && work.failure() === undefined) work.undo()
    return yield* settle(work, ends)
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

    /** With a note of what is read, where somebody wants it. */
    const noted = <A, E, R>(
      use: (noting: (messages: Messages) => Messages, services: Context.Context<R>) => Effect.Effect<A, E>
    ): Effect.Effect<A, E, R> =>
      Effect.contextWith((services: Context.Context<R>) => {
        const log = Context.get(services, ReadLog)
        if (log === undefined) return use(identity, services)
        const note = makeNote(changes)
        return Effect.onExit(use(note.reading, services), () => Effect.sync(() => log.push(note.end())))
      })

    return Storage.of({
      lastKnown: changes.revision,
      transaction: <Y extends Step, A>(body: () => Iterable<Y, A, unknown>, watch?: Watch) =>
        noted((noting, services: Context.Context<Services<Y>>) => {
          const run = (messages: Messages) => Effect.provideContext(converse(noting(messages), body), services)
          return Effect.uninterruptibleMask((restore) =>
            Effect.flatMap(
              attempt(1, undefined, restore, { parts: [{ run, watch }], inTurn: false }),
              // The body has these types.
              ([end]) => (end as Exit.Exit<A, Failure<Y>> | undefined) ?? Effect.die("a transaction without an end")
            )
          )
        }),
      inTurn: <Y extends Step, A, B, R>(
        body: () => Iterable<Y, A, unknown>,
        last: (value: A) => Body<B, never, R>,
        watch?: Watch,
        ahead?: () => Listing
      ) =>
        noted(
          (noting, services: Context.Context<Services<Y> | R>) =>
            // The body and its end have these types.
            inNextTurn({
              run: (messages) => Effect.provideContext(converse(noting(messages), body), services),
              last: (messages, value) =>
                Effect.provideContext(
                  converse(noting(messages), () => last(value as A)),
                  services
                ),
              watch,
              ahead
            }) as Effect.Effect<B, Failure<Y> | StorageError>
        )
    })
  })
}

/** So much is asked again together. More is asked as it is needed. */
const MOST_ASKED = { keys: 1_000, spans: 100 }

const NOTHING = Effect.succeed<ReadonlyArray<string>>([])

const fewer = (asked: Work.Asked | undefined): Work.Asked | undefined =>
  asked === undefined || asked.keys.length > MOST_ASKED.keys || asked.spans.length > MOST_ASKED.spans
    ? undefined
    : asked

/**
 * Rows that transactions in turn change, and that were stale lately because other processes change them too: these are read
 * in the turn. Bodies that change such rows themselves are played in the turn as a whole.
 */
const makeTurns = () => {
  const left = new Map<string, number>()
  let changedByBodies: ReadonlySet<string> = new Set()
  return {
    hot: () => [...left.keys()],
    isEarly: () => [...left.keys()].some((key) => changedByBodies.has(key)),
    played: (changed: ReadonlyArray<string>) => {
      changedByBodies = new Set(changed)
    },
    ended: (changed: ReadonlyArray<string>, stale: ReadonlyArray<string>) => {
      for (const [key, times] of left) {
        if (times > 1) left.set(key, times - 1)
        else left.delete(key)
      }
      for (const key of changed.filter((key) => stale.includes(key)).slice(0, MOST_HOT)) left.set(key, CAREFUL)
    }
  }
}

/** So many transactions after a stale one. */
const CAREFUL = 16
/** Of one transaction. */
const MOST_HOT = 50

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

const apart = (name: string) => new StorageError({ message: `${name}: transactions cannot be kept together` })

const gaveUp = (name: string, runs: number, error: SqlError) =>
  new StorageError({
    message: `${name}: gave up after ${runs} runs: ${describe(error)}`,
    isAway: kindOf(error) === "lost",
    cause: error
  })
