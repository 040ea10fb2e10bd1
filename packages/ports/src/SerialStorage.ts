/**
 * Storage over an engine that one transaction at a time has for itself: what the adapters of one process share.
 * Serializable because it is serial. Source: architecture.md "Storage"; the conformance suite is its proof.
 */
import { Context, Effect, type Semaphore } from "effect"
import { type Bounds, boundsOf, isKey } from "./Bounds.ts"
import { type Entry, type Storage, type StorageError, Transaction } from "./Storage.ts"

/**
 * A synchronous store with at most one unit of work under way. The first `put` or `delete` begins it, `commit` or
 * `rollback` ends it; both are harmless without one. Reads see its writes. Every call may throw; a `commit` that
 * throws is followed by `rollback`, and `rollback` never throws.
 */
export interface Engine {
  readonly get: (key: string) => string | undefined
  readonly list: (bounds: Bounds) => ReadonlyArray<Entry>
  readonly put: (key: string, value: string) => void
  readonly delete: (key: string) => void
  readonly commit: () => void
  readonly rollback: () => void
}

interface Session {
  readonly port: Transaction["Service"]
  /** The first failure of the engine; the transaction can only end with it. */
  failure: StorageError | undefined
  wrote: boolean
  ended: boolean
}

/** `lock` has one permit; whoever closes the engine takes it first. `toError` explains what the engine threw. */
export const make = (
  engine: Engine,
  lock: Semaphore.Semaphore,
  toError: (cause: unknown) => StorageError
): Storage["Service"] => {
  let current: Session | undefined
  let revision = 0

  const end = (session: Session) => {
    session.ended = true
    current = undefined
  }

  const abort = (session: Session) => {
    end(session)
    engine.rollback()
  }

  const commit = <A>(session: Session, value: A): Effect.Effect<A, StorageError> => {
    try {
      if (session.failure === undefined) {
        engine.commit()
        if (session.wrote) revision++
        end(session)
        return Effect.succeed(value)
      }
    } catch (cause) {
      session.failure = toError(cause)
    }
    abort(session)
    return Effect.fail(session.failure)
  }

  const run = <A, E, R>(body: Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) => {
      const session = open(engine, toError)
      current = session
      return Effect.matchCauseEffect(restore(Effect.provideService(body, Transaction, session.port)), {
        onSuccess: (value): Effect.Effect<A, E | StorageError> => commit(session, value),
        onFailure: (cause): Effect.Effect<A, E | StorageError> => {
          abort(session)
          return session.failure === undefined ? Effect.failCause(cause) : Effect.fail(session.failure)
        }
      })
    })

  return {
    revision: () => revision,
    transaction: (body) =>
      Effect.withFiber((fiber) =>
        current !== undefined && Context.getOrUndefined(fiber.context, Transaction) === current.port
          ? Effect.die(new Error("a transaction was begun inside a transaction of the same store"))
          : lock.withPermit(run(body))
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
