/**
 * What was read is kept until one of the kinds of rows that it was read from is written. When other processes write to
 * the same store, it is given to a request that was counted since it came: counting tells what others have written. Kept because a small GET spends most of its time on reads that give the same again:
 * who the caller is, and what the caller reads. Source: architecture.md "One request in a straight line".
 */
import { generations } from "@backlot/domain/base/Generations"
import * as Limits from "@backlot/domain/base/Limits"
import { ReadLog, type ReadNote, Storage } from "@backlot/ports/Storage"
import { Context, Effect, Layer } from "effect"

interface Kept {
  readonly value: unknown
  /** What the value was read from. */
  readonly note: ReadNote
}

export class KeptReads extends Context.Service<KeptReads, ReturnType<typeof makeReads>>()("./KeptReads.ts") {}

export const layer: Layer.Layer<KeptReads, never, Storage> = Layer.effect(KeptReads, Effect.map(Storage, makeReads))

/**
 * Whether the request was counted (`Counters.take`) since it came. So what is kept is read before the request waits for
 * anything outside of the store: others may write meanwhile.
 */
export const Counted = Context.Reference<boolean>("@backlot/usecases/store/KeptReads/Counted", {
  defaultValue: () => false
})

function makeReads({ revision, lastKnown }: Pick<Storage["Service"], "revision" | "lastKnown">) {
  const kept = generations<Kept>(Limits.ready.reads)
  const current = revision ?? lastKnown
  const isValid = ({ kinds, revision: then }: ReadNote) => current?.(kinds) === then

  return {
    /** Whether other processes write to the store. */
    isShared: revision === undefined,
    /** What is kept under this key, if it is valid: as far as is known, in a shared store. */
    find: (key: string): Kept | undefined => {
      const found = kept.get(key)
      return found !== undefined && isValid(found.note) ? found : undefined
    },
    /** Keeps a value that was read by the transactions of these notes. */
    keep: (key: string, value: unknown, weight: number, notes: ReadonlyArray<ReadNote>): void => {
      // Without a note it is not known what to watch. Something may have been written since.
      if (current === undefined || notes.length === 0 || !notes.every(isValid)) return
      const kinds = [...new Set(notes.flatMap((note) => note.kinds))]
      kept.set(key, { value, note: { kinds, revision: current(kinds) } }, key.length + weight)
    }
  }
}

export interface Reader<A> {
  /** Gives what is kept under this key, or reads it and keeps it. A failure is not kept. */
  <E, R>(key: string, read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | KeptReads>
  /** What is kept under this key, if it is valid: as far as is known, in a shared store. */
  readonly find: (reads: KeptReads["Service"], key: string) => A | undefined
}

/**
 * Makes a read that is kept. `name` is its own. `weigh` gives the characters of a value. The key must contain everything
 * but the store that the value depends on.
 */
export const reader = <A>(name: string, weigh: (value: A) => number): Reader<A> => {
  // Only this reader keeps values under its name.
  const contentOf = ({ value }: Kept) => value as A
  const placeOf = (key: string) => `${name}\n${key}`
  const read = <E, R>(key: string, read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | KeptReads> =>
    Effect.withFiber((fiber) =>
      Effect.flatMap(KeptReads, (reads) => {
        const place = placeOf(key)
        const outer = fiber.getRef(ReadLog)
        const found = reads.find(place)
        if (found !== undefined && (!reads.isShared || fiber.getRef(Counted))) {
          outer?.push(found.note)
          return Effect.succeed(contentOf(found))
        }
        const notes: Array<ReadNote> = []
        return Effect.map(Effect.provideService(read, ReadLog, notes), (value) => {
          outer?.push(...notes)
          reads.keep(place, value, weigh(value), notes)
          return value
        })
      })
    )
  const find = (reads: KeptReads["Service"], key: string) => {
    const found = reads.find(placeOf(key))
    return found === undefined ? undefined : contentOf(found)
  }
  return Object.assign(read, { find })
}
