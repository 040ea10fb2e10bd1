/** Short forms of the storage cases. */
import { assert } from "@effect/vitest"
import { type Cause, Effect, Exit } from "effect"
import { Storage, type StorageError, Transaction } from "../../Storage.ts"

type Port = Transaction["Service"]

/** Runs `body` in one transaction of the store under test. */
export const transact = <A, E>(
  body: (tx: Port) => Effect.Effect<A, E, Transaction>
): Effect.Effect<A, E | StorageError, Storage> =>
  Effect.flatMap(Storage, (storage) => storage.transaction(Effect.flatMap(Transaction, body)))

/** Runs `body` as a generator in one transaction. */
export const inOne = <A, E>(
  body: (tx: Port) => Generator<Effect.Effect<unknown, E, Transaction>, A, never>
): Effect.Effect<A, E | StorageError, Storage> => transact(Effect.fnUntraced(body))

export const putAll = (entries: Readonly<Record<string, string>>): Effect.Effect<void, StorageError, Storage> =>
  transact((tx) => Effect.forEach(Object.entries(entries), ([key, value]) => tx.put(key, value), { discard: true }))

export const read = (key: string): Effect.Effect<string | undefined, StorageError, Storage> =>
  transact((tx) => tx.get(key))

/** The whole store, in key order. */
export const contents: Effect.Effect<Readonly<Record<string, string>>, StorageError, Storage> = Effect.map(
  transact((tx) => tx.list({ prefix: "" })),
  (entries) => Object.fromEntries(entries)
)

export const yields = (count: number): Effect.Effect<void> =>
  Effect.forEach(Array.from({ length: count }), () => Effect.yieldNow, { discard: true })

/** Asserts that the exit is a failure, and returns its cause. */
export const failure = <A, E>(exit: Exit.Exit<A, E>): Cause.Cause<E> => {
  if (Exit.isFailure(exit)) return exit.cause
  return assert.fail("a success where a failure was due")
}
