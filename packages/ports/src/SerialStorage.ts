/**
 * Storage over an engine that one transaction at a time has for itself: what the adapters of one process share.
 * Serializable because it is serial. Source: architecture.md "Storage"; the conformance suite is its proof.
 */
import { Context, Deferred, Effect, Exit, type Semaphore } from "effect"
import { type Bounds, boundsOf, isKey } from "./Bounds.ts"
import { type Entry, type Storage, type StorageError, Transaction } from "./Storage.ts"

/**
 * A synchronous store with at most one unit of work under way. The first `put` or `delete` begins it, `commit` or
 * `rollback` ends it; both are harmless without one. Reads see its writes. Every call may throw; a `commit` that
 * throws is followed by `rollback`, which never throws.
 */
export interface Engine {
  readonly get: (key: string) => string | undefined
  readonly list: (bounds: Bounds) => ReadonlyArray<Entry>
  readonly put: (key: string, value: string) => void
  readonly delete: (key: string) => void
  readonly commit: () => void
  /** False when, after a call that threw, all that was committed since the last `flush` is gone too. */
  readonly rollback: () => boolean
  /** Where keeping is dear, it is done for several at once. */
  readonly group?: Grouping
}

interface Grouping {
  /** Keeps all that was committed since the last time, or throws and forgets it. */
  readonly flush: () => void
  /** Calls back as soon as all is taken in that has come by now. */
  readonly afterOthers: (flush: () => void) => void
}

interface Session {
  readonly port: Transaction["Service"]
  /** The first failure of the engine; the transaction can only end with it. */
  failure: StorageError | undefined
  wrote: boolean
  ended: boolean
}

/**
 * Transactions that are kept together: those that wrote, and those that read what they wrote. None is acknowledged
 * before.
 */
type Group = Deferred.Deferred<void, StorageError>

/** How a transaction ended, and what must be kept before anybody learns of it. */
interface Ending<A, E> {
  readonly exit: Exit.Exit<A, E | StorageError>
  readonly group: Group | undefined
}

export interface SerialStorage extends Required<Storage["Service"]> {
  /** Keeps what is committed: for who closes the engine, with the lock taken. */
  readonly flush: () => void
}

/** `lock` has one permit; whoever closes the engine takes it first. `toError` explains what the engine threw. */
export const make = (
  engine: Engine,
  lock: Semaphore.Semaphore,
  toError: (cause: unknown) => StorageError
): SerialStorage => {
  let current: Session | undefined
  let revision = 0
  let group: Group | undefined
  /** Somebody wrote already since the event loop turned: who writes now is kept with those who still come. */
  let isBusy = false
  /** The group's time has come, but a transaction was under way. */
  let isDue = false

  const settle = (failure?: StorageError) => {
    const settled = group
    group = undefined
    isDue = false
    if (failure !== undefined) revision++
    if (settled !== undefined) Deferred.doneUnsafe(settled, failure === undefined ? Exit.void : Exit.fail(failure))
  }

  const flush = () => {
    isDue = group !== undefined && current !== undefined
    if (group === undefined || isDue) return
    try {
      engine.group?.flush()
    } catch (cause) {
      return settle(toError(cause))
    }
    settle()
  }

  const turn = () => {
    isBusy = false
    flush()
  }

  /** Keeps what was just committed, or leaves it to the group. */
  const keep = (grouping: Grouping) => {
    if (isBusy || group !== undefined) {
      group ??= Deferred.makeUnsafe()
      return
    }
    grouping.flush()
    isBusy = true
    grouping.afterOthers(turn)
  }

  const end = (session: Session) => {
    session.ended = true
    current = undefined
  }

  const abort = <A, E>(session: Session, exit: Exit.Exit<A, E>): Ending<A, E> => {
    end(session)
    const { failure } = session
    const ending: Ending<A, E> = { exit: failure === undefined ? exit : Exit.fail(failure), group }
    if (!engine.rollback()) settle(failure ?? toError(undefined))
    return ending
  }

  const commit = <A, E>(session: Session, exit: Exit.Exit<A, E>): Ending<A, E> => {
    if (session.failure !== undefined) return abort(session, exit)
    try {
      engine.commit()
      if (session.wrote && engine.group !== undefined) keep(engine.group)
    } catch (cause) {
      session.failure = toError(cause)
      return abort(session, exit)
    }
    end(session)
    if (session.wrote) revision++
    return { exit, group }
  }

  const run = <A, E, R>(body: Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) => {
      const session = open(engine, toError)
      current = session
      return Effect.map(Effect.exit(restore(Effect.provideService(body, Transaction, session.port))), (exit) => {
        const ending = Exit.isSuccess(exit) ? commit(session, exit) : abort(session, exit)
        if (isDue) flush()
        return ending
      })
    })

  return {
    flush,
    revision: () => revision,
    transaction: (body) =>
      Effect.withFiber((fiber) =>
        current !== undefined && Context.getOrUndefined(fiber.context, Transaction) === current.port
          ? Effect.die(new Error("a transaction was begun inside a transaction of the same store"))
          : Effect.uninterruptibleMask((restore) =>
              Effect.flatMap(restore(lock.withPermit(run(body))), ({ exit, group }) =>
                group === undefined ? exit : Effect.andThen(Deferred.await(group), exit)
              )
            )
      )
  }
}

const open = (engine: Engine, toError: (cause: unknown) => StorageError): Session => {
  const call = <A>(use: () => A): Effect.Effect<A> =>
    Effect.sync(() => {
      if (session.ended) throw new Error("a transaction was used after its end")
      if (session.failure !== undefined) throw session.failure
      try {
        return use()
      } catch (cause) {
        session.failure = toError(cause)
        throw session.failure
      }
    })
  const write = (key: string, use: () => void): Effect.Effect<void> => {
    session.wrote = true
    return isKey(key) ? call(use) : Effect.die(new Error(`not a storage key: ${JSON.stringify(key)}`))
  }

  const session: Session = {
    failure: undefined,
    wrote: false,
    ended: false,
    port: {
      get: (key) => call(() => engine.get(key)),
      getMany: (keys) => call(() => keys.map(engine.get)),
      put: (key, value) => write(key, () => engine.put(key, value)),
      delete: (key) => write(key, () => engine.delete(key)),
      list: (span, options) => call(() => engine.list(boundsOf(span, options)))
    }
  }
  return session
}
