/**
 * The storage port on PostgreSQL, for many processes. Transactions are serializable; a body runs again after a conflict,
 * up to a limit. Source: architecture.md "Storage" (postgres).
 */
import { converse, type Failure, type Services, type Step } from "@backlot/ports/Body"
import { Storage, StorageError, type Watch } from "@backlot/ports/Storage"
import { Clock, Effect, Exit, Layer, Scope } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { Database, live } from "./Database.ts"
import type { Session } from "./Session.ts"
import { describe, kindOf, toStorageError } from "./SqlFailure.ts"
import * as Work from "./Work.ts"

export const layer: Layer.Layer<Storage, never, Database> = Layer.effect(
  Storage,
  Effect.map(Database, (database) => make(database))
)

/** How one run ended: finally, or with a failure after which another run may succeed. */
type Ending<A, E> = { readonly exit: Exit.Exit<A, E | StorageError> } | { readonly again: SqlError }

export const make = (database: Database["Service"]): Storage["Service"] => {
  const { settings } = database
  const give = (error: SqlError): Ending<never, never> => ({ exit: Exit.fail(toStorageError(database.name, error)) })
  /** For a failure before any write could have been kept. */
  const judge = (error: SqlError): Ending<never, never> =>
    kindOf(error) === "refused" ? give(error) : { again: error }

  const settle = <A, E>(work: Work.Work, exit: Exit.Exit<A, E>): Effect.Effect<Ending<A, E>> => {
    const failure = work.failure()
    if (failure !== undefined) return Effect.as(work.rollback, judge(failure))
    if (Exit.isFailure(exit) && !Work.isVerdict(exit.cause)) return Effect.as(work.rollback, { exit })
    // An error of the body depends on its reads, so it is valid only if the commit confirms them.
    const keep = Exit.isSuccess(exit)
    return Effect.match(work.commit(keep), {
      onSuccess: (): Ending<A, E> => ({ exit }),
      onFailure: (error) =>
        keep && Work.isUnknown(error) ? { exit: Exit.fail(unknown(database.name, error)) } : judge(error)
    })
  }

  const runOn = <Y extends Step, A>(session: Session, alone: boolean, restore: Restore, transaction: Asked<Y, A>) =>
    Effect.suspend(() => {
      const work = Work.make(session, { schema: settings.schema, alone, watch: transaction.watch })
      return Effect.flatMap(Effect.exit(restore(converse(work.messages, transaction.body))), (exit) =>
        settle(work, exit)
      )
    })

  const attempt = <Y extends Step, A>(
    run: number,
    /** When a connection was lost first, in real milliseconds. */
    lostMs: number | undefined,
    restore: Restore,
    transaction: Asked<Y, A>
  ): Effect.Effect<A, Failure<Y> | StorageError, Services<Y>> =>
    Effect.flatMap(Scope.make(), (scope) =>
      Scope.provide(restore(database.open), scope).pipe(
        Effect.flatMap((session) => runOn(session, run >= settings.aloneFrom, restore, transaction)),
        Effect.catchIf(isSqlError, (error) => Effect.succeed<Ending<A, Failure<Y>>>(judge(error))),
        Effect.onExit((exit) => Scope.close(scope, exit)),
        Effect.flatMap((ending) => {
          if ("exit" in ending) return ending.exit
          const { again } = ending
          return Effect.flatMap(now, (ms) => {
            const since = kindOf(again) === "lost" ? (lostMs ?? ms) : undefined
            const isAway = since !== undefined && ms - since > settings.awayMs
            if (run >= settings.attempts || isAway) return Effect.fail(gaveUp(database.name, run, again))
            return Effect.andThen(restore(pause(run, settings)), attempt(run + 1, since, restore, transaction))
          })
        })
      )
    )

  return {
    transaction: (body, watch) =>
      Effect.uninterruptibleMask((restore) => attempt(1, undefined, restore, { body, watch }))
  }
}

interface Asked<Y, A> {
  readonly body: () => Iterable<Y, A, unknown>
  readonly watch: Watch | undefined
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const now = live(Clock.currentTimeMillis)

/** A growing random pause in real time, so that the same transactions do not conflict again. */
const pause = (run: number, { backoffMs, backoffMaxMs }: Database["Service"]["settings"]) =>
  live(Effect.sleep(Math.random() * Math.min(backoffMaxMs, backoffMs * 2 ** run)))

const unknown = (name: string, error: SqlError) =>
  new StorageError({
    message: `${name}: the connection was lost while the transaction was committed; whether it was kept is not known: ${describe(error)}`,
    cause: error
  })

const gaveUp = (name: string, runs: number, error: SqlError) =>
  new StorageError({
    message: `${name}: gave up after ${runs} runs: ${describe(error)}`,
    isAway: kindOf(error) === "lost",
    cause: error
  })
