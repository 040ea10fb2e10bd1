/**
 * The key that signs the service's ID tokens: made when it is first needed, then kept with the data. It outlives a reset
 * and a restart, and every server process on the data signs with it. Source: wire-rest.md §5.1 (keys).
 */
import { IdTokens } from "@backlot/ports/IdTokens"
import { Storage, Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"

const KEY = "meta/oauth_key"

/** Inside a transaction: the key, if there is one yet. */
export const stored = Effect.flatMap(Transaction, (tx) => tx.get(KEY))

/** A key for who found none: it is made outside a transaction, and that of whoever was faster counts. */
export const make = Effect.gen(function* () {
  const made = yield* (yield* IdTokens).makeKey
  const storage = yield* Storage
  return yield* storage.transaction(
    Effect.gen(function* () {
      const tx = yield* Transaction
      const first = yield* tx.get(KEY)
      if (first === undefined) yield* tx.put(KEY, made)
      return first ?? made
    })
  )
})

/** The JWKS: what clients check ID tokens by. */
export const published = Effect.gen(function* () {
  const storage = yield* Storage
  const key = (yield* storage.transaction(stored)) ?? (yield* make)
  return { keys: [yield* (yield* IdTokens).publicKey(key)] }
}).pipe(Effect.withSpan("OAuthKeys.published"))
