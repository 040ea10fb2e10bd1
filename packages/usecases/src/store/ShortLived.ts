/**
 * Things that expire, such as authorization codes: each new one deletes a few that have expired or exceed the bound, in
 * the same transaction. The bounds are `Limits.oauth.kept` and `Limits.retention`. They are put and deleted only here,
 * so that the count is right. Inside a transaction. Our choice: docs/choices.md "Storage and time".
 */
import { oauth, retention } from "@backlot/domain/base/Limits"
import { Transaction } from "@backlot/ports/Storage"
import { Effect } from "effect"
import type { Collection, KeyPart } from "./Collection.ts"

/** A collection with an index `expiry`. */
export interface ShortLived<A> {
  readonly collection: Collection<A>
  readonly key: (value: A) => ReadonlyArray<KeyPart>
}

interface Ending {
  /** Milliseconds of the service clock. */
  readonly expires_at: number
}

/** Stores a new value. */
export const put = Effect.fnUntraced(function* <A extends Ending>(kind: ShortLived<A>, value: A, nowMs: number) {
  const { collection, key } = kind
  let count = yield* countOf(kind)
  for (const oldest of yield* collection.firstBy("expiry", [], retention.perUse)) {
    if (oldest.expires_at > nowMs && count < oauth.kept) break
    yield* collection.delete(...key(oldest))
    count--
  }
  yield* collection.put(value, null)
  yield* writeCount(kind, count + 1)
})

/** Deletes existing values. */
export const remove = Effect.fnUntraced(function* <A extends Ending>(kind: ShortLived<A>, values: ReadonlyArray<A>) {
  if (values.length === 0) return
  const count = yield* countOf(kind)
  for (const value of values) yield* kind.collection.delete(...kind.key(value))
  yield* writeCount(kind, count - values.length)
})

/** Counted once if there is no tally. */
const countOf = <A>({ collection }: ShortLived<A>) =>
  Effect.gen(function* () {
    const tally = yield* (yield* Transaction).get(tallyOf(collection))
    return tally === undefined ? yield* collection.count("expiry") : Number(tally)
  })

const writeCount = <A>({ collection }: ShortLived<A>, count: number) =>
  Effect.flatMap(Transaction, (tx) => tx.put(tallyOf(collection), String(count)))

const tallyOf = ({ name }: { readonly name: string }) => `kept/${name}`
