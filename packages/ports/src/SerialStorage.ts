/**
 * Storage over an engine that runs one transaction at a time, shared by the single-process adapters. It is serializable
 * because it is serial. Source: architecture.md "Storage"; the conformance suite proves it.
 */
import { type Context, Deferred, Effect, Exit } from "effect"
import { type Calls, type Failure, run, type Services, type Step } from "./Body.ts"
import { ANY_KIND, type Bounds, boundsOf, isKey, kindOf, kindOfSpan } from "./Bounds.ts"
import { type Entry, ReadLog, type ReadNote, type Storage, type StorageError, type Watch } from "./Storage.ts"

/**
 * A synchronous store with at most one unit of work. The first `put` or `delete` begins it, and `commit` or `rollback`
 * ends it; both are harmless without one. Reads see its writes. Every call may throw. If `commit` throws, `rollback`
 * follows, which never throws.
 */
export interface Engine {
  readonly get: (key: string) => string | undefined
  readonly list: (bounds: Bounds) => ReadonlyArray<Entry>
  readonly put: (key: string, value: string) => void
  readonly delete: (key: string) => void
  readonly commit: () => void
  /** False if a failed call has also lost everything committed since the last `flush`. */
  readonly rollback: () => boolean
  /** For engines with an expensive commit: flushes several transactions together. */
  readonly group?: Grouping
}

interface Grouping {
  /** Persists everything committed since the last flush, or throws and loses it. */
  readonly flush: () => void
  /** Calls back after the transactions that are waiting already. */
  readonly afterOthers: (flush: () => void) => void
}

interface Session {
  readonly calls: Calls
  /** The first failure of the engine; the transaction can only end with it. */
  failure: StorageError | undefined
  /** Kinds of keys. */
  readonly written: Set<string>
  readonly read: Set<string> | undefined
}

/** Transactions that wait for the same flush: writers, and readers of their writes. None is acknowledged before it. */
type Group = Deferred.Deferred<void, StorageError>

/** How a transaction ended, and the group whose flush must come before its result. */
interface Ending<A, E> {
  readonly exit: Exit.Exit<A, E | StorageError>
  readonly group: Group | undefined
}

export interface SerialStorage extends Required<Omit<Storage["Service"], "inTurn" | "lastKnown">> {
  /** Flushes the current group. To be called before the engine closes. */
  readonly flush: () => void
}

/** `toError` converts what the engine throws. */
export const make = (engine: Engine, toError: (cause: unknown) => StorageError): SerialStorage => {
  /** How often a kind of keys was written. */
  const writes = new Map<string, number>()
  /** How often something committed was lost. */
  let losses = 0
  let group: Group | undefined

  const settle = (failure?: StorageError) => {
    const settled = group
    group = undefined
    if (failure !== undefined) losses++
    if (settled !== undefined) Deferred.doneUnsafe(settled, failure === undefined ? Exit.void : Exit.fail(failure))
  }

  const flush = () => {
    if (group === undefined) return
    try {
      engine.group?.flush()
    } catch (cause) {
      return settle(toError(cause))
    }
    settle()
  }

  /** Adds the transaction that was just committed to the group of this turn of the event loop. */
  const keep = ({ afterOthers }: Grouping) => {
    if (group !== undefined) return
    group = Deferred.makeUnsafe()
    afterOthers(flush)
  }

  const count = (kind: string) => writes.set(kind, (writes.get(kind) ?? 0) + 1)
  const revision = (kinds: ReadonlyArray<string>) => kinds.reduce((all, kind) => all + (writes.get(kind) ?? 0), losses)

  const note = ({ read }: Session, log: Array<ReadNote>) => {
    const kinds = [...(read ?? [])]
    log.push({ kinds, revision: revision(kinds) })
  }

  const abort = <A, E>(session: Session, exit: Exit.Exit<A, E>): Ending<A, E> => {
    const { failure } = session
    const ending: Ending<A, E> = { exit: failure === undefined ? exit : Exit.fail(failure), group }
    if (!engine.rollback()) settle(failure ?? toError(undefined))
    return ending
  }

  const commit = <A, E>(session: Session, exit: Exit.Exit<A, E>): Ending<A, E> => {
    if (session.failure !== undefined) return abort(session, exit)
    try {
      engine.commit()
      if (session.written.size > 0 && engine.group !== undefined) keep(engine.group)
    } catch (cause) {
      session.failure = toError(cause)
      return abort(session, exit)
    }
    if (session.written.size > 0) {
      count(ANY_KIND)
      for (const kind of session.written) if (kind !== ANY_KIND) count(kind)
    }
    return { exit, group }
  }

  /** From its first to its last step in one turn of the event loop, so no other transaction comes between. */
  const transact = <Y extends Step, A>(
    body: () => Iterable<Y, A, unknown>,
    watch?: Watch
  ): Effect.Effect<A, Failure<Y> | StorageError, Services<Y>> =>
    Effect.withFiber((fiber) => {
      const log = fiber.getRef(ReadLog)
      const session = open(engine, toError, log === undefined ? undefined : new Set(), watch)
      // The fiber of this effect has its services.
      const exit = run(session.calls, fiber.context as Context.Context<Services<Y>>, body)
      const ending = Exit.isSuccess(exit) ? commit(session, exit) : abort(session, exit)
      if (log !== undefined) note(session, log)
      const { group: kept } = ending
      // What was committed is kept, even if nobody waits any more.
      return kept === undefined
        ? ending.exit
        : Effect.uninterruptible(Effect.andThen(Deferred.await(kept), ending.exit))
    })

  return { flush, revision, transaction: transact }
}

const open = (
  engine: Engine,
  toError: (cause: unknown) => StorageError,
  read: Set<string> | undefined,
  watch: Watch | undefined
): Session => {
  const call = <A>(use: () => A): A => {
    if (session.failure !== undefined) throw session.failure
    try {
      return use()
    } catch (cause) {
      session.failure = toError(cause)
      throw session.failure
    }
  }
  const write = (key: string, value: string | undefined, use: () => void): void => {
    if (!isKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
    session.written.add(kindOf(key))
    call(use)
    watch?.wrote?.(key, value)
  }

  const session: Session = {
    failure: undefined,
    written: new Set(),
    read,
    calls: {
      get: (key) => {
        read?.add(kindOf(key))
        watch?.read?.("get", 1)
        return call(() => engine.get(key))
      },
      getMany: (keys) => {
        for (const key of read === undefined ? [] : keys) read?.add(kindOf(key))
        watch?.read?.("getMany", keys.length)
        return call(() => keys.map(engine.get))
      },
      put: (key, value) => write(key, value, () => engine.put(key, value)),
      delete: (key) => write(key, undefined, () => engine.delete(key)),
      list: (span, options) => {
        read?.add(kindOfSpan(span))
        const found = call(() => engine.list(boundsOf(span, options)))
        watch?.read?.("list", found.length)
        return found
      }
    }
  }
  return session
}
