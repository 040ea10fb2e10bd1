/**
 * The storage port on PostgreSQL, for many processes. Transactions are serializable; a body runs again after a conflict,
 * up to a limit. Source: architecture.md "Storage" (postgres).
 */
import { Storage, StorageError, Transaction } from "@backlot/ports/Storage"
import { Context, Effect, Exit, Layer, Scope } from "effect"
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
  const open = new WeakSet<Transaction["Service"]>()

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

  const runOn = <A, E, R>(
    session: Session,
    alone: boolean,
    body: (port: Transaction["Service"]) => Effect.Effect<A, E, R>
  ) =>
    Effect.suspend(() => {
      const work = Work.make(session, { schema: settings.schema, alone })
      open.add(work.port)
      return Effect.flatMap(Effect.exit(body(work.port)), (exit) => {
        work.end()
        open.delete(work.port)
        return settle(work, exit)
      })
    })

  const attempt = <A, E, R>(
    run: number,
    restore: <B, E2, R2>(effect: Effect.Effect<B, E2, R2>) => Effect.Effect<B, E2, R2>,
    body: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | StorageError, Exclude<R, Transaction>> =>
    Effect.flatMap(Scope.make(), (scope) =>
      // This scope is only for the connection; the body keeps the caller's scope.
      Scope.provide(restore(database.open), scope).pipe(
        Effect.flatMap((session) =>
          runOn(session, run >= settings.aloneFrom, (port) => restore(Effect.provideService(body, Transaction, port)))
        ),
        Effect.catchIf(isSqlError, (error) => Effect.succeed<Ending<A, E>>(judge(error))),
        Effect.onExit((exit) => Scope.close(scope, exit)),
        Effect.flatMap((ending) => {
          if ("exit" in ending) return ending.exit
          if (run >= settings.attempts) return Effect.fail(gaveUp(database.name, run, ending.again))
          return Effect.andThen(restore(pause(run, settings)), attempt(run + 1, restore, body))
        })
      )
    )

  return {
    transaction: (body) =>
      Effect.withFiber((fiber) => {
        const outer = Context.getOrUndefined(fiber.context, Transaction)
        return outer !== undefined && open.has(outer)
          ? Effect.die(new Error("a transaction was begun inside a transaction of the same store"))
          : Effect.uninterruptibleMask((restore) => attempt(1, restore, body))
      })
  }
}

/** A growing random pause in real time, so that the same transactions do not conflict again. */
const pause = (run: number, { backoffMs, backoffMaxMs }: Database["Service"]["settings"]) =>
  live(Effect.sleep(Math.random() * Math.min(backoffMaxMs, backoffMs * 2 ** run)))

const unknown = (name: string, error: SqlError) =>
  new StorageError({
    message: `${name}: the connection was lost while the transaction was committed; whether it was kept is not known: ${describe(error)}`,
    cause: error
  })

const gaveUp = (name: string, runs: number, error: SqlError) =>
  new StorageError({ message: `${name}: gave up after ${runs} runs: ${describe(error)}`, cause: error })
