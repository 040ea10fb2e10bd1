/**
 * What callers read, kept for as long as the store stays as it is: who lists again what nobody has changed is answered
 * without a transaction. Where other processes write to the store too, nothing is kept. Source: architecture.md "One
 * request in a straight line" (stored text is answered without re-encoding where it is hot).
 */
import * as Limits from "@backlot/domain/base/Limits"
import type { RateLimitOverride } from "@backlot/domain/record/World"
import { Storage } from "@backlot/ports/Storage"
import { Context, Effect, Layer } from "effect"

/** An answer to a caller whose token never ends, with what the caller may ask for. */
export interface KeptRead {
  readonly allowance: RateLimitOverride
  readonly text: string
}

export class KeptReads extends Context.Service<
  KeptReads,
  {
    /** The state of the store, to be asked for before a read begins; undefined where nothing can be kept. */
    readonly state: () => number | undefined
    /** What was kept under this key in the present state. */
    readonly find: (key: string) => KeptRead | undefined
    /** Keeps what was read since `state`. The key holds all that it depends on beside the store. */
    readonly keep: (key: string, state: number | undefined, read: KeptRead) => void
  }
>()("./KeptReads.ts") {}

export const layer: Layer.Layer<KeptReads, never, Storage> = Layer.effect(
  KeptReads,
  Effect.map(Storage, ({ revision = () => undefined }) => makeReads(revision))
)

const makeReads = (state: () => number | undefined): KeptReads["Service"] => {
  let kept = new Map<string, KeptRead>()
  let keptIn: number | undefined
  let characters = 0
  return {
    state,
    find: (key) => (kept.size > 0 && keptIn === state() ? kept.get(key) : undefined),
    keep: (key, readIn, read) => {
      // Something may have been written while it was read.
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
