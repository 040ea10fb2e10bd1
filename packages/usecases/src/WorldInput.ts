/** A world as somebody gives it: decoded whole or refused with every fault. Source: product.md "World file". */
import { validate } from "@backlot/domain/CommandValidation"
import { decodeWorld } from "@backlot/domain/WorldDecoder"
import { freshIds, fromSeed } from "@backlot/domain/WorldMint"
import { Ids } from "@backlot/ports/Ids"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Effect } from "effect"

const SEED_BYTES = 32

/** The world that `value` describes, with keys, secrets and ids minted where it leaves them out. */
export const decode = Effect.fnUntraced(function* (value: unknown) {
  const { hex, sha256 } = yield* Secrets
  const ids = yield* (yield* Ids).many(freshIds(value))
  const mint = fromSeed({ seed: yield* hex(SEED_BYTES), sha256, ids })
  return decodeWorld(value, mint, yield* (yield* ServiceClock).now, validate)
})
