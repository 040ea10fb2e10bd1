/** Short forms of the storage cases. */
import { assert } from "@effect/vitest"
import { type Cause, Effect, Exit } from "effect"
import * as Body from "../../Body.ts"
import { type Failure, type Services, type Step, store } from "../../Body.ts"
import { Storage, type StorageError } from "../../Storage.ts"

/** Runs `body` in one transaction of the store under test. */
export const transact = <Y extends Step, A>(
  body: () => Iterable<Y, A, unknown>
): Effect.Effect<A, Failure<Y> | StorageError, Storage | Services<Y>> =>
  Effect.flatMap(Storage, (storage) => storage.transaction(body))

export const putAll = (entries: Readonly<Record<string, string>>): Effect.Effect<void, StorageError, Storage> =>
  Effect.asVoid(transact(() => Body.forEach(Object.entries(entries), ([key, value]) => store.put(key, value))))

export const read = (key: string): Effect.Effect<string | undefined, StorageError, Storage> =>
  transact(() => store.get(key))

/** The whole store, in key order. */
export const contents: Effect.Effect<Readonly<Record<string, string>>, StorageError, Storage> = Effect.map(
  transact(() => store.list({ prefix: "" })),
  (entries) => Object.fromEntries(entries)
)

/**
 * Lets others run, on a store that answers by messages: reads of keys that are never there, each one's first time. A store
 * in this process runs a body from its first to its last step.
 */
export const pause = function* (count: number) {
  for (let i = 0; i < count; i++) yield* store.get(`pause/${i}`)
}

export const yields = (count: number): Effect.Effect<void> =>
  Effect.forEach(Array.from({ length: count }), () => Effect.yieldNow, { discard: true })

/** Asserts that the exit is a failure, and returns its cause. */
export const failure = <A, E>(exit: Exit.Exit<A, E>): Cause.Cause<E> => {
  if (Exit.isFailure(exit)) return exit.cause
  return assert.fail("a success where a failure was due")
}
