/**
 * The storage port: an ordered key-value store with serializable transactions.
 *
 * Keys are printable ASCII (0x20 to 0x7e), ordered bytewise; values are well-formed text without NUL. The body of a
 * transaction is a generator (`Body.ts`). Source: architecture.md "Storage: one small transactional port".
 */
import { Context, Data, type Effect } from "effect"
import type { Body, Entry, Failure, ListOptions, Services, Span, Step } from "./Body.ts"

export type { Entry, ListOptions, Span }

/** The store could not be read or written (full disk, lost connection). Nothing of the transaction was kept. */
export class StorageError extends Data.TaggedError("StorageError")<{
  readonly message: string
  /** The store cannot be reached now, and may be again soon. */
  readonly isAway?: boolean
  /** It may have been kept all the same. */
  readonly isUnknown?: boolean
  readonly cause?: unknown
}> {}

/**
 * The store cannot be opened: in use, damaged, a log without its file, with another file or missing, foreign, newer, or
 * not permitted. It was not changed.
 */
export class StorageUnusable extends Data.TaggedError("StorageUnusable")<{
  readonly reason:
    | "in-use"
    | "damaged"
    | `log-${"alone" | "foreign" | "absent"}`
    | "foreign"
    | "newer"
    | "not-permitted"
    | "unavailable"
  /** One line for a person: which store, and what to do. */
  readonly message: string
  readonly cause?: unknown
}> {}

/** Is told of the calls of a transaction, those of a run that is not kept as well. */
export interface Watch {
  /** `value` is undefined for a delete. */
  readonly wrote?: (key: string, value: string | undefined) => void
  /** `rows` were asked for by keys, or found in a span. */
  readonly read?: (call: "get" | "getMany" | "list", rows: number) => void
}

/** The arguments of a `list`. */
export type Listing = readonly [span: Span, options: ListOptions]

export class Storage extends Context.Service<
  Storage,
  {
    /**
     * Keeps all writes of the body, or none if it fails, dies or is interrupted. The body may run again. If the store
     * fails, the transaction does, whatever the body makes of it. `watch` sees the calls of each run.
     */
    readonly transaction: <Y extends Step, A>(
      body: () => Iterable<Y, A, unknown>,
      watch?: Watch
    ) => Effect.Effect<A, Failure<Y> | StorageError, Services<Y>>
    /**
     * A transaction whose end would conflict with every other one that has such an end. These ends run one after the other.
     * `last` gets the value of the body, and does not fail. If other processes had their turns since, what `ahead` says is
     * read before it, in the round trip that begins its turn. Absent in a store that runs all transactions so.
     */
    readonly inTurn?: <Y extends Step, A, B, R = never>(
      body: () => Iterable<Y, A, unknown>,
      last: (value: A) => Body<B, never, R>,
      watch?: Watch,
      ahead?: () => Listing
    ) => Effect.Effect<B, Failure<Y> | StorageError, Services<Y> | R>
    /**
     * A number that grows whenever writes of these kinds of keys are kept: earlier reads of them are valid while it stays
     * the same. Absent if other processes may write to the store. A store that has it notes its reads in the `ReadLog`.
     */
    readonly revision?: (kinds: ReadonlyArray<string>) => number
    /**
     * The same for a store that other processes write to, as it was at the last `Counters.take`: an earlier read is valid
     * for a request that was counted after it came, if this number is still the same. Such a store notes its reads too.
     */
    readonly lastKnown?: (kinds: ReadonlyArray<string>) => number
  }
>()("./Storage.ts") {}

/** What a transaction has read: the kinds of keys, and their `revision` then. */
export interface ReadNote {
  readonly kinds: ReadonlyArray<string>
  readonly revision: number
}

/** Gets a note of each transaction that ends, if there is one. */
export const ReadLog = Context.Reference<Array<ReadNote> | undefined>("@backlot/ports/Storage/ReadLog", {
  defaultValue: () => undefined
})

/** The row with the position of the log's last event. Processes that share the store hear of it when it is written. */
export const LOG_POSITION = "meta/event_seq"

/** A transaction with an end that runs in turn. */
export const inTurn =
  ({ transaction, inTurn }: Storage["Service"]): NonNullable<Storage["Service"]["inTurn"]> =>
  (body, last, watch, ahead) =>
    inTurn === undefined
      ? transaction(function* () {
          return yield* last(yield* body())
        }, watch)
      : inTurn(body, last, watch, ahead)
