/** Decodes a given world: whole, or refused with every fault. Source: product.md "World file". */

import { parseTime } from "@backlot/domain/base/IsoTime"
import { validate } from "@backlot/domain/command/CommandValidation"
import { decodeWorld } from "@backlot/domain/world/WorldDecoder"
import { freshIds, fromSeed, largestMinted } from "@backlot/domain/world/WorldMint"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"

const SEED_BYTES = 32

/** The world that `value` describes, with keys, secrets and ids minted where it leaves them out. */
export const decode = Effect.fnUntraced(function* (value: unknown) {
  const { hex, sha256 } = yield* Secrets
  const mint = fromSeed({ seed: yield* hex(SEED_BYTES), sha256, ids: yield* fresh(value) })
  return decodeWorld(value, mint, yield* (yield* ServiceClock).now, validate)
})

/** Fresh ids continue behind the ids of the same world, so that none occurs twice. */
const fresh = Effect.fnUntraced(function* (value: unknown) {
  const ids = yield* Ids
  const count = freshIds(value)
  const largest = largestMinted(value)
  if (count > 0 && largest !== undefined) yield* ids.goBehind(largest)
  return yield* ids.many(count, momentOf(value))
})

/** The time that the clock goes to with this world; the decoder reports a `now` that is not a time. */
const momentOf = (value: unknown): number | undefined =>
  typeof value === "object" && value !== null && "now" in value && typeof value.now === "string"
    ? parseTime(value.now)
    : undefined
