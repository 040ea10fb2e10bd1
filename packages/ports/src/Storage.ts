/**
 * The storage port: an ordered key-value store with serializable transactions.
 *
 * Keys are printable ASCII (0x20 to 0x7e), ordered bytewise; values are well-formed text without NUL. The body of a
 * transaction may run again after a conflict, so ids, secrets and times that are stored are drawn before it, and inside
 * it only port calls may yield. Source: architecture.md "Storage: one small transactional port".
 */
import { Context, Data, type Effect } from "effect"

export type Entry = readonly [key: string, value: string]

/** A span of keys: those that begin with `prefix`, or those from `start` (inclusive) to `end` (exclusive). */
export type Span = { readonly prefix: string } | { readonly start: string; readonly end: string }

export interface ListOptions {
  /** Only keys strictly beyond this one, in the direction of the listing. */
  readonly after?: string | undefined
  /** At most this many entries: a whole number, 0 or more. */
  readonly limit?: number | undefined
  /** Descending order. */
  readonly reverse?: boolean | undefined
}

/**
 * The operations of a transaction. Reads see the transaction's own writes. If the store fails, the call ends the body
 * with a defect, which `Storage.transaction` turns into `StorageError` even if the body caught it. An invalid key, and
 * any call after the transaction ended, is a bug and stays a defect.
 */
export class Transaction extends Context.Service<
  Transaction,
  {
    readonly get: (key: string) => Effect.Effect<string | undefined>
    /** Answers in the order asked, `undefined` for keys that are absent. */
    readonly getMany: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string | undefined>>
    readonly put: (key: string, value: string) => Effect.Effect<void>
    /** No error when the key is absent. */
    readonly delete: (key: string) => Effect.Effect<void>
    readonly list: (span: Span, options?: ListOptions) => Effect.Effect<ReadonlyArray<Entry>>
  }
>()("@backlot/ports/Storage/Transaction") {}

/** The store could not be read or written (full disk, lost connection). Nothing of the transaction was kept. */
export class StorageError extends Data.TaggedError("StorageError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/**
 * The store cannot be opened: in use, damaged, a log without the file that it belongs to, foreign, newer, or not
 * permitted. It was not changed.
 */
export class StorageUnusable extends Data.TaggedError("StorageUnusable")<{
  readonly reason: "in-use" | "damaged" | "log-alone" | "foreign" | "newer" | "not-permitted" | "unavailable"
  /** One line for a person: which store, and what to do. */
  readonly message: string
  readonly cause?: unknown
}> {}

export class Storage extends Context.Service<
  Storage,
  {
    /**
     * Keeps all writes of `body`, or none if it fails, dies or is interrupted. A transaction inside a transaction of the
     * same store is a bug and dies at once instead of waiting for itself.
     */
    readonly transaction: <A, E, R>(
      body: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StorageError, Exclude<R, Transaction>>
    /**
     * A number that grows whenever writes of these kinds of keys are kept: earlier reads of them are valid while it stays
     * the same. Absent if other processes may write to the store. A store that has it notes its reads in the `ReadLog`.
     */
    readonly revision?: (kinds: ReadonlyArray<string>) => number
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
