/**
 * A repeated list is served from memory until the store changes. When other processes write to the same store, nothing
 * is kept. Kept because it halves the cost of listing 50 commands (75 instead of 150 µs of CPU for a request). Source:
 * architecture.md "One request in a straight line" (stored text is answered without re-encoding where it is hot).
 */
import * as Limits from "@backlot/domain/base/Limits"
import type { RateLimitOverride } from "@backlot/domain/record/World"
import { Storage } from "@backlot/ports/Storage"
import { Context, Effect, Layer } from "effect"

/** The answer to a caller whose token never ends, with the caller's rate limits. */
export interface KeptRead {
  readonly allowance: RateLimitOverride
  readonly text: string
}

export class KeptReads extends Context.Service<KeptReads, ReturnType<typeof makeReads>>()("./KeptReads.ts") {}

export const layer: Layer.Layer<KeptReads, never, Storage> = Layer.effect(
  KeptReads,
  Effect.map(Storage, ({ revision = () => undefined }) => makeReads(revision))
)

const makeReads = (state: () => number | undefined) => {
  let kept = new Map<string, KeptRead>()
  let keptIn: number | undefined
  let characters = 0
  return {
    /** The state of the store, read before the answer is. Undefined when nothing can be kept. */
    state,
    /** The answer kept under this key, unless the store has changed. */
    find: (key: string) => (kept.size > 0 && keptIn === state() ? kept.get(key) : undefined),
    /** Keeps an answer that was read since `readIn`. The key contains everything but the store that it depends on. */
    keep: (key: string, readIn: number | undefined, read: KeptRead): void => {
      // The store may have changed during the read.
      if (readIn === undefined || readIn !== state()) return
      if (keptIn !== readIn || characters > Limits.ready.reads) {
        kept = new Map()
        keptIn = readIn
        characters = 0
      }
      kept.set(key, read)
      characters += key.length + read.text.length
    }
  }
}
