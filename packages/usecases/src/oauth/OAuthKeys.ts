/**
 * The key that signs ID tokens: created when first needed, then stored with the data. It survives a reset and a
 * restart, and every server process of the data uses it. Source: wire-rest.md §5.1 (keys).
 */

import { IdTokens } from "@backlot/ports/IdTokens"
import { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import { inTransaction, transact } from "../store/Transact.ts"

const KEY = "meta/oauth_key"

/** The key, if there is one yet. Inside a transaction. */
export const stored = Effect.flatMap(Transaction, (tx) => tx.get(KEY))

/** Creates a key outside a transaction; if another caller was faster, gives that one. */
export const make = Effect.gen(function* () {
  const made = yield* (yield* IdTokens).makeKey
  return yield* transact(function* () {
    const tx = yield* Transaction
    const first = yield* tx.get(KEY)
    if (first === undefined) yield* tx.put(KEY, made)
    return first ?? made
  })
})

/** The JWKS, by which clients check ID tokens. */
export const published = Effect.gen(function* () {
  const key = (yield* inTransaction(stored)) ?? (yield* make)
  return { keys: [yield* (yield* IdTokens).publicKey(key)] }
}).pipe(Effect.withSpan("OAuthKeys.published"))
